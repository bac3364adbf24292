import type { rejection as english } from '../../en/payouts/rejection.ts';

export const rejection: typeof english = {
  labels: { by: 'Rejeitado por', reason: 'Motivo' },
  rejected: (runId, person) =>
    `${person} rejeitou o lote ${runId}. Ele não será pago; o arquivo pode ser enviado de novo para aprovação.`,
  reasonRequired: {
    message: 'informe --reason: o motivo da rejeição',
    hint: 'por exemplo: pix payouts reject LOTE --reason "mês errado"',
  },
  invalidReason: (maximum) => ({
    message: `o motivo tem uma linha e no máximo ${maximum} caracteres`,
    hint: 'encurte o texto de --reason',
  }),
};
