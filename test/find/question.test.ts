import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdentified, matchEntry, readQuestion } from '../../src/find/question.ts';
import type { WalletEntry } from '../../src/find/wallet-entry.ts';

const matched = (typed: string, fields: object) =>
  matchEntry({ id: 'x-1', ...fields } satisfies WalletEntry, 'withdraws', readQuestion(typed));

const TRANSFER = { transactionId: 'E99999004202611211425h5LIzZa5ejH' };

describe('what a text may mean', () => {
  it.each([
    ['1.234', { value: 123_400 }, ['value']],
    ['1.234', { value: 123 }, []],
    ['10', { value: 1_000 }, ['value']],
    ['R$ 1.234,56', { value: 123_456, netValue: 123_456 }, ['value', 'netValue']],
    ['-10', { value: 1_000 }, ['value']],
    // Eleven digits that are a CPF and a mobile number at once.
    ['11912345684', { pixKey: '11912345684' }, ['pixKey']],
    ['11912345684', { pixKey: '+5511912345684' }, ['pixKey']],
    ['12.ABC.345/01DE-35', { pixKey: '12ABC34501DE35' }, ['pixKey']],
    // A key that is stored with wrong check digits, or in no valid form.
    ['111.444.777-00', { pixKey: '11144477700' }, ['pixKey']],
    ['chave-antiga', { pixKey: 'Chave-Antiga' }, ['pixKey']],
    ['50', { description: 'Mesa 50' }, ['description']],
    ['50', { description: 'Mesa 150, 501' }, []],
    ['mesa 5', { description: 'MESA 50' }, []],
    ['sa', { description: 'São Paulo' }, ['description']],
    ['sao  paulo', { description: 'a SÃO\tPaulo' }, ['description']],
    ['X-1', {}, ['id']],
    ['\u200bx-1 ', {}, ['id']],
    ['x', {}, []],
    // Texts that customers read out: parts of ids, also as tables shorten them; at least six characters.
    ['8f-d9c7eb4', { correlationID: '00000000-0078-82a6-8d0f-8f-d9c7eb49805c' }, ['correlationID']],
    ['49805C', { id: '00000000-d9c7eb49805c' }, ['id']],
    ['9805c', { id: '00000000-d9c7eb49805c' }, []],
    ['00000000…49805c', { id: '00000000-d9c7eb49805c' }, ['id']],
    ['00000000...49805c', { id: '00000000-d9c7eb49805c' }, ['id']],
    ['00000000…49805d', { id: '00000000-d9c7eb49805c' }, []],
    ['5LIzZa5e', { transactionId: 'E99999004202611211425h5LIzZa5ejH' }, ['transactionId']],
    // … what is pasted with the words before it, from another program or from our screens
    ['ID da transação (EndToEndId)  E99999004202611211425h5LIzZa5ejH', TRANSFER, ['transactionId']],
    ['ID da transação: E99999004202611211425h5LIzZa5ejH', TRANSFER, ['transactionId']],
    ['E2E: E99999004202611211425h5LIzZa5ejH', TRANSFER, ['transactionId']],
    ['pago em <E99999004202611211425h5LIzZa5ejH>', TRANSFER, []],
    ['<E99999004202611211425h5LIzZa5ejH>', TRANSFER, ['transactionId']],
    ['Valor: R$ 6,03', { value: 603 }, ['value']],
    ['Valor: R$ 6,03', { value: 604 }, []],
    ['chave maria@x.example valor R$ 6,03', { value: 603, pixKey: 'maria@x.example' }, ['pixKey', 'value']],
    ['valor R$ 6,03', { value: 604, description: 'valor' }, []],
    ['valor', { description: 'Valor da nota' }, ['description']],
    ['supermercado dia', { description: 'Supermercado Extra' }, []],
    ['dia supermercado', { description: 'Supermercado do Dia' }, ['description']],
    ['chave pix maria@x.example', { pixKey: 'maria@x.example' }, ['pixKey']],
    // … masked documents and addresses, and the ends of phone numbers.
    ['***.982.247-**', { pixKey: '52998224725' }, ['pixKey']],
    ['***.982.248-**', { pixKey: '52998224725' }, []],
    ['•••.982.247-••', { pixKey: '52998224725' }, ['pixKey']],
    ['xxx.982.247-xx', { pixKey: '52998224725' }, ['pixKey']],
    ['**.345.678/0001-**', { pixKey: '12345678000195' }, ['pixKey']],
    ['***.982.247-**', { pixKey: '+5511998224725' }, []],
    ['m***@example.com', { pixKey: 'maria@example.com' }, ['pixKey']],
    ['lia@example.com', { pixKey: 'lia@example.com' }, ['pixKey']],
    ['lia@example.com', { pixKey: 'natalia@example.com' }, []],
    ['talia@', { pixKey: 'natalia@example.com' }, ['pixKey']],
    ['(11) *****-4321', { pixKey: '+5511987654321' }, ['pixKey']],
    ['4321', { pixKey: '+5511987654321' }, ['pixKey']],
    ['98765-4321', { pixKey: '+5511987654321' }, ['pixKey']],
    ['4725', { pixKey: '52998224725' }, []],
    ['982.247', { pixKey: '52998224725' }, ['pixKey']],
    ['a716-4466', { pixKey: '123e4567-e89b-12d3-a456-a716-446655440000' }, ['pixKey']],
    // Ids as other programs show them are compared as a whole: a longer id has another meaning.
    ['0190a6c5f7e87b3c9d2e4f5061728394', { id: '0190a6c5-f7e8-7b3c-9d2e-4f5061728394' }, ['id']],
    ['0190a6c5f7e87b3c9d2e4f5061728394', { txid: '0190A6C5F7E87B3C9D2E4F5061728394' }, ['txid']],
    ['0190a6c5f7e87b3c9d2e4f5061728394', { id: '0190a6c5-f7e8-7b3c-9d2e-4f5061728394-2' }, []],
    ['0190a6c5f7e87b3c9d2e4f506172839', { id: '0190a6c5-f7e8-7b3c-9d2e-4f5061728390' }, []],
    ['0190a6c5f7e87b3c-9d2e4f5061728394', { id: '0190a6c5-f7e8-7b3c-9d2e-4f5061728394' }, []],
    ['pedido 0190a6c5-f7e8-7b3c-9d2e-4f5061728394', { id: '0190a6c5-f7e8-7b3c-9d2e-4f5061728394' }, []],
    ['"0190a6c5-f7e8-7b3c-9d2e-4f5061728394",', { pixKey: '0190a6c5-f7e8-7b3c-9d2e-4f5061728394' }, ['pixKey']],
    ['ID 7', { description: 'sala 7' }, []],
    // … amounts in words, and several things at once, in any order.
    ['24,50 reais', { value: 2_450 }, ['value']],
    ['BRL 24.50', { value: 2_450 }, ['value']],
    ['da ação almoço', { description: 'Almoço da AÇÃO' }, ['description']],
    ['almoço jantar', { description: 'Almoço da AÇÃO' }, []],
    ['maria R$ 24,50', { value: 2_450, description: 'Pedido de Maria' }, ['description', 'value']],
    ['24,50 reais maria', { value: 2_450, description: 'Pedido de Maria' }, ['value', 'description']],
    ['maria 24,51', { value: 2_450, description: 'Pedido de Maria' }, []],
    // … with the punctuation of the sentence or the statement that they are pasted from, its sign, and its words.
    ['206,69.', { value: 20_669 }, ['value']],
    ['Bruno, R$ 206,69;', { value: 20_669, description: 'Cesta - Bruno' }, ['description', 'value']],
    ['+ R$ 206,69', { value: 20_669 }, ['value']],
    ['“Cesta” — Bruno +R$ 206,69', { value: 20_669, description: 'Cesta - Bruno' }, ['description', 'value']],
    ['maria@example.com, 24,50', { pixKey: 'maria@example.com', value: 2_450 }, ['pixKey', 'value']],
    [
      'Pix enviado CPF 529.982.247-25 às 14:36',
      { pixKey: '52998224725', description: 'enviado' },
      ['description', 'pixKey'],
    ],
    ['mesa 5, 24,51.', { value: 2_450, description: 'Mesa 5' }, []],
    ['pix', { description: 'Almoço' }, []],
    ['14:36', { description: 'Almoço' }, []],
    ['aluguel (11) 98765-4321', { pixKey: '+5511987654321', description: 'Aluguel' }, ['description', 'pixKey']],
  ])('%j is in %j as %j', (typed, fields, expected) => expect(matched(typed, fields)).toEqual(expected));

  it('is one payment or withdrawal only if an id of its own matches', () => {
    const entry = { id: 'id-000017', correlationID: 'corr-17', pixKey: 'ana@example.com', description: 'id-000' };
    const isMeant = (typed: string) => isIdentified(entry, readQuestion(typed));
    expect(['ID-000017', 'corr-17'].map(isMeant)).toEqual([true, true]);
    expect(['id-0000', 'ana@example.com', 'id-000'].map(isMeant)).toEqual([false, false, false]);
  });

  it.each([
    ['aB3dE6gH9jK2mN5pQ8sT1vW4y', true],
    ['0190a6c5f7e87b3c9d2e4f5061728394', false],
    ['0190a6c5-f7e8-7b3c-9d2e-4f5061728394', false],
    ['E9999900420260714150700aBcDeFgH1', false],
    ['12345678901234567890', false],
    ['pagamentodoalmocodeontem', false],
  ])('%s may be the id of a charge: %s', (typed, expected) => expect(readQuestion(typed).isChargeId).toBe(expected));
});

