import { words } from '../../../contract/words/pt-br.ts';
import type { statuses as english } from '../en/statuses.ts';

export const statuses: typeof english = {
  ...words.statuses,
  payout: {
    planned: 'Não enviado',
    duplicate: 'Referência já usada',
    sending: 'Enviando',
    paid: 'Pago',
    accepted: 'Em processamento',
    failed: 'Não concluído',
    refused: 'Recusado',
    unknown: 'SEM CONFIRMAÇÃO',
    absent: 'Não localizado',
    ambiguous: 'Duvidoso',
    resolved_paid: 'Pago (confirmado por você)',
    resolved_unpaid: 'Não pago (confirmado por você)',
  },
  reconciliation: {
    matched: 'Conciliado',
    decided: 'Decidido por você',
    left_out: 'Deixado de fora',
    sum_differs: 'Somas do arquivo não fecham',
    sign_differs: 'Sinal trocado',
    amount_differs: 'Valor diferente',
    day_differs: 'Dia diferente',
    ambiguous: 'Mais de uma possibilidade',
    only_here: 'Só na conta',
    only_there: 'Só no arquivo',
    unread: 'Ilegível',
  },
};
