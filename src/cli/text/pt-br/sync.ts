import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';
import type { sync as english } from '../en/sync.ts';

export const sync: typeof english = {
  help: {
    endToEndIds: 'consulta também o ID da transação (EndToEndId) dos envios: uma requisição por envio, uma só vez',
    rebuild: 'descarta o índice e o refaz',
  },
  noIndex: (account) => failure`ainda não existe índice de ${account} \n crie-o com: pix sync`,
  busy: failure`
    outro pix sync desta conta está em andamento
    espere terminar; enquanto isso, pix find --offline pode ser usado`,
  unusable: (path) => failure`
    não foi possível usar o índice: ${path}
    mova o arquivo e refaça o índice com: pix sync`,
  otherAccount: (account, origin) => failure`
    o índice é de outra conta (${account} em ${origin})
    refaça-o com: pix sync --rebuild`,
  mismatch: (list) => failure`
    a lista de ${list} do serviço não corresponde mais ao índice: é outra conta, ou lançamentos foram removidos
    o índice não foi alterado; refaça-o com: pix sync --rebuild`,
  notProven: (lists) => failure`
    o índice pode estar INCOMPLETO: ${lists}
    o que foi lido está salvo; pix sync continua dali`,
  gaps: (list) => `o serviço omitiu parte da lista de ${list}`,
  orderMoved: (list) => `a lista de ${list} não parou de mudar`,
  withNew: (counted, added) => (added === 0 ? counted : `${counted} (+${count(added)})`),
  balance: (balance) => `saldo ${balance}`,
  updated: (parts) => `Índice: ${parts.join(', ')}`,
  notNoted:
    'O saldo não foi registrado: não pôde ser consultado, ou não paravam de chegar pagamentos. O próximo sync tenta de novo.',
  notStated: (id, field) => `O saldo não foi registrado: ${id} foi concluído, mas o serviço não informa ${field}.`,
  gapSince: (difference, since) =>
    `atenção: diferença não identificada de ${difference} no saldo desde ${since}. Se o próximo sync repetir este aviso, pergunte ao suporte do serviço.`,
  lookingUp: (rows) => `consultando IDs de transação: ${count(rows)}`,
  stored: 'O que foi lido está salvo: pix sync continua dali.',
  indexOf: (name) => (name === '' ? 'esta conta' : `"${name}"`),
  incompleteIndex: failure`o índice desta conta não está completo \n complete com: pix sync`,
};
