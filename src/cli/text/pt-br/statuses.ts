import type { statuses as english } from '../en/statuses.ts';

export const statuses: typeof english = {
  PENDING: 'Pendente',
  ACTIVE: 'Ativo',
  COMPLETED: 'Concluído',
  FAILED: 'Falhou',
  OPEN: 'Aberta',
  ACCEPTED: 'Aceita',
  REFUSED: 'Recusada',
  planned: 'Não enviado',
  duplicate: 'Referência já usada',
  sending: 'Sendo enviado',
  paid: 'Pago',
  accepted: 'Pendente',
  failed: 'Falhou',
  refused: 'Recusado',
  unknown: 'INCERTO',
  absent: 'Retido: ausente',
  ambiguous: 'Retido: ambíguo',
  resolved_paid: 'Pago (decidido)',
  resolved_unpaid: 'Não pago (decidido)',
};
