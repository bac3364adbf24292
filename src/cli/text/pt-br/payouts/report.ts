import { failure } from '../../../errors/command-error.ts';
import type { reporting as english } from '../../en/payouts/report.ts';
import { count, payments } from '../numbers.ts';

export const reporting: typeof english = {
  sheet: {
    paid: (number: number, sum: string, place: string) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid: number, all: number, sum: string, total: string, place: string) =>
      `Pagos: ${count(paid)} de ${count(all)}, ${sum} de ${total} (${place})`,
    place: (file: string, runId: string) => `${file}, lote ${runId}`,
    receipts: (runId: string) => `Comprovantes: pix payouts receipts ${runId} --out PASTA`,
    check: (runId: string) => `Verificar: pix payouts resume ${runId}`,
    outcome: (runId: string) => `Acompanhe: pix payouts status ${runId} --refresh`,
    recorded: (when: string) => `registrado em ${when}`,
    run: 'Lote',
    file: 'Arquivo',
    at: 'Serviço',
    confirmed: 'Confirmado em',
    approved: 'Aprovado em',
    digest: 'Código do arquivo',
    all: 'Total',
    fee: 'Tarifa',
    feeOnTop: (onTop: number, all: number) =>
      onTop === all ? 'à parte' : `à parte em ${payments(onTop)}; nos demais, descontada do valor`,
  },
  moreUnpaid: (number: number, runId: string) => `… e mais ${count(number)}: pix payouts report ${runId}`,
  noRuns: 'Nenhum lote ainda. Comece com: pix payouts check ARQUIVO',
  noLatestRun: failure('nenhum lote ainda', 'comece com: pix payouts check ARQUIVO'),
  needsOutcome: failure('informe --paid ou --not-paid', 'pix payouts resolve LOTE LINHA --paid ID, ou --not-paid'),
  resolvePaid: (row, id, amount, key, when) =>
    `${row}: confirmar que FOI PAGO (envio ${id}: ${amount} para ${key} em ${when})?`,
  wholeId: 'este comando exige o ID completo; veja-o com: pix withdraw get ID --fields id',
  resolveNotPaid: (row: string) => `${row}: confirmar que NÃO FOI PAGO? A referência fica livre para novo envio.`,
  resolveNeedsYes: failure('sem terminal para confirmar: nada foi alterado', 'acrescente --yes para confirmar'),
  resolved: (row: string, status: string) => `${row}: ${status}.`,
  unchanged: { message: 'cancelado; nada foi alterado' },
  sheetName: 'Pagamentos',
  totalPaid: 'Total pago',
  reported: (number: number, path: string) => `Gravado em ${path}: ${payments(number)}.`,
  noFinalRows: 'Nenhum pagamento com resultado final ainda; nada a gravar.',
  leftForReturn: (lines) =>
    `Fica para o próximo retorno, porque o resultado ainda não é final: ${payments(lines.length)} (linha ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure('um retorno com acentos só pode ser gravado em arquivo', 'informe o nome: --out ARQUIVO.ret'),
  notRemittance: (runId: string) =>
    failure(`o lote ${runId} não veio de uma única remessa CNAB 240`, 'outro formato: --format csv|xlsx|excel-br|json'),
  noRetryRows: 'Nenhum pagamento confirmado como não realizado; nada a gravar.',
  notSought: (number: number, runId: string) =>
    `Ainda fora do arquivo: ${payments(number)}; falta verificar se alguma cópia da requisição foi paga. Para verificar: pix payouts resume ${runId}`,
  notSentYet: (number: number, runId: string) =>
    `Fora do arquivo, ainda por enviar: ${payments(number)}. Para enviar: pix payouts resume ${runId}`,
};
