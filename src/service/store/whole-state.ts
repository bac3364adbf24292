import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf } from '../../sql/row.ts';
import { ALL_KEYS, KEY } from './records.ts';
import type { FirstHistory, KeyReplacement, StoredState } from './service-store.ts';
import type { Ask } from './statement.ts';
import type { UnitOfWork } from './work/unit-of-work.ts';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '../wallet/refusal.ts';

/** The service's time of the latest event: what an account is ahead is not part of it. */
export const LATEST_AT = `SELECT coalesce(max(e.latest_at - a.clock_ahead_ms), 0) AS latest_at
  FROM account_state AS e JOIN accounts AS a ON a.id = e.account`;
export const STATE = `SELECT s.*, (${LATEST_AT}) AS latest_at FROM service_state AS s`;
const INSERT_STATE = `INSERT INTO service_state (seed, history_payments, history_withdrawals, world, key_secret, epoch)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const REPLACE_SECRET = `UPDATE service_state SET key_secret = $1, epoch = epoch + 1 WHERE key_secret IS NOT DISTINCT FROM $2
  RETURNING epoch`;
const DELETE_KEYS = 'DELETE FROM api_keys';

export function storedStateOf(row: SqlRow): StoredState {
  return {
    first: firstHistoryOf(row),
    latestAt: integerOf(row, 'latest_at'),
    clockAheadMs: integerOf(row, 'clock_ahead_ms'),
  };
}

export function firstHistoryOf(row: SqlRow): FirstHistory {
  return {
    seed: integerOf(row, 'seed'),
    payments: integerOf(row, 'history_payments'),
    withdrawals: integerOf(row, 'history_withdrawals'),
    world: nullableIntegerOf(row, 'world') ?? undefined,
    keySecret: nullableTextOf(row, 'key_secret') ?? undefined,
  };
}

export async function insertState(ask: Ask, first: FirstHistory, epoch: number): Promise<void> {
  const { seed, payments, withdrawals, world, keySecret } = first;
  await ask(INSERT_STATE, [seed, payments, withdrawals, world ?? null, keySecret ?? null, epoch]);
}

/** Unless they have been replaced already. */
export async function replaceKeysIn(unit: UnitOfWork, { keySecret, replaced, keysFrom }: KeyReplacement) {
  const changed = await unit.ask(REPLACE_SECRET, [keySecret, replaced ?? null]);
  if (changed.length === 0) return;
  const stored = (await unit.ask(ALL_KEYS)).map(KEY.read);
  await unit.ask(DELETE_KEYS);
  for (const key of keysFrom(stored)) unit.records.keys.insert(key);
}

export const FOLDER_PREFIX = 'pix-state-';

/** Closed to other users: states contain names and money. */
function privateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), FOLDER_PREFIX));
}

/** @param work is called with the path of a temporary file */
export async function withNewFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await privateFolder();
  try {
    return await work(join(folder, 'state'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A state that is complete before it is read: a reader that stands still keeps nothing of the store waiting.
 *
 * @param write writes the state into a file
 */
export async function snapshotStream(write: (file: string) => Promise<void>): Promise<ReadableStream<Uint8Array>> {
  const folder = await privateFolder();
  const file = join(folder, 'snapshot');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await write(file);
    const stream = (await open(file)).createReadStream();
    // An open file stays readable without its name, so that a kill leaves nothing. Windows keeps the name until the end.
    await remove().catch(() => undefined);
    stream.once('close', () => void remove().catch(() => undefined));
    return Readable.toWeb(stream);
  } catch (error) {
    await remove();
    throw error;
  }
}

export function refusedSnapshot(problem: string): Refusal {
  return new Refusal('validation_failed', `This is no snapshot that can be restored: ${problem}`);
}
