import type { Complaint } from '../../../errors/command-error.ts';
import type { unclear as english } from '../../en/payouts/unclear.ts';
import { rows } from './rows.ts';

export const unclear: typeof english = {
  secondWithdrawal: (row: string, first: string, second: string) =>
    `ALARME: a linha ${row} PODE TER SIDO PAGA DUAS VEZES, por ${first} e por ${second}: ambos trazem uma marca dela. Confira os dois e peça a devolução de um.`,
  otherMark: (row: string, id: string, mark: string) =>
    `ALARME: a linha ${row} consta como paga por ${id}, mas esse saque traz a marca de outro pagamento (${mark}). Confira com o destinatário antes de pagar de novo.`,
  held: {
    refused: (row: string, runId: string) =>
      `${row}: recusada, e o pix ainda não terminou de procurar uma cópia do pedido que pode ter sido paga. Para procurar de novo: pix payouts resume ${runId}`,
    absent: (row: string, runId: string, number: number) =>
      `${row}: o serviço não tem saque para ela. Para enviar de novo: pix payouts resume ${runId} --resend-proven-absent; para deixar sem pagar: pix payouts resolve ${runId} ${number} --not-paid`,
    ambiguous: (row: string, runId: string, number: number) =>
      `${row}: há saques que podem ser ela, e nada prova qual. Compare-os (pix withdraw list) e depois: pix payouts resolve ${runId} ${number} --paid ID, ou --not-paid`,
    unknown: (row: string, runId: string) =>
      `${row}: ninguém sabe ainda se foi paga. Para procurar de novo: pix payouts resume ${runId}`,
  },
  heldRow: (row: string, who: string, sum: string) => `Linha ${row} (${who}, ${sum})`,
  moreHeld: (number: number, runId: string) => `… e mais ${rows(number)}: pix payouts report ${runId} --format csv`,
  runUnknown: (number: number, runId: string): Complaint => ({
    message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${number === 1 ? 'foi paga' : 'foram pagas'}: ${rows(number)}`,
    hint: `não pague de outra maneira; veja o que fazer com: pix payouts status ${runId}`,
  }),
  refusedUnknown: (number: number, runId: string): Complaint => ({
    message: `o serviço recusou ${rows(number)}; o pix ainda não terminou de procurar uma cópia do pedido que pode ter sido paga`,
    hint: `para continuar a procurar, e então enviar o que não foi pago: pix payouts resume ${runId}; até lá, não pague de outra maneira`,
  }),
  paidByOther: (number: number, runId: string): Complaint => ({
    message: `${rows(number)}: talvez sem pagamento, pois os saques trazem as marcas de outros pagamentos`,
    hint: `compare: pix payouts report ${runId} --fields row,id,mark,reason; fale com os destinatários antes de pagar de novo`,
  }),
  runUnknownBecause: (number: number, runId: string, reason: string): Complaint => ({
    message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${rows(number)} ${number === 1 ? 'foi paga' : 'foram pagas'}, e não foi possível esclarecer: ${reason}`,
    hint: `não as pague de outra forma; quando isso estiver resolvido: pix payouts resume ${runId}`,
  }),
  paidTwice: (number: number, runId: string): Complaint => ({
    message: `O DINHEIRO PODE TER SAÍDO DUAS VEZES: ${rows(number)}`,
    hint: `veja os saques com: pix payouts report ${runId} --fields row,id,secondId`,
  }),
};
