import { failure } from '../../../errors/command-error.ts';
import type { earlierPayments as english } from '../../en/payouts/earlier-payments.ts';
import { payments, rows } from '../numbers.ts';

export const earlierPayments: typeof english = {
  knownFile: (runId: string) => `Este arquivo já é o lote ${runId}: pagá-lo de novo retoma esse lote.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `Este arquivo já foi pago em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  validPaidBefore: (number, sum, when, runId) =>
    `As linhas sem erro deste arquivo já foram pagas em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  leftOutRows: (number) =>
    `${rows(number)} com erro ${number === 1 ? 'ficou de fora e não foi paga' : 'ficaram de fora e não foram pagas'}. Veja: pix payouts check ARQUIVO`,
  ranBefore: (when: string, runId: string) =>
    `Este arquivo já foi processado em ${when}, no lote ${runId}, e não resta nada a enviar. Nada foi enviado agora.`,
  payAgain: (allow: string | undefined) =>
    `Para pagar outra vez${allow === undefined ? ', use referências novas.' : ` de propósito: --allow ${allow}`}`,
  nothingToPayAgain: failure(
    'todas as referências já foram usadas em lotes anteriores; nada foi enviado',
    'para pagar outra vez, use referências novas e rode o arquivo sem --allow again',
  ),
  retryNeedsAgain:
    'Ele tem todos os pagamentos do lote, ou seja, é o mesmo arquivo: o pix payouts run diz o que o permite, ou altere-o.',
  notAllowed: (word: string) =>
    failure(
      `o que ${word} permitiu não é o que existe agora; nada foi enviado`,
      `rode o comando sem ${word} para ver o que existe e o que o permite`,
    ),
  inRun: (runId: string, when: string) => `no lote ${runId} (${when})`,
  madeElsewhere: (withdrawalId: string, when: string) => `fora deste registro (envio ${withdrawalId}, ${when})`,
  alikePaid: (number: number, sum: string, place: string) =>
    `nota: ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}: a mesma chave já recebeu o mesmo valor, por último ${place}. Com referência nos dois, o pix sabe distinguir.`,
  repeatedRow: (row: string, place: string) =>
    `${row}: a mesma chave já recebeu o mesmo valor ${place}, e nenhuma referência distingue os dois pagamentos`,
  payAgainQuestion: (number: number, sum: string) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}. Pagar de novo?`,
  cancelledPaidBefore: failure('cancelado; nada foi enviado', 'para fazer só os outros pagamentos: --only-valid'),
  paidBeforeNeedsWord: (number: number, sum: string, place: string, allow: string) =>
    failure(
      `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, por último ${place}; nada foi enviado`,
      `para fazer só os outros pagamentos: --only-valid; para pagar de novo: --allow ${allow}`,
    ),
  paidElsewhere: (number: number, sum: string, place: string) =>
    `nota: ${payments(number)} (${sum}) deste arquivo ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}.`,
  payElsewhereQuestion: (number: number, sum: string, place: string) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}. Pagar também desta conta?`,
  paidElsewhereNeedsWord: (number: number, sum: string, place: string, allow: string) =>
    failure(
      `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}; nada foi enviado`,
      `confira o perfil: pix auth status; se também devem sair desta conta: --allow ${allow}`,
    ),
  cancelledElsewhere: failure('cancelado; nada foi enviado', 'para escolher a conta, use o perfil dela: -p NOME'),
  equalUnsettled: (number: number, sum: string, runId: string) =>
    failure(
      `${payments(number)} (${sum}) ${number === 1 ? 'repete' : 'repetem'} chave e valor de ${number === 1 ? 'um pagamento' : 'pagamentos'} em aberto no lote ${runId}; nada foi enviado`,
      `conclua antes esse lote: pix payouts resume ${runId}; para fazer só os outros pagamentos: --only-valid`,
    ),
  rewrittenReference: (row: string, earlier: string, place: string) =>
    `${row}: a mesma chave e o mesmo valor já foram enviados como "${earlier}" ${place}. Uma planilha pode ter alterado essa referência.`,
  referencesRewritten: (number: number, allow: string) =>
    failure(
      `${payments(number)} ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, com uma referência que uma planilha alterou; nada foi enviado`,
      `restaure as referências ou ignore essas linhas: --only-valid; se são pagamentos novos: --allow ${allow}`,
    ),
  paidLately: (row: string, place: string) =>
    `nota: ${row} tem referência nova, mas a mesma chave já recebeu o mesmo valor ${place}.`,
  moreEarlier: (number: number) => `… e mais ${payments(number)} na mesma situação: pix payouts check ARQUIVO --json`,
  nothingNew: failure(
    'nada a pagar: todos os pagamentos podem já ter sido feitos; nada foi enviado',
    'se algum é um pagamento novo, rode o arquivo sem --only-valid: o pix diz o que o permite',
  ),
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: não será enviado, porque a referência é de outro pagamento: ${amount} para ${key} (lote ${runId}).`,
  referencesOfOthers: 'referência de outro pagamento',
  referencesTaken: (number: number) =>
    failure(
      `${payments(number)} com referência de outro pagamento; nada foi enviado`,
      'use uma referência própria para cada pagamento, ou ignore essas linhas: --only-valid',
    ),
};
