import type { Complaint } from '../../errors/command-error.ts';

const count = (number: number): string => number.toLocaleString('pt-BR');

export const findFields = {
  resource: 'O quê',
  matchedBy: 'Achado por',
  list: 'Lista',
  newRows: 'Novas',
  asOf: 'Posição de',
  'notFinal.rows': 'Não finais',
  'notFinal.asOf': 'Não finais desde',
};

export const find = {
  help: {
    find: 'Encontra um pagamento ou saque por id, chave Pix, valor ou palavras',
    sync: 'Atualiza o índice local, para pix find --offline',
    text: {
      value: 'texto',
      description:
        'um id, correlation id, transaction id ou id fim a fim, uma chave Pix em qualquer formato, um valor (10,50) ou palavras da descrição',
    },
    all: 'todos os resultados, quantos forem; também depois daquele que um id identifica',
    limit: { value: 'número', description: 'para depois de tantos resultados (padrão 50)' },
    offline: 'consulta só o índice local (pix sync), não o serviço',
    rebuild: 'descarta o índice e lê tudo de novo',
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

export const sync = {
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
