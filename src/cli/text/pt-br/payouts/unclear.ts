import { failure } from '../../../errors/command-error.ts';
import type { unclear as english } from '../../en/payouts/unclear.ts';
import { count, payments } from '../numbers.ts';

export const unclear: typeof english = {
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
