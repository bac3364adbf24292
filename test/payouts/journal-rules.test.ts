import { expect, inject, it } from 'vitest';
import type { SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { RULES } from '../../src/payouts/journal/schema/rules.ts';
import type { RunRecord } from '../../src/payouts/journal/records.ts';
import {
  approvedRun,
  facts,
  payout,
  rawDatabase,
  temporaryFolder,
  temporaryJournal,
  withdrawal,
} from './support/journals.ts';

type Refusal = readonly [sql: string, words: string];

const isShared = inject('postgresUrl') !== undefined;

const ADDED = 'payouts are added to staged runs only, and begin planned';
const TAKEN = 'another payout takes this reference';
const MOVED = 'this journal was moved';

const FIXED = ['run = 9', 'row = 9', 'line = 9', "reference = 'x'", "name = 'x'", "tax_id = 'x'", "pix_key = 'x'"];
const FIXED_TOO = ["pix_key_type = 'EVP'", 'amount_centavos = 9', 'cover_fee = 1', "description = 'x'", "cells = '{}'"];
const OF_RUN = ['number = 99', "id = 'x'", "digest = 'x'", "source = 'x'", "origin = 'x'", 'account = 2', 'round = 9'];
const OF_RUN_TOO = ['cover_fee = 1', 'uses_marks = 0', 'resends_proven_absent = 1', 'payouts = 9', 'created_at = 9'];

/** Signed and logged rows, and numbers: a table, and the values of one. */
const SIGNED = {
  policy: (number: number) => `(version, document, signature, set_at) VALUES (${number}, '{}', 's', 1)`,
  submission: (run: number) =>
    `(run, number, submitted_at, user_name, host_name, rows_digest, rules) VALUES (${run}, 1, 1, 'u', 'h', 'd', '{}')`,
  approval: (run: number) =>
    `(run, number, policy, approved_at, expires_at, user_name, host_name, signature)
      VALUES (${run}, 1, 1, 1, 1, 'u', 'h', 's')`,
  remittance: (run: number) => `(account, agreement, number, file, run) VALUES (1, '001 C', 7, 'a', ${run})`,
  audit: (number: number) =>
    `(number, at, act, user_name, host_name, details, hash) VALUES (${number}, 1, 'ran', 'u', 'h', '{}', 'h')`,
};
const SIGNED_TABLES = Object.keys(SIGNED);

function refusalsOf(database: SqlDatabase, refusals: readonly Refusal[]): Refusal[] {
  return refusals.map(([sql]) => {
    try {
      database.exec(sql);
      return [sql, 'nothing was refused'];
    } catch (error) {
      return [sql, error instanceof Error ? error.message : String(error)];
    }
  });
}

const toSending = (more = '') => `state = 'sending', attempt = 1, intended_at = 1, ended_at = NULL${more}`;
const INSERT_RUN = `INSERT INTO run (id, digest, source, origin, cover_fee, uses_marks, resends_proven_absent, payouts,
  amount_centavos, created_at, account) VALUES ('new', '', '', '', 0, 1, 0, 0, 0, 1,`;

it('refuses in the database itself what money depends on, each in its words', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  journal.accounts.add();
  const database = await rawDatabase(folder);
  const numberOf = (id: string) => Number(database.prepare('SELECT number FROM run WHERE id = ?').get(id)?.['number']);
  const stage = async (digest: string, account = 1): Promise<RunRecord> =>
    (await journal.staging.stage(facts({ account }), [payout(1)], () => digest)).run;

  const sent = await approvedRun(journal, [payout(1, { reference: 'A' }), payout(2), payout(3), payout(4), payout(5)]);
  const other = await approvedRun(journal, [payout(1, { reference: 'A' }), payout(2)]);
  const [staged, submitted, first, second, third] = [
    await stage('staged'),
    await stage('submitted'),
    await stage('twin'),
    await stage('twin'),
    await stage('twin', 2),
  ];
  const [fourth, fifth] = [await stage('row'), await stage('row', 2)];
  for (const run of [first, fourth, fifth]) journal.staging.approve(run.id);
  const intend = (runId: string, row: number, mark: string | null = null) =>
    journal.steps.intend({ runId, row }, { at: 1, mark, servedBefore: null });
  intend(sent.runId, 1, 'mark');
  intend(sent.runId, 2);
  intend(sent.runId, 3);
  journal.steps.change({ runId: sent.runId, row: 3 }, 'sending', { to: 'paid', withdrawal: withdrawal('w1') });
  intend(sent.runId, 4);
  journal.steps.change({ runId: sent.runId, row: 4 }, 'sending', { to: 'planned', endedAt: 2, refusedAt: 2 });
  intend(fourth.id, 1);
  journal.accounts.link(1, 2);
  database.exec(`INSERT INTO policy ${SIGNED.policy(1)}`);
  for (const table of ['submission', 'approval', 'remittance'] as const) {
    database.exec(`INSERT INTO ${table} ${SIGNED[table](numberOf(submitted.id))}`);
  }
  database.exec(`INSERT INTO audit ${SIGNED.audit(1)}`);

  const row = (number: number, runId = sent.runId) => `WHERE run = ${numberOf(runId)} AND row = ${number}`;
  const update = (changes: string, where: string) => `UPDATE payout SET ${changes} ${where}`;
  const insert = (runId: string, state = 'planned') => `INSERT INTO payout (run, row, line, pix_key, pix_key_type,
    amount_centavos, cells, state, attempt, changed_at, cover_fee) VALUES
    (${numberOf(runId)}, 9, 9, 'k', 'EMAIL', 9, '{}', '${state}', 0, 1, 0)`;
  database.exec(`UPDATE run SET due_on = '2026-12-05' WHERE id = '${staged.id}'`);
  const refusals: Refusal[] = [
    [insert(sent.runId), ADDED],
    [insert(staged.id, 'paid'), ADDED],
    [update("state = 'refused'", row(5)), 'a payout took a step that is not listed'],
    [update("state = 'duplicate'", row(1, staged.id)), 'this run is not approved'],
    ...[...FIXED, ...FIXED_TOO].map((change): Refusal => [update(change, row(5)), 'a payout is not changed']),
    [`DELETE FROM payout ${row(5)}`, 'an approved payout is not removed'],
    [update("withdrawal_id = 'w2'", row(3)), 'a claimed withdrawal is kept'],
    [update('withdrawal_id = NULL', row(3)), 'a claimed withdrawal is kept'],
    [update("state = 'failed', withdrawal_id = 'w2'", row(3)), 'a claimed withdrawal is kept'],
    [update("withdrawal_id = 'w1'", row(2)), 'another payout claims this withdrawal'],
    [update(toSending(), row(4)), 'a refused payout is looked for before it is sent again'],
    [update("state = 'unknown', ended_at = 1", row(5)), 'a refused payout is looked for before it is sent again'],
    [update(toSending(", mark = 'mark'"), row(2, other.runId)), 'a mark is made once'],
    [update("state = 'resolved_paid', resolved_by = 'x'", row(1, other.runId)), TAKEN],
    [update(toSending(), row(1, other.runId)), TAKEN],
    [update(toSending(), row(1, fifth.id)), 'another run of the same file takes this row'],
    [`DELETE FROM run WHERE id = '${sent.runId}'`, 'an approved run is not removed'],
    [`UPDATE run SET source = 'x' WHERE id = '${sent.runId}'`, 'an approved run is not changed'],
    [`UPDATE run SET approved_at = NULL WHERE id = '${sent.runId}'`, 'an approved run is not changed'],
    [`UPDATE run SET due_on = '2026-12-06' WHERE id = '${staged.id}'`, 'the day of a run is not changed'],
    [`${INSERT_RUN} 9)`, 'a run is of an account'],
    ...[second, third].map(({ id }): Refusal => {
      return [`UPDATE run SET approved_at = 1 WHERE id = '${id}'`, 'these payouts are approved as another run'];
    }),
    [
      `INSERT INTO remittance (account, agreement, number, file, run) VALUES (2, '001 C', 7, 'b', ${numberOf(staged.id)})`,
      'this number of a remittance is that of another file',
    ],
    ...SIGNED_TABLES.flatMap((table): Refusal[] =>
      [`UPDATE ${table} SET ${table === 'policy' ? 'version' : 'number'} = 7`, `DELETE FROM ${table}`].map((sql) => [
        sql,
        'what was signed or logged is not changed',
      ]),
    ),
    [`INSERT INTO policy ${SIGNED.policy(3)}`, 'versions of a policy follow each other'],
    [`INSERT INTO audit ${SIGNED.audit(3)}`, 'entries of the log follow each other'],
    [`INSERT INTO approval ${SIGNED.approval(numberOf(staged.id))}`, 'only a submitted run is approved'],
    [`DELETE FROM run WHERE id = '${submitted.id}'`, 'a submitted run is not removed'],
    ...[...OF_RUN, ...OF_RUN_TOO, 'amount_centavos = 9'].map((change): Refusal => {
      return [`UPDATE run SET ${change} WHERE id = '${submitted.id}'`, 'a submitted run is not changed'];
    }),
    [insert(submitted.id), 'a submitted run has all its payouts'],
    [`DELETE FROM payout ${row(1, submitted.id)}`, 'a submitted payout is not removed'],
    ...(isShared ? ['run', 'payout', 'step', ...SIGNED_TABLES] : []).map((table): Refusal => {
      return [`TRUNCATE ${table} CASCADE`, 'a journal is not emptied'];
    }),
  ];
  expect(refusalsOf(database, refusals)).toEqual(refusals);

  // It is payable with its approval alone, and an unpaid one of another worker is not sent.
  database.exec(`UPDATE run SET approved_at = 1 WHERE id = '${submitted.id}'`);
  const lease = (fence: number, until: number) => `INSERT INTO lease (run_id, fence, host, pid, since, until)
    VALUES ('${submitted.id}', ${fence}, 'h', 1, 1, ${until})
    ON CONFLICT (run_id) DO UPDATE SET fence = excluded.fence, until = excluded.until`;
  const fenced = (...fences: readonly (number | null)[]) =>
    fences.map((fence): Refusal => {
      return [update(toSending(`, fence = ${fence ?? 'NULL'}`), row(1, submitted.id)), 'another worker has this run'];
    });
  database.exec(lease(7, Number.MAX_SAFE_INTEGER));
  expect(refusalsOf(database, fenced(null, 6, 8))).toEqual(fenced(null, 6, 8));
  if (isShared) {
    database.exec(lease(7, 1));
    expect(refusalsOf(database, fenced(7))).toEqual(fenced(7));
    database.exec(lease(7, Number.MAX_SAFE_INTEGER));
  }
  database.exec(update(toSending(', fence = 7'), row(1, submitted.id)));

  database.exec("INSERT INTO moved (token, target, at) VALUES ('t', 't', 1)");
  const closed: Refusal[] = [
    [`${INSERT_RUN} 1)`, MOVED],
    [`UPDATE run SET source = 'x' WHERE id = '${staged.id}'`, MOVED],
    [update("reason = 'x'", row(5)), MOVED],
    ...Object.entries(SIGNED).map(([table, values]): Refusal => [`INSERT INTO ${table} ${values(2)}`, MOVED]),
  ];
  expect(refusalsOf(database, closed)).toEqual(closed);
});

it('knows each rule by a name of its own that every database takes as it is', () => {
  const names = RULES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)+$/.test(name))).toEqual([]);
});
