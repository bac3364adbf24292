import { failure } from '../../../errors/command-error.ts';
import type { rejection as english } from '../../en/payouts/rejection.ts';

export const rejection: typeof english = {
  labels: { by: 'Rejeitado por', reason: 'Motivo' },
  rejected: (runId, person) =>
    `${person} rejeitou o lote ${runId}. Ele não será pago; o arquivo pode ser enviado de novo para aprovação.`,
  reasonRequired: failure(
    'informe --reason: o motivo da rejeição',
    'por exemplo: pix payouts reject LOTE --reason "mês errado"',
  ),
  invalidReason: (maximum) =>
    failure(`o motivo tem uma linha e no máximo ${maximum} caracteres`, 'encurte o texto de --reason'),
};
