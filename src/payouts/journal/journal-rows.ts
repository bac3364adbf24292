import * as z from 'zod';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf, wordOf } from '../../sql/row.ts';
import { BATCH_ENCODINGS, DELIMITERS, type CsvForm } from '../files/batch-summary.ts';
import type { Payout } from '../payout.ts';
import { PAYOUT_STATES } from '../payout-state.ts';

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

export function runRecordOf(row: SqlRow) {
  const ids: readonly string[] | null = idTexts.parse(JSON.parse(textOf(row, 'compared_ids')));
  return {
    /** Such as `r-20261121-k7m2`. */
    id: textOf(row, 'id'),
    /** The digest of the canonical rows, `sha256:…`. */
    digest: textOf(row, 'digest'),
    /** From 1: the number of this run among those of the same payouts. Each but the first was requested explicitly. */
    round: integerOf(row, 'round'),
    /** The source of the rows: a file's name, `-`, or the command. */
    source: textOf(row, 'source'),
    /** Scheme, host and port of the service: a run is never resumed at another. */
    origin: textOf(row, 'origin'),
    /** The account's number in the journal. */
    account: integerOf(row, 'account'),
    /** Fees are added on top of the amounts: of rows that do not say whether. Each payout has its own. */
    coverFee: integerOf(row, 'cover_fee') === 1,
    /** Withdrawals have a mark in their description, by which they are found. */
    usesMarks: integerOf(row, 'uses_marks') === 1,
    /** A payout that is proven absent is sent again instead of being put on hold. */
    resendsProvenAbsent: integerOf(row, 'resends_proven_absent') === 1,
    payouts: integerOf(row, 'payouts'),
    amountCentavos: centavos(integerOf(row, 'amount_centavos')),
    createdAt: integerOf(row, 'created_at'),
    /** The newest withdrawals with which rows were compared: what is not among them was made since. */
    compared: {
      /** When they were asked for, by the clock that is behind: ours or the service's. Milliseconds since the epoch. */
      at: integerOf(row, 'compared_at'),
      /** The newest, and those of others from the time for which a list may be old. Null where no key may read them. */
      ids,
    },
    /** Null: only staged; it is removed without an approval. */
    approvedAt: nullableIntegerOf(row, 'approved_at'),
    /** The day in Brasília, such as `2026-12-05`, before which nothing of it is sent. Null: it was sent at once. */
    dueOn: nullableTextOf(row, 'due_on'),
    /** Of the file that was read, where it was a CSV. */
    csv: nullableTextOf(row, 'delimiter') === null ? null : csvFormOf(row),
  };
}

function csvFormOf(row: SqlRow): CsvForm {
  return { delimiter: wordOf(row, 'delimiter', DELIMITERS), encoding: wordOf(row, 'encoding', BATCH_ENCODINGS) };
}

export function payoutRecordOf(row: SqlRow) {
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
    /** How often its request was about to be sent. */
    attempt: integerOf(row, 'attempt'),
    mark: nullableTextOf(row, 'mark'),
    /** When the intent of the last attempt became durable. */
    intendedAt: nullableIntegerOf(row, 'intended_at'),
    /** After this time, no process of ours could send that request any more. */
    endedAt: nullableIntegerOf(row, 'ended_at'),
    /**
     * When a request was refused after it was sent: an earlier copy of it may have been processed nevertheless. Null
     * once that is excluded.
     */
    refusedAt: nullableIntegerOf(row, 'refused_at'),
    /** A time that certainly passed on the service's clock before the last attempt; null if unknown. */
    servedBefore: nullableIntegerOf(row, 'served_before'),
    /** The withdrawal that the service named in its last answer to a request, and that was not believed to be its own. */
    answeredId: nullableTextOf(row, 'answered_id'),
    /** The withdrawal that it claims. */
    withdrawal: nullableTextOf(row, 'withdrawal_id') === null ? null : withdrawalFactsOf(row),
    /** Another withdrawal with a mark of this payout: it was paid twice, or the description was copied. */
    secondWithdrawalId: nullableTextOf(row, 'second_withdrawal_id'),
    /** When the list was last read for copies while it was reported as unpaid; null: never since. By this machine's clock. */
    soughtAt: nullableIntegerOf(row, 'sought_at'),
    /** The reason for its state: the service's code, or ours. */
    code: nullableTextOf(row, 'code'),
    /** The reason in words, mostly the service's. */
    reason: nullableTextOf(row, 'reason'),
    /** The person who decided, if one did. */
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

export function withdrawalParameters(withdrawal: Readonly<ReturnType<typeof withdrawalFactsOf>>): SqlValue[] {
  const { id, status, valueCentavos, feeCentavos, sentCentavos, createdAt, finalAt, failureReason } = withdrawal;
  return [id, status, valueCentavos, feeCentavos, sentCentavos, createdAt, finalAt, failureReason];
}

export const NO_WITHDRAWAL: readonly SqlValue[] = Array.from(SET_WITHDRAWAL.matchAll(/\?/g), () => null);

export function withdrawalFactsOf(row: SqlRow) {
  return {
    id: textOf(row, 'withdrawal_id'),
    status: nullableTextOf(row, 'withdrawal_status'),
    valueCentavos: nullableCentavosOf(row, 'withdrawal_value'),
    feeCentavos: nullableCentavosOf(row, 'withdrawal_fee'),
    sentCentavos: nullableCentavosOf(row, 'withdrawal_sent'),
    /** When it was created, by the service's clock, milliseconds since the epoch. */
    createdAt: nullableIntegerOf(row, 'withdrawal_created_at'),
    /** When it became final, likewise. */
    finalAt: nullableIntegerOf(row, 'withdrawal_final_at'),
    failureReason: nullableTextOf(row, 'failure_reason'),
  };
}

function nullableCentavosOf(row: SqlRow, column: string): Centavos | null {
  const value = nullableIntegerOf(row, column);
  return value === null ? null : centavos(value);
}
