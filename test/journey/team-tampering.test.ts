import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { PIN_FILE } from '../../src/payouts/approval/policies.ts';
import type { SqlDatabase, SqlValue } from '../../src/sql/sqlite/driver.ts';
import { jsonError } from '../support/cli.ts';
import { it } from './payout-team.ts';
import { openTampering } from './tampering.ts';
import { isWhole } from '../support/postgres.ts';

/** Everything that was signed or logged, by table. The test runs on both stores: all of it on the fast one. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  run: [
    ...['id', 'digest', 'source', 'origin', 'account', 'cover_fee', 'uses_marks', 'resends_proven_absent', 'payouts'],
    ...['amount_centavos', 'created_at', 'round'],
  ],
  payout: [
    ...['row', 'line', 'reference', 'name', 'tax_id', 'pix_key', 'pix_key_type', 'amount_centavos', 'cover_fee'],
    ...['description', 'cells'],
  ],
  submission: ['number', 'submitted_at', 'user_name', 'host_name', 'rows_digest', 'rules', 'signature'],
  approval: ['number', 'policy', 'approved_at', 'expires_at', 'user_name', 'host_name', 'signature'],
  policy: ['version', 'document', 'signature'],
};
/** Payments do not depend on these: the log shows their change. */
const LOGGED: Readonly<Record<string, readonly string[]>> = {
  policy: ['set_at'],
  audit: ['number', 'at', 'act', 'run', 'user_name', 'host_name', 'details', 'hash'],
};
/**
 * Of each table a text, and what else it has of numbers, flags and JSON where no other has: enough for PostgreSQL, where the same code compares what another driver has read.
 * `npm run campaign -- --only stores` changes all there, too.
 */
const ON_POSTGRES = [
  ...['run.digest', 'run.amount_centavos', 'run.uses_marks', 'payout.pix_key', 'payout.cells'],
  ...['submission.signature', 'approval.signature', 'policy.version', 'policy.document'],
  'audit.hash',
];
const FLAGS = ['cover_fee', 'uses_marks', 'resends_proven_absent'];
const WORDS: Readonly<Record<string, string>> = { rules: '{"payAgain":true}', cells: '{"a":"b"}', pix_key_type: 'CPF' };

/** What tells the newest row of each table. */
const KEYS: Readonly<Record<string, string>> = { payout: 'row', policy: 'version' };

const casesOf = (tables: typeof FIELDS) =>
  Object.entries(tables)
    .flatMap(([table, fields]) => fields.map((field) => ({ table, field })))
    .filter(({ table, field }) => isWhole() || ON_POSTGRES.includes(`${table}.${field}`));

function changed(field: string, before: unknown): SqlValue {
  const word = WORDS[field];
  if (word !== undefined) return word;
  if (typeof before === 'number') return FLAGS.includes(field) ? 1 - before : before + 1;
  return typeof before === 'string' ? `${before}x` : 'x';
}

it('a journal that was changed in any signed field sends nothing, and the log shows every other change', async ({
  team,
  office,
}) => {
  const verify = () => office.run(['payouts', 'log', '--verify', '--json']);
  expect((await verify()).exitCode).toBe(0);
  await team.setPolicy();
  const header = 'reference,name,cpf_cnpj,pix_key,amount,description';
  const path = office.file('july.csv', [header, 'A,Ana Lima,52998224725,ana@example.com,10.00,July']);
  const runId = await team.submit(path);
  const { change, keep, restore } = await openTampering(office);
  const resume = () => office.resume(runId);
  const tamper = ({ table, field }: { table: string; field: string }) => {
    change((database) => {
      const newest = `(SELECT max(${KEYS[table] ?? 'number'}) FROM ${table})`;
      const where = `WHERE ${KEYS[table] ?? 'number'} = ${newest}`;
      const before = database.prepare(`SELECT ${field} AS value FROM ${table} ${where}`).get()?.['value'];
      database.prepare(`UPDATE ${table} SET ${field} = ? ${where}`).run(changed(field, before));
    });
  };

  // Marked as payable by hand, and without an approval.
  const submitted = keep('submitted');
  change((database: SqlDatabase) => database.exec('UPDATE run SET approved_at = created_at'));
  expect(jsonError(await resume()).code).toBe('approvals_missing');
  restore(submitted);

  expect((await team.approve('carla', runId, '10.00')).exitCode).toBe(0);
  const whole = keep('whole');
  for (const place of casesOf(FIELDS)) {
    tamper(place);
    const { exitCode, stdout } = await resume();
    expect([exitCode === 0, stdout], JSON.stringify(place)).toEqual([false, '']);
    restore(whole);
  }
  expect(await office.sent()).toEqual([]);
  for (const place of casesOf(LOGGED)) {
    tamper(place);
    expect([(await verify()).exitCode, place]).toEqual([1, place]);
    restore(whole);
  }
  expect((await verify()).exitCode).toBe(0);
  change((database) => database.exec('DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)'));
  expect(jsonError(await verify())).toMatchObject({ code: 'log_broken', details: { entry: 3 } });
  // A machine that has not seen the log misses what the signatures record.
  const pin = join(dirname(office.journal()), PIN_FILE);
  renameSync(pin, `${pin}.aside`);
  expect(jsonError(await verify())).toMatchObject({ code: 'log_broken', details: { entry: 3 } });
  renameSync(`${pin}.aside`, pin);
  // A time that is none.
  restore(whole);
  change((database) => database.exec('UPDATE run SET created_at = 9000000000000000'));
  expect(jsonError(await resume()).code).toBe('approval_invalid');
  // A rejection without a signature, in a log whose hashes agree.
  restore(whole);
  change((database) => {
    const last = database.prepare('SELECT * FROM audit ORDER BY number DESC LIMIT 1').get();
    const facts = [4, last?.['at'], 'rejected', null, 'ana', 'here', '{"signature":"none"}'] as SqlValue[];
    const hash = createHash('sha256').update(JSON.stringify([last?.['hash'], ...facts]));
    database.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(...facts, hash.digest('hex'));
  });
  expect(jsonError(await verify())).toMatchObject({ code: 'log_broken', details: { entry: 4 } });
  change((database) => database.prepare('UPDATE audit SET run = ? WHERE number = 4').run(runId));
  expect(jsonError(await resume())).toMatchObject({
    code: 'run_rejected',
    details: { person: 'ana@here', reason: '' },
  });
  restore(whole);
  expect((await verify()).exitCode).toBe(0);
  // The policy is gone, and this machine has seen it.
  change((database) => database.exec('DELETE FROM policy'));
  expect(jsonError(await verify()).code).toBe('log_broken');
  expect(jsonError(await resume()).code).toBe('policy_replaced');
  restore(whole);
  expect([(await resume()).exitCode, (await office.sent()).length]).toEqual([0, 1]);
}, 600_000);
