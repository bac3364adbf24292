import { expect, it } from 'vitest';
import { correctionIn, namesOtherKey } from '../../src/payouts/files/row-corrections.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { grouped, linesIn } from '../support/grouped.ts';

/** R$ 100,00 to Ana, by her e-mail address. */
const PAID = { key: 'ana@x.com', taxId: '52998224725', amountCentavos: centavos(100_00) };

it.each(
  grouped({
    other_key: linesIn(`
      pagar no pix bia@x.com | pague para bia@x.com | transferir 100,00 para bia@x.com | depositar: bia@x.com
      usar a chave bia@x.com | utilizar bia@x.com | fazer o pix p/ bia@x.com | fazer pix bia@x.com
      enviar um pix para bia@x.com | mandar pix para bia@x.com | - pagar bia@x.com | (pagar em bia@x.com)
      pagar no pix bia@x.com e enviar comprovante | pagar bia@x.com, contato ana@x.com | obs: pagar bia@x.com
      por favor, pagar bia@x.com | nova chave bia@x.com | chave correta: bia@x.com | pix atualizado (bia@x.com)
      a chave mudou, bia@x.com | pix alterado para bia@x.com | pix trocou: bia@x.com. | chave certa "bia@x.com"
      novo pix: bia@x.com (antiga: ana@x.com) | mudou o pix de ana@x.com para bia@x.com | novo pix ana@x.com => bia@x.com
      pagar na chave 123e4567-e89b-12d3-a456-426655440000 | pagar no cnpj 11.222.333/0001-81
      pagar no 11.222.333/000181 | pix novo tel 11 98765-4321 | nova chave fone 11 98765-4321
      pagar no pix (11) 98765-4321 | novo pix tel 11 98765-4321 | novo pix +5511987654321 | pagar no 11912345684
    `),
    other_amount: linesIn(`
      pagar 90,00 | pague 90,00 | pagar r$ 90 | pagar r$90,00 | pagar o valor de 90,00 | pagar so 90,00 | pagar apenas 90,00
      pagar somente r$ 1.090,00 | pagar total liquido de 90,00 | transferir 90,00 | obs: pagar 90,00 | novo valor 90,00
      o novo valor: 90,00 | novo vlr. 90,00 | valor correto 90,00 | valor foi alterado: 90,00 | vlr corrigido r$ 90,00
      valor mudou de 100,00 p/ 90,00 | valor mudou de 100,00 para 90,00 | pagar 100,00 -> 90,00 | pagar 50,00 + 40,00 | novo valor 90,00 (era 100,00)
    `),
    nothing: linesIn(`
      pagar | pagar ana@x.com | pagar no pix ana@x.com | nova chave ana@x.com | chave correta: 529.982.247-25
      nova chave ana@x.com (antiga: bia@x.com) | novo pix: ana@x.com, era bia@x.com | mudou de bia@x.com para ana@x.com
      bia@x.com | chave bia@x.com | novo bia@x.com | e-mail novo: bia@x.com | apagar bia@x.com | pagaremos a bia@x.com
      pagar e mandar comprovante para bia@x.com | pagar e avisar bia@x.com | pagar, duvidas: bia@x.com | pagar e enviar recibo a bia@x.com
      pagar, contato bia@x.com | pagar, whats 11 98765-4321 | pagar e ligar 11 98765-4321 | pagar, fone 11 98765-4321
      pagar e enviaremos a nota a bia@x.com | valor mudou de 90,00 p/ 100,00 | valor mudou de 80,00, 90,00 para 100,00
      pagar nf 98765432 | pagar nf 119 10/07/2026 | pagar 12345 | pagar bia@ | nova chave: pedir | renovado o pix bia@x.com
      pagar 100,00 | pagar r$ 100 | novo valor 100,00 | pagar 60,00 + 40,00 | valor mudou de 90,00 para 100,00
      pagar 2 diarias de 50,00 | pagar 50,00/h | pagar r$ 50,00 por dia | pagar r$ 200,00 em 2x | valor corrigido em 4,52%
      pagar r$ 10 mil | pagar 90 | 90,00 | desconto de 90,00 | novo valor a combinar | valor 90,00 | pagar 90,001
      pagar 9.0,00 | o valor certo sera dito | pagar r$ 50,00 cada | pagar 50,00 x 2 | ja com o novo valor 90,00
    `),
  }),
)('%s: %s', (note, expected) => {
  expect(correctionIn(note, PAID) ?? 'nothing').toBe(expected);
});

it('a row whose key or amount cannot be read has nothing to compare a note with', () => {
  expect(correctionIn('pagar bia@x.com', { ...PAID, key: undefined })).toBeUndefined();
  expect(correctionIn('pagar 90,00', { ...PAID, amountCentavos: undefined })).toBeUndefined();
  expect(namesOtherKey('529.982.247-25', { ...PAID, taxId: undefined })).toBe(true);
});

it('one of several keys that are named is enough, and eleven digits may be a CPF or a mobile number', () => {
  expect(namesOtherKey('bia@x.com ou ana@x.com', PAID)).toBe(false);
  expect(namesOtherKey('11912345684', { ...PAID, key: '+5511912345684' })).toBe(false);
  expect(namesOtherKey('11912345684', { ...PAID, key: '11912345684' })).toBe(false);
  expect(namesOtherKey('', PAID)).toBe(false);
});
