import { failure } from '../../../errors/command-error.ts';
import type { earlierPayments as english } from '../../en/payouts/earlier-payments.ts';
import { payments, rows, count } from '../numbers.ts';

export const earlierPayments: typeof english = {
  knownFile: (runId: string) => `Este arquivo já é o lote ${runId}: pagá-lo de novo retoma esse lote.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `Este arquivo já foi pago em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  validPaidBefore: (number, sum, when, runId) =>
    `As linhas sem erro deste arquivo já foram pagas em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  leftOutRows: (number) =>
    `${rows(number)} com erro ${number === 1 ? 'ficou de fora e não foi paga' : 'ficaram de fora e não foram pagas'}: veja com pix payouts check.`,
  ranBefore: (when: string, runId: string) =>
    `Este arquivo já foi processado em ${when}, no lote ${runId}, e não resta nada a enviar. Nada foi enviado agora.`,
  payAgain: (allow: string | undefined) =>
    `Para pagar outra vez${allow === undefined ? ', use referências novas.' : ` de propósito: --allow ${allow}`}`,
  nothingToPayAgain: failure(
    'todas as referências já foram usadas em lotes anteriores; nada foi enviado',
    'para pagar outra vez, use referências novas e rode o arquivo sem --allow again',
  ),
  retryFee: (option: string) =>
    `Estes pagamentos eram com ${option === '--cover-fee' ? 'a tarifa à parte' : 'a tarifa descontada do valor'}, e o arquivo não diz isso: rode-o com ${option}.`,
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
      `${payments(number)} (${sum}) ${number === 1 ? 'repete' : 'repetem'} a referência, ou a chave e o valor, de ${number === 1 ? 'um pagamento' : 'pagamentos'} em aberto no lote ${runId}; nada foi enviado`,
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
  moreEarlier: (number: number) =>
    `… e mais ${payments(number)} na mesma situação; todos com: pix payouts check --json`,
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
  secondWithdrawal: (line: string, first: string, second: string) =>
    `ALERTA: o pagamento da linha ${line} PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}: os dois têm um identificador dele. Confira ambos e peça a devolução de um.`,
  foreignSecond: (line: string, amount: string, first: string, second: string) =>
    `ALERTA: o pagamento da linha ${line} (${amount}) PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}, que outra máquina fez para a mesma chave, com o mesmo valor. Confira ambos e peça a devolução de um.`,
  otherMark: (line: string, id: string, mark: string) =>
    `ALERTA: o pagamento da linha ${line} consta como feito por ${id}, mas esse envio tem o identificador de outro pagamento (${mark}). Confirme com o destinatário antes de pagar de novo.`,
  unconfirmed: {
    refused: (row: string) => `${row}: recusado, mas uma cópia pode ter sido paga; a verificação não terminou`,
    absent: (row: string) => `${row}: não localizado no serviço`,
    ambiguous: (row: string) => `${row}: algum envio pode ser este pagamento, mas não há certeza`,
    unknown: (row: string) => `${row}: ainda sem confirmação`,
  },
  decide: {
    absent: (runId, line, allow) =>
      `Não localizado: o serviço não tem envio para o pagamento. Para enviar de novo: pix payouts resume ${runId} --allow ${allow}; para deixar sem pagar: pix payouts resolve ${runId} ${line ?? 'LINHA'} --not-paid`,
    ambiguous: (runId, line) =>
      `Compare os envios (pix withdraw list) e depois: pix payouts resolve ${runId} ${line ?? 'LINHA'} --paid ID, ou --not-paid`,
  },
  rowOf: (line: string, who: string, sum: string) => `Linha ${line} (${who}, ${sum})`,
  rowWithin: (line: string, who: string, sum: string) => `o pagamento da linha ${line} (${who}, ${sum})`,
  moreUnconfirmed: (number: number, runId: string) =>
    `… e mais ${payments(number)}: pix payouts report ${runId} --format csv`,
  unconfirmedIn: (runId, number, sum) => `SEM CONFIRMAÇÃO em ${runId}: ${payments(number)} (${sum}).`,
  moreUnconfirmedRuns: (number) =>
    `… e mais ${count(number)} ${number === 1 ? 'lote' : 'lotes'} com pagamentos sem confirmação: pix payouts list`,
  runAbsent: (number, runId, allow) =>
    failure(
      `${payments(number)} ${number === 1 ? 'não foi localizado' : 'não foram localizados'} no serviço, e nada foi reenviado`,
      `não pague por outro meio; para enviar de novo: pix payouts resume ${runId} --allow ${allow}`,
    ),
  runUnknown: (number: number, runId: string) =>
    failure(
      `O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação`,
      `não pague por outro meio; veja o que fazer com: pix payouts status ${runId}`,
    ),
  refusedUnknown: (number: number, runId: string) =>
    failure(
      `o serviço recusou ${payments(number)}, mas uma cópia da requisição pode ter sido paga, e a verificação não terminou`,
      `para concluir a verificação e enviar o que não foi pago: pix payouts resume ${runId}; até lá, não pague por outro meio`,
    ),
  paidByOther: (number: number, runId: string) =>
    failure(
      `${payments(number)} ${number === 1 ? 'pode não ter sido feito: o envio tem o identificador' : 'podem não ter sido feitos: os envios têm os identificadores'} de outro pagamento`,
      `compare: pix payouts report ${runId} --fields row,id,mark,reason; fale com os destinatários antes de pagar de novo`,
    ),
  runUnknownBecause: (number: number, runId: string, reason: string) =>
    failure(
      `O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação, e a verificação falhou: ${reason}`,
      `não pague por outro meio; quando estiver resolvido: pix payouts resume ${runId}`,
    ),
  paidTwice: (number: number, runId: string) =>
    failure(
      `O DINHEIRO PODE TER SAÍDO DUAS VEZES: ${payments(number)}`,
      `veja os envios com: pix payouts report ${runId} --fields row,id,secondId`,
    ),
};
