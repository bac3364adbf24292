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
  sending: 'Enviando',
  paid: 'Pago',
  accepted: 'Em processamento',
  failed: 'Falhou',
  refused: 'Recusado',
  unknown: 'SEM CONFIRMAÇÃO',
  absent: 'Não localizado',
  ambiguous: 'Duvidoso',
  resolved_paid: 'Pago (confirmado por você)',
  resolved_unpaid: 'Não pago (confirmado por você)',
};
