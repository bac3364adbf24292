import * as z from 'zod';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf, wordOf } from '../../sql/row.ts';
import { BATCH_ENCODINGS, DELIMITERS, type CsvForm } from '../files/batch-summary.ts';
import type { Payout } from '../payout.ts';
import { PAYOUT_STATES } from '../payout-state.ts';
import type { PayoutRecord, RunRecord, WithdrawalFacts } from './records.ts';

const cellTexts = z.record(z.string(), z.string());
const idTexts = z.array(z.string()).nullable();

/** For {@link payoutRecordOf}; add a filter. */
export const SELECT_PAYOUTS = `SELECT payout.*, run.id AS run_id
  FROM payout JOIN run ON run.number = payout.run`;

/** For {@link payoutParameters}. */
export const INSERT_PAYOUT = `INSERT INTO payout (run, row, line, reference, name, tax_id, pix_key, pix_key_type,
  amount_centavos, cover_fee, description, cells, changed_at, state, attempt)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned', 0)`;

/** For {@link withdrawalParameters}, or {@link NO_WITHDRAWAL}. */
export const SET_WITHDRAWAL = `withdrawal_id = ?, withdrawal_status = ?, withdrawal_value = ?, withdrawal_fee = ?,
  withdrawal_sent = ?, withdrawal_created_at = ?, withdrawal_final_at = ?, failure_reason = ?`;

export function runRecordOf(row: SqlRow): RunRecord {
  return {
    id: textOf(row, 'id'),
    digest: textOf(row, 'digest'),
    round: integerOf(row, 'round'),
    source: textOf(row, 'source'),
    origin: textOf(row, 'origin'),
    account: integerOf(row, 'account'),
    coverFee: integerOf(row, 'cover_fee') === 1,
    usesMarks: integerOf(row, 'uses_marks') === 1,
    resendsProvenAbsent: integerOf(row, 'resends_proven_absent') === 1,
    payouts: integerOf(row, 'payouts'),
    amountCentavos: centavos(integerOf(row, 'amount_centavos')),
    createdAt: integerOf(row, 'created_at'),
    compared: { at: integerOf(row, 'compared_at'), ids: idTexts.parse(JSON.parse(textOf(row, 'compared_ids'))) },
    approvedAt: nullableIntegerOf(row, 'approved_at'),
    dueOn: nullableTextOf(row, 'due_on'),
    csv: nullableTextOf(row, 'delimiter') === null ? null : csvFormOf(row),
  };
}

function csvFormOf(row: SqlRow): CsvForm {
  return { delimiter: wordOf(row, 'delimiter', DELIMITERS), encoding: wordOf(row, 'encoding', BATCH_ENCODINGS) };
}

export function payoutRecordOf(row: SqlRow): PayoutRecord {
  const reference = nullableTextOf(row, 'reference');
  const name = nullableTextOf(row, 'name');
  const taxId = nullableTextOf(row, 'tax_id');
  const description = nullableTextOf(row, 'description');
  return {
    runId: textOf(row, 'run_id'),
    row: integerOf(row, 'row'),
    line: integerOf(row, 'line'),
    ...(reference !== null && { reference }),
    ...(name !== null && { name }),
    ...(taxId !== null && { taxId }),
    pixKey: textOf(row, 'pix_key'),
    pixKeyType: wordOf(row, 'pix_key_type', PIX_KEY_TYPES),
    amountCentavos: centavos(integerOf(row, 'amount_centavos')),
    coverFee: integerOf(row, 'cover_fee') === 1,
    ...(description !== null && { description }),
    cells: cellTexts.parse(JSON.parse(textOf(row, 'cells'))),
    state: wordOf(row, 'state', PAYOUT_STATES),
    attempt: integerOf(row, 'attempt'),
    mark: nullableTextOf(row, 'mark'),
    intendedAt: nullableIntegerOf(row, 'intended_at'),
    endedAt: nullableIntegerOf(row, 'ended_at'),
    refusedAt: nullableIntegerOf(row, 'refused_at'),
    servedBefore: nullableIntegerOf(row, 'served_before'),
    answeredId: nullableTextOf(row, 'answered_id'),
    withdrawal: withdrawalOf(row),
    secondWithdrawalId: nullableTextOf(row, 'second_withdrawal_id'),
    soughtAt: nullableIntegerOf(row, 'sought_at'),
    code: nullableTextOf(row, 'code'),
    reason: nullableTextOf(row, 'reason'),
    resolvedBy: nullableTextOf(row, 'resolved_by'),
    changedAt: integerOf(row, 'changed_at'),
  };
}

export function payoutParameters(run: number, payout: Payout, at: number): SqlValue[] {
  const { row, line, pixKey, pixKeyType, amountCentavos, coverFee } = payout;
  const { reference = null, name = null, taxId = null, description = null } = payout;
  const recipient = [reference, name, taxId, pixKey, pixKeyType];
  const cells = JSON.stringify(payout.cells);
  return [run, row, line, ...recipient, amountCentavos, Number(coverFee), description, cells, at];
}

export function withdrawalParameters(withdrawal: WithdrawalFacts): SqlValue[] {
  const { id, status, valueCentavos, feeCentavos, sentCentavos, createdAt, finalAt, failureReason } = withdrawal;
  return [id, status, valueCentavos, feeCentavos, sentCentavos, createdAt, finalAt, failureReason];
}

export const NO_WITHDRAWAL: readonly SqlValue[] = Array.from(SET_WITHDRAWAL.matchAll(/\?/g), () => null);

function withdrawalOf(row: SqlRow): WithdrawalFacts | null {
  const id = nullableTextOf(row, 'withdrawal_id');
  if (id === null) return null;
  return {
    id,
    status: nullableTextOf(row, 'withdrawal_status'),
    valueCentavos: nullableCentavosOf(row, 'withdrawal_value'),
    feeCentavos: nullableCentavosOf(row, 'withdrawal_fee'),
    sentCentavos: nullableCentavosOf(row, 'withdrawal_sent'),
    createdAt: nullableIntegerOf(row, 'withdrawal_created_at'),
    finalAt: nullableIntegerOf(row, 'withdrawal_final_at'),
    failureReason: nullableTextOf(row, 'failure_reason'),
  };
}

function nullableCentavosOf(row: SqlRow, column: string): Centavos | null {
  const value = nullableIntegerOf(row, column);
  return value === null ? null : centavos(value);
}
