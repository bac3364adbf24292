import type { Complaint } from '../../errors/command-error.ts';
import type { sync as english } from '../en/sync.ts';

export const sync: typeof english = {
  help: {
    command: 'Atualiza o índice local, para pix find --offline',
    rebuild: 'descarta o índice e lê tudo de novo',
  },
  fields: {
    list: 'Lista',
    newRows: 'Novas',
    asOf: 'Posição de',
    'notFinal.rows': 'Não finais',
    'notFinal.asOf': 'Não finais desde',
  },
  noIndex: (account: string): Complaint => ({
    message: `ainda não há índice de ${account}`,
    hint: 'crie com: pix sync',
  }),
  busy: {
    message: 'outro pix sync desta conta está em andamento',
    hint: 'espere terminar; enquanto isso, pix find --offline pode ser usado',
  },
  unusable: (path: string): Complaint => ({
    message: `o índice não pode ser usado: ${path}`,
    hint: 'mova o arquivo para outro lugar e leia tudo de novo: pix sync',
  }),
  otherAccount: (account: string, origin: string): Complaint => ({
    message: `o índice foi feito de outra conta (${account} em ${origin})`,
    hint: 'leia tudo de novo com: pix sync --rebuild',
  }),
  mismatch: (list: string): Complaint => ({
    message: `os ${list} do serviço já não são os do índice: é outra conta, ou linhas foram removidas`,
    hint: 'o índice fica como está; leia tudo de novo com: pix sync --rebuild',
  }),
  notProven: (lists: string): Complaint => ({
    message: `NÃO está provado que o índice está completo: ${lists}`,
    hint: 'o que foi lido fica guardado; pix sync continua dali',
  }),
  gaps: (list: string) => `o serviço não informou alguns ${list}`,
  orderMoved: (list: string) => `a ordem dos ${list} não parou de mudar`,
  kept: 'O que foi lido fica guardado: pix sync continua dali.',
};
