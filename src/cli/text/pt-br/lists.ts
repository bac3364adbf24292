import type { lists as english } from '../en/lists.ts';

export const lists: typeof english = {
  help: {
    status: { value: 'status', description: 'só linhas com este status' },
    limit: { value: 'número', description: 'linhas a mostrar no total (padrão 50)' },
    all: 'todas as linhas',
    offset: { value: 'número', description: 'linhas a pular, a partir da mais nova' },
    since: {
      value: 'quando',
      description:
        'a partir de: 14/07/2026 ou 2026-07-14, com hora se preciso (14/07/2026 09:30, RFC 3339), um nome (ontem, julho, 07/2026), ou há quanto tempo: 7d, 24h',
    },
    month: { value: 'mês', description: 'só esse mês: 07/2026, 2026-07, julho' },
    until: { value: 'quando', description: 'até então, esse dia incluído' },
    before: {
      value: 'quando',
      description:
        'até o fim desse dia; com hora, antes dela: a próxima exportação pode começar com --since na mesma hora',
    },
    watch: 'continua mostrando linhas novas ou cujo status mudou, por padrão a cada 5 segundos',
    watchValue: 'segundos',
  },
  names: { payments: 'pagamentos', withdraws: 'saques' },
  none: { payments: 'Não há pagamentos assim.', withdraws: 'Não há saques assim.' },
  age: 'Há',
  ages: {
    now: 'agora',
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    days: (count) => `${count} d`,
    months: (count) => `${count} meses`,
    years: (count) => `${count} anos`,
  },
  ago: (length) => `há ${length}`,
  ahead: (length) => `em ${length}`,
  hidden: (names) => `Sem espaço para mostrar: ${names}. Escolha com --fields.`,
  shown: (rows, total) => `Mostrados: ${rows} de ${total}`,
  rows: (count) => (count === 1 ? '1 linha' : `${count} linhas`),
  unknownStatus: 'sem status',
  wholeList: {
    all: 'A lista inteira, de qualquer data:',
    status: (status) => `Todos com status ${status}, de qualquer data:`,
  },
  statistics: {
    total: 'Linhas',
    completed: 'Concluídos',
    pending: 'Pendentes',
    failed: 'Com falha',
    totalValue: 'Valor total',
    totalNetValue: 'Valor líquido total',
  },
  watchingRows: (seconds) => `Novidades a cada ${seconds} s. Ctrl-C encerra.`,
  watchFailed: (reason) => `${reason}; perguntando de novo`,
};