it('finds the recipient whom a paid file names', () => {
  const names = new Map([['52998224725', 'João da Silva']]);
  const by = (typed: string, pixKey: string) =>
    matchEntry({ id: 'x-1', pixKey }, 'withdraws', readQuestion(typed), names);
  expect(by('silva joao', '52998224725')).toEqual(['recipientName']);
  expect(by('silva 529.982.247-25', '52998224725')).toEqual(['recipientName', 'pixKey']);
  expect([by('silva', '11144477735'), by('maria', '52998224725')]).toEqual([[], []]);
});

it('finds a name with a number, and no few letters in a mark', () => {
  const names = new Map([9, 19].map((number) => [`loja${number}@example.com`, `Loja ${number}`]));
  const by = (typed: string, number: number, description: string) =>
    matchEntry(
      { id: 'x-1', pixKey: `loja${number}@example.com`, description },
      'withdraws',
      readQuestion(typed),
      names,
    );
  expect(by('9 loja', 9, 'Aluguel #px7k2mrqh')).toEqual(['pixKey', 'recipientName']);
  expect([by('loja 9', 19, 'Aluguel #px9k2mrqh'), by('9', 9, '')]).toEqual([[], ['pixKey']]);
  expect(by('#px9k2mrqh', 19, 'Aluguel #px9k2mrqh')).toEqual(['description']);
});

it('finds every description by any part that cuts no number, in any case', () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Zçãéõ]{1,8}$/), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (parts, one, other) => {
      const description = parts.join(' ');
      const [from, to] = [one % description.length, other % description.length].toSorted((low, high) => low - high);
      const part = description.slice(from, (to ?? 0) + 1);
      fc.pre(part.trim() !== '');
      expect(matched(part.toUpperCase(), { description })).toContain('description');
    }),
  );
});
