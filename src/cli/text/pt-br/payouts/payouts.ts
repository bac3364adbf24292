import type { payouts as english } from '../../en/payouts/payouts.ts';
import { approval } from './approval.ts';
import { check } from './check.ts';
import { payoutErrors, payoutStops } from './errors.ts';
import { earlierPayments } from './earlier-payments.ts';
import { findings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { rejection } from './rejection.ts';
import { recipients } from './recipients.ts';
import { reasons } from './reasons.ts';
import { reporting } from './report.ts';
import { running } from './run.ts';
import { unclear } from './unclear.ts';
import { warnings } from './warnings.ts';

export const payouts: typeof english = {
  help: payoutsHelp,
  fields: {
    row: 'Nº',
    line: 'Linha',
    column: 'Coluna',
    cell: 'Célula',
    message: 'Problema',
    reference: 'Referência',
    taxId: 'CPF/CNPJ',
    reason: 'Motivo',
    code: 'Código',
    fee: 'Tarifa',
    arrives: 'Recebe',
    note: 'Observação',
    coverFee: 'Tarifa à parte',
    isNew: 'Novo',
    sameKeyRow: 'Mesma chave do nº',
    time: 'Horário',
    attempts: 'Tentativas',
    mark: 'Identificador',
    secondId: 'Segundo envio',
    resolvedBy: 'Confirmado por',
    run: 'Lote',
    service: 'Serviço',
    journal: 'Registro',
    bytes: 'Bytes',
    runs: 'Lotes',
    unfinished: 'Em aberto',
    workers: 'Processos',
    from: 'De',
    to: 'Para',
    payouts: 'Pagamentos',
    digest: 'Hash',
    approvedAt: 'Aprovado em',
    'paid.rows': 'Pagos',
    'pending.rows': 'Processando',
    'notPaid.rows': 'Não pagos',
    'notSent.rows': 'Não enviados',
    submitter: 'Submetido por',
    submittedAt: 'Submetido',
    user: 'Usuário',
    host: 'Máquina',
    needed: 'Exigidas',
    missing: 'Faltam',
    number: 'Nº',
    at: 'Quando',
    did: 'O quê',
    'open.rows': 'Sem confirmação',
    folder: 'Pasta',
    format: 'Formato',
    written: 'Gravados',
    existing: 'Já existentes',
    differing: 'Não concluídos',
    left: 'Sem resultado',
    notPaid: 'Não pagos',
  },
  ...check,
  ...earlierPayments,
  ...running,
  ...unclear,
  ...journal,
  ...recipients,
  ...reasons,
  ...reporting,
  ...findings,
  approval,
  rejection,
  warnings,
  errors: payoutErrors,
  stops: payoutStops,
};
