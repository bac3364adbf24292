import type { reporting as english } from '../../en/payouts/report.ts';
import { rows } from './rows.ts';

export const reporting: typeof english = {
  sheet: {
    run: 'Execução',
    file: 'Arquivo',
    at: 'Serviço',
    approved: 'Aprovada',
    digest: 'Hash',
    all: 'Todas as linhas',
  },
  noRuns: 'Ainda não há execuções. Comece com: pix payouts check ARQUIVO',
  noLatestRun: { message: 'ainda não há execuções', hint: 'comece com: pix payouts check ARQUIVO' },
  needsOutcome: {
    message: 'diga como terminou',
    hint: 'pix payouts resolve EXECUÇÃO LINHA --paid ID, ou --not-paid',
  },
  resolvePaid: (row: string, id: string) => `${row}: decidir que FOI PAGA, pelo saque ${id}?`,
  resolveNotPaid: (row: string) => `${row}: decidir que NÃO FOI PAGA? Então pode ser enviada de novo em outro lugar.`,
  resolveNeedsYes: {
    message: 'não há ninguém para confirmar; nada foi decidido',
    hint: 'acrescente --yes para decidir',
  },
  resolved: (row: string, status: string) => `${row}: ${status}.`,
  unchanged: { message: 'cancelado; nada foi decidido' },
  reported: (number: number, path: string) => `Gravado em ${path}: ${rows(number)}.`,
  noRetryRows: 'Nenhuma linha ficou com certeza sem pagar: o arquivo seria vazio, e não foi gravado.',
  notSought: (number: number, runId: string) =>
    `Ainda fora do arquivo: ${rows(number)}; o pix não procurou cópias do pedido que podem ter sido pagas. Para procurar: pix payouts resume ${runId}`,
  notSentYet: (number: number, runId: string) =>
    `Ainda não enviadas, e fora do arquivo: ${rows(number)}; pix payouts resume ${runId} as envia.`,
};
