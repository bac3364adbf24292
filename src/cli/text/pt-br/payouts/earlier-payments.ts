import type { Complaint } from '../../../errors/command-error.ts';
import type { earlierPayments as english } from '../../en/payouts/earlier-payments.ts';
import { rows } from './rows.ts';

export const earlierPayments: typeof english = {
  knownFile: (runId: string) =>
    `Este arquivo já foi executado, como ${runId}: executá-lo de novo continua essa execução.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `Este arquivo já foi pago, em ${when}, como ${runId} (${rows(number)}, ${sum}). Nada foi enviado agora.`,
  ranBefore: (when: string, runId: string) =>
    `Este arquivo já foi executado, em ${when}, como ${runId}, e nada dele falta enviar. Nada foi enviado agora.`,
  payAgain: 'Se for para pagar mais uma vez: o mesmo comando com --again.',
  finishedFile: (when: string, runId: string) =>
    `Este arquivo já foi executado, em ${when}, como ${runId}, e nada dele falta enviar: pix payouts run não envia nada, a não ser com --again.`,
  nothingToPayAgain: {
    message: 'nada seria pago: execuções anteriores detêm a referência de todas as linhas; nada foi enviado',
    hint: 'dê referências novas às linhas que devem ser pagas mais uma vez, e execute o arquivo sem --again',
  },
  retryNeedsAgain: 'Ele tem todas as linhas da execução, então é o mesmo arquivo: execute-o com --again, ou mude algo.',
  alikePaid: (number: number, sum: string, runId: string, when: string) =>
    `nota: ${rows(number)} sem referência com a mesma chave e o mesmo valor de pagamentos de execuções anteriores (${sum}; a mais recente: ${runId}, ${when}). Com referência o pix sabe distinguir.`,
  repeatedRow: (row: string, runId: string, when: string) =>
    `${row} não tem referência e tem a mesma chave e o mesmo valor de um pagamento de ${runId} (${when})`,
  payAgainQuestion: (number: number, sum: string) =>
    `${rows(number)} (${sum}) ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'}. Pagar de novo?`,
  cancelledPaidBefore: {
    message: 'cancelado; nada foi enviado',
    hint: 'para pagar só as outras linhas: --only-valid',
  },
  paidBeforeNeedsWord: (number: number, sum: string, runId: string, when: string): Complaint => ({
    message: `${rows(number)} sem referência (${sum}) ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'} (a execução mais recente: ${runId}, ${when}); nada foi enviado`,
    hint: 'para pagar só as outras linhas: --only-valid; para pagar de novo: --pay-again',
  }),
  rewrittenReference: (row: string, earlier: string, runId: string, when: string) =>
    `${row}: a mesma chave e o mesmo valor já foram enviados como "${earlier}" em ${runId} (${when}). Uma planilha pode ter alterado essa referência.`,
  referencesRewritten: (number: number): Complaint => ({
    message: `${rows(number)} ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'}, com uma referência que uma planilha alterou depois; nada foi enviado`,
    hint: 'restaure as referências ou deixe essas linhas de fora: --only-valid; se são pagamentos novos: --new-references',
  }),
  paidLately: (row: string, runId: string, when: string) =>
    `nota: ${row} tem referência nova, mas a mesma chave e o mesmo valor de um pagamento de ${runId} (${when}).`,
  moreEarlier: (number: number) => `… e mais ${rows(number)} assim: pix payouts check ARQUIVO --json`,
  nothingNew: {
    message: 'não há nada a pagar: todas as linhas podem já ter sido pagas; nada foi enviado',
    hint: 'se são pagamentos novos: --new-references para linhas com referência, --pay-again para as outras',
  },
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: a referência é de outro pagamento, de ${amount} para ${key} (${runId}), então esta linha não é enviada.`,
  referencesOfOthers: 'referência de outro pagamento',
  referencesTaken: (number: number): Complaint => ({
    message: `${rows(number)} com referência de outro pagamento; nada foi enviado`,
    hint: 'dê a cada pagamento uma referência própria, ou deixe essas linhas de fora: --only-valid',
  }),
};
