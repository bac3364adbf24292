import type { payouts as english } from '../../en/payouts/payouts.ts';
import { check } from './check.ts';
import { payoutErrors, payoutStops } from './errors.ts';
import { earlierPayments } from './earlier-payments.ts';
import { findings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { recipients } from './recipients.ts';
import { reporting } from './report.ts';
import { running } from './run.ts';
import { unclear } from './unclear.ts';

export const payouts: typeof english = {
  help: payoutsHelp,
  fields: {
    row: 'Linha',
    line: 'Linha do arquivo',
    column: 'Coluna',
    message: 'O que há de errado',
    reference: 'Referência',
    taxId: 'CPF/CNPJ',
    reason: 'Motivo',
    code: 'Código',
    arrives: 'Recebe',
    note: 'Observação',
    isNew: 'Novo',
    sameKeyRow: 'Mesma chave da linha',
    time: 'Horário',
    attempts: 'Tentativas',
    mark: 'Marca',
    secondId: 'Segundo saque',
    resolvedBy: 'Decidido por',
    run: 'Execução',
    service: 'Serviço',
    digest: 'Hash',
    approvedAt: 'Aprovada',
    'paid.rows': 'Pagas',
    'pending.rows': 'Pendentes',
    'notPaid.rows': 'Não pagas',
    'notSent.rows': 'Não enviadas',
    'open.rows': 'Incertas',
  },
  ...check,
  ...earlierPayments,
  ...running,
  ...unclear,
  ...journal,
  ...recipients,
  ...reporting,
  ...findings,
  errors: payoutErrors,
  stops: payoutStops,
};
