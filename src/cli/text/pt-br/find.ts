import type { Complaint } from '../../errors/command-error.ts';
import type { find as english } from '../en/find.ts';
import { count } from './numbers.ts';

export const find: typeof english = {
  help: {
    command: 'Encontra um pagamento ou saque por id, chave Pix, valor ou palavras',
    text: {
      value: 'texto',
      description:
        'um id, correlation id, transaction id ou id fim a fim, uma chave Pix em qualquer formato, um valor (10,50) ou palavras da descrição',
    },
    all: 'todos os resultados, quantos forem; também depois daquele que um id identifica',
    limit: { value: 'número', description: 'para depois de tantos resultados (padrão 50)' },
    offline: 'consulta só o índice local (pix sync), não o serviço',
  },
  fields: {
    resource: 'O quê',
    matchedBy: 'Achado por',
  },
  resources: { payments: 'Pagamento', withdraws: 'Saque' },
  looking: (rows: number, backTo: string) => `${count(rows)} linhas vistas, até ${backTo}`,
  found: (matches: number) => (matches === 1 ? '1 resultado' : `${count(matches)} resultados`),
  lookedBackTo: (matches: string, rows: number, backTo: string) =>
    `${matches}; ${count(rows)} linhas vistas, voltando até ${backTo}.`,
  lookedEverywhere: (matches: string, rows: number) => `${matches}; todas as ${count(rows)} linhas foram vistas.`,
  interruptedAt: (rows: number, backTo: string) =>
    `Não terminou: ${count(rows)} linhas vistas, voltando até ${backTo}.`,
  payoutOf: (reference: string, run: string, row: number, status: string) =>
    `A referência "${reference}" é de um pagamento em lote: ${run}, linha ${row}, ${status}.`,
  thereMayBeMore: 'Pode haver mais: use --limit ou --all.',
  indexAge: (name: string, age: string) => `Índice de ${name}: última atualização ${age}.`,
  indexOf: (name: string) => (name === '' ? 'esta conta' : `"${name}"`),
  emptyText: {
    message: 'não há o que procurar',
    hint: 'pix find TEXTO: um id, uma chave Pix, um valor ou palavras',
  },
  nothing: (typed: string, isWithinSpan: boolean): Complaint => ({
    message: `nada foi encontrado para "${typed}"`,
    hint: isWithinSpan
      ? 'procure em todo o período, sem --since e --until, ou em outra conta com -p NOME'
      : 'procure em outra conta com -p NOME, ou por uma parte da descrição',
  }),
  nothingOffline: (typed: string): Complaint => ({
    message: `o índice não tem nada para "${typed}"`,
    hint: 'atualize com pix sync, ou consulte o serviço: sem --offline',
  }),
  incomplete: (places: string): Complaint => ({
    message: `não foi possível procurar em tudo: ${places}`,
    hint: 'o que foi encontrado está acima; o mesmo comando procura de novo',
  }),
  listIn: (list: string, account: string) => (account === '' ? list : `${list} de "${account}"`),
  shortfalls: {
    failed: (list: string, reason: string) => `não foi possível ler os ${list} (${reason})`,
    gaps: (list: string) => `o serviço não informou alguns ${list}`,
    look_ups: (list: string) =>
      `só os ${list} mais novos foram consultados pelo transaction id (--all consulta todos, um a um)`,
    not_synced: (list: string) => `nem todos os ${list} estão no índice (pix sync)`,
  },
  oneAccountOnly: {
    message: '--base-url não combina com vários perfis: cada um tem o seu endereço',
    hint: 'tire essa opção, ou indique um só perfil',
  },
};
