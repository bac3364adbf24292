import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Pin, PIN_FILE } from '../../src/payouts/approval/policies.ts';
import { digestOf, NAMESPACES, rowsDigest, type Namespace } from '../../src/payouts/approval/statement.ts';
import { firstWrongEntry } from '../../src/payouts/journal/journal-facts.ts';
import { codeOf } from './support/codes.ts';
import { changeJournal, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { signer } from './support/signers.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const [ANA, BIA, DORA] = [signer(), signer(), signer()];
const ACTOR = { user: userInfo().username, host: hostname() };

const documentOf = (administrators: readonly string[], changes: object = {}) =>
  JSON.stringify({
    people: { ana: [ANA.publicKey], bia: [BIA.publicKey], dora: [DORA.publicKey] },
    ...{ administrators, submitters: ['ana'], approvers: ['bia'], approvals: [], ...changes },
  });

/** A journal and its policies, of which Dora administrates the first one, unless a test says otherwise. */
async function scene() {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder, { epochMs: () => NOW_MS - 0.5, random: Math.random });
  const { policies } = journal;
  const set = (document = documentOf(['dora']), by = DORA, namespace: Namespace = NAMESPACES.policy) => {
    policies.set(document, by.sign(policies.statementFor(document), namespace));
  };
  const change = (sql: string) => changeJournal(folder, sql);
  const pin = () => JSON.parse(readFileSync(join(folder, PIN_FILE), 'utf8'));
  return { folder, journal, policies, set, change, pin };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const REPLACED = { code: 'policy_replaced', facts: { version: 2, digest: expect.any(String) } };
const invalid = (version: number, problem: string, more: object = {}) => ({
  ...{ name: 'PayoutError', code: 'policy_invalid' },
  facts: { version, problem, path: '', ...more },
});

it('the first policy is set by its own administrator, the next one by that of the one before', async () => {
  const { journal, policies, set, pin } = await scene();
  expect(policies.current()).toBeUndefined();
  set();
  const first = policies.current();
  expect(first).toMatchObject({ version: 1, setBy: 'dora', setAt: NOW_MS, isNewHere: true });
  expect(pin()).toEqual({ policy: { version: 1, digest: first?.digest } });
  const next = documentOf(['ana']);
  set(next);
  expect(policies.current()).toMatchObject({ version: 2, document: next, setBy: 'dora', isNewHere: false });
  set(documentOf(['bia']), ANA);
  policies.current();
  const versions = [1, 2, 3, 4, 0].map((number) => policies.version(number));
  expect(versions.map((version) => version?.policy.administrators)).toEqual([
    ...[['dora'], ['ana'], ['bia'], undefined, undefined],
  ]);
  expect(policies.digests()).toEqual(versions.slice(0, 3).map((version) => version?.digest));
  expect(pin()).toEqual({ policy: { version: 3, digest: versions[2]?.digest } });
  const entries = [...journal.log.entries()];
  expect(entries.map(({ act, runId, details }) => [act, runId, details])).toEqual(
    versions
      .slice(0, 3)
      .map((version, at) => [
        ...['policy', null],
        { version: at + 1, digest: version?.digest, by: version?.setBy, record: policies.records()[at] },
      ]),
  );
});

it('what is signed of a policy names the journal, and the version before', async () => {
  const { journal, policies, set } = await scene();
  const [first, next] = [documentOf(['dora']), documentOf(['ana'])];
  const statement = (version: number, previous: string, document: string) =>
    `pix policy 1\njournal: "${journal.opened.journalId}"\nversion: ${version}\nprevious: ${previous}\ndocument: "${digestOf(document)}"\n`;
  expect(policies.statementFor(first)).toBe(statement(1, 'null', first));
  set(first);
  expect(policies.current()?.digest).toBe(digestOf(statement(1, 'null', first)));
  expect(policies.statementFor(next)).toBe(statement(2, `"${policies.current()?.digest}"`, next));
});

it.each<[string, (made: Scene) => void, object]>([
  [
    'by one who does not administrate it',
    ({ set }) => set(documentOf(['dora', 'bia']), ANA),
    invalid(1, 'signature', { administrators: 'dora, bia' }),
  ],
  [
    'by its own administrator, where another one was before',
    ({ set }) => {
      set();
      set(documentOf(['ana']), ANA);
    },
    invalid(2, 'signature', { administrators: 'dora' }),
  ],
  [
    'with a signature of another kind',
    ({ set }) => set(documentOf(['dora']), DORA, NAMESPACES.approval),
    invalid(1, 'signature', { administrators: 'dora' }),
  ],
  ['by no one', ({ set }) => set(documentOf(['dora']), signer()), invalid(1, 'signature', { administrators: 'dora' })],
  [
    'that is none',
    ({ set }) => set(documentOf(['dora'], { caps: { day: 'x' } })),
    { ...invalid(1, 'bad_amount', { path: 'caps.day' }), message: 'version 1 of the policy: bad_amount caps.day' },
  ],
])('a policy is not set %s', async (_, act, refusal) => {
  const made = await scene();
  expect(() => act(made)).toThrow(expect.objectContaining(refusal));
});

it.each<[string, string, object]>([
  ['another signature', "UPDATE policy SET signature = 'none' WHERE version = 2", invalid(2, 'signature')],
  ['another document', "UPDATE policy SET document = '{' WHERE version = 1", invalid(1, 'not_json')],
  ['another number', 'UPDATE policy SET version = 7 WHERE version = 2', invalid(2, 'version')],
  ['no first version', 'DELETE FROM policy WHERE version = 1', invalid(1, 'signature')],
  ['no second version', 'DELETE FROM policy WHERE version = 2', REPLACED],
  ['no policy', 'DELETE FROM policy', REPLACED],
])('a journal with %s is noticed', async (_, sql, refusal) => {
  const { policies, set, change } = await scene();
  set();
  set(documentOf(['ana']));
  expect(policies.current()?.version).toBe(2);
  await change(sql);
  expect(() => policies.current()).toThrow(expect.objectContaining({ code: 'policy_invalid', ...refusal }));
});

it.each<[string, (path: string) => void]>([
  ['half of itself', (path) => writeFileSync(path, '{"policy":{"version"')],
  ['something else', (path) => writeFileSync(path, '{"policy":{"version":"1"}}')],
  ['something else of the log', (path) => writeFileSync(path, '{"log":{"number":1}}')],
  ['a folder', (path) => mkdirSync(path)],
])('a pin that is %s is no pin without a policy', (_, make) => {
  const folder = temporaryFolder();
  const path = join(folder, PIN_FILE);
  make(path);
  const refusal = { code: 'pin_unreadable', facts: { path }, cause: expect.any(Error) };
  expect(() => new Pin(folder).read()).toThrow(expect.objectContaining(refusal));
});

it('a pin keeps what no later fact replaces', () => {
  const folder = temporaryFolder();
  const pin = new Pin(folder);
  expect(pin.read()).toEqual({});
  const [policy, log] = [
    { version: 1, digest: 'd' },
    { number: 1, hash: 'h' },
  ];
  pin.write({ policy });
  pin.write({ log });
  pin.write({ policy: { ...policy, version: 2 } });
  expect(pin.read()).toEqual({ policy: { ...policy, version: 2 }, log });
  expect(statSync(join(folder, PIN_FILE)).mode & 0o777).toBe(0o600);
});

it('a log has its entries in their order, of a run or of all, and each knows the one before', async () => {
  const { journal } = await scene();
  const { log } = journal;
  expect([log.head(), log.hashAt(1), log.newestOf('r-1', 'ran'), log.firstWrong()]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  for (let number = 1; number <= 501; number += 1) log.append('ran', `r-${number % 2}`, { number });
  log.append('early', 'r-1', {});
  const entries = [...log.entries()];
  expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 502 }, (_, at) => at + 1));
  expect(entries[0]).toMatchObject({ at: NOW_MS, act: 'ran', runId: 'r-1', ...ACTOR, details: { number: 1 } });
  expect([...log.entries('r-0')]).toHaveLength(250);
  expect(log.newestOf('r-1', 'ran')).toEqual(entries[500]);
  const last = entries.at(-1);
  expect([log.head(), log.hashAt(502)]).toEqual([{ number: 502, hash: last?.hash }, last?.hash]);
  expect(log.firstWrong()).toBeUndefined();
});

it('an entry has the hash of the one before, the first one the journal, and numbers have no gap', async () => {
  const { journal, change } = await scene();
  journal.log.append('ran', 'r-1', {});
  journal.log.append('early', null, { a: 1 });
  const hashOf = (before: string, number: number, act: string, run: string | null, details: string) => {
    const facts = [before, number, NOW_MS, act, run, ACTOR.user, ACTOR.host, details];
    return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  };
  const first = hashOf(journal.opened.journalId, 1, 'ran', 'r-1', '{}');
  const second = hashOf(first, 2, 'early', null, '{"a":1}');
  expect([...journal.log.entries()].map(({ hash }) => hash)).toEqual([first, second]);
  const added = [NOW_MS, "'ran'", "'r-1'", `'${ACTOR.user}'`, `'${ACTOR.host}'`, "'{}'"];
  const hash = hashOf(second, 4, 'ran', 'r-1', '{}');
  await change(`INSERT INTO audit VALUES (4, ${added.join(', ')}, '${hash}')`);
  expect(journal.log.firstWrong()).toBe(3);
});

it.each<[string, string, number]>([
  ['another number', 'UPDATE audit SET number = 9 WHERE number = 3', 3],
  ['another time', 'UPDATE audit SET at = at + 1 WHERE number = 2', 2],
  ['another act', "UPDATE audit SET act = 'early' WHERE number = 2", 2],
  ['another run', "UPDATE audit SET run = 'r-2' WHERE number = 2", 2],
  ['another person', "UPDATE audit SET user_name = 'x' WHERE number = 2", 2],
  ['another machine', "UPDATE audit SET host_name = 'x' WHERE number = 2", 2],
  ['other details', "UPDATE audit SET details = '{}' WHERE number = 2", 2],
  ['details that cannot be read', "UPDATE audit SET details = '{' WHERE number = 2", 2],
  ['another hash', "UPDATE audit SET hash = 'x' WHERE number = 1", 1],
  ['an entry less', 'DELETE FROM audit WHERE number = 2', 2],
])('a log with %s does not fit from there, and is still read', async (_, sql, wrong) => {
  const { journal, change } = await scene();
  for (const row of [1, 2, 3]) journal.log.append('ran', 'r-1', { row });
  await change(sql);
  expect(journal.log.firstWrong()).toBe(wrong);
  const [first, ...others] = [...journal.log.entries()].map(({ details }) => details);
  expect([first, others.at(-1)]).toEqual([{ row: 1 }, { row: 3 }]);
  if (sql.includes("'{'")) expect(others[0]).toEqual({});
});

/** A run of Ana's, who may submit, beside Bia, who may approve. */
async function submitted({ hasPolicy = true } = {}) {
  const made = await scene();
  const { journal, set } = made;
  if (hasPolicy) set();
  const { run, lock } = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  lock.release();
  const prepared = journal.approvals.prepareSubmission(run.id, { payAgain: true });
  journal.approvals.submit(prepared, hasPolicy ? ANA.sign(prepared.statement, NAMESPACES.submission) : null);
  const reject = (by: typeof ANA | null, reason = 'no', namespace: Namespace = NAMESPACES.rejection) => {
    const rejection = journal.rejections.prepare(run.id, reason);
    return journal.rejections.reject(rejection, by && by.sign(rejection.statement, namespace));
  };
  return { ...made, id: run.id, run: journal.run(run.id), statement: prepared.statement, reject };
}

it('what is signed of a run says all of it', async () => {
  const { journal, policies, id, run, statement } = await submitted();
  const rows = journal.approvals.submissionOf(id)?.rowsDigest;
  const of = [
    ...[`journal: "${journal.opened.journalId}"`, 'service: "https://wallet.example"', 'account: 1', `run: "${id}"`],
    ...['round: 1', 'file: "folha.csv"', 'digest: "sha256:1"', `rows: "${rows}"`, 'payments: 1', 'sum-centavos: 1001'],
    ...['cover-fee: false', 'marks: true', 'resends-proven-absent: false'],
    `created-at: "${new Date(run.createdAt).toISOString()}"`,
  ];
  const by = [`user: "${ACTOR.user}"`, `host: "${ACTOR.host}"`, ''];
  const at = '"2026-11-21T12:00:00.000Z"';
  expect(statement.split('\n')).toEqual([
    ...['pix payouts submission 1', ...of],
    ...['submission: 1', String.raw`rules: "{\"payAgain\":true}"`, `submitted-at: ${at}`, ...by],
  ]);
  expect(journal.approvals.prepareApproval(id).statement.split('\n')).toEqual([
    ...['pix payouts approval 1', ...of, 'approval: 1', 'policy: 1', `policy-digest: "${policies.current()?.digest}"`],
    ...[`approved-at: ${at}`, 'expires: "2026-11-24T12:00:00.000Z"', ...by],
  ]);
  expect(journal.rejections.prepare(id, 'no').statement.split('\n')).toEqual([
    ...['pix payouts rejection 1', of[0], `run: "${id}"`, 'reason: "no"', `rejected-at: ${NOW_MS}`, ...by],
  ]);
});

it('what is signed of rows is all that they have', () => {
  const empty = [1, 2, 1_001, false, null, null, null, 'EMAIL', 'payee-1@example.com', null];
  const texts = { reference: 'A', name: 'Ana', taxId: '1', description: 'July' };
  const full = [2, 3, 1_002, true, 'A', 'Ana', '1', 'EMAIL', 'payee-2@example.com', 'July'];
  const rows = [payout(1), payout(2, { ...texts, coverFee: true, cells: { a: 'b' } })];
  const cells = [Object.entries(payout(1).cells), [['a', 'b']]];
  const lines = [empty, full].map((facts, at) => `${JSON.stringify([...facts, cells[at]])}\n`);
  expect(rowsDigest(rows)).toBe(digestOf(lines.join('')));
  expect(digestOf('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it.each<[string, typeof ANA, string]>([
  ['the person who submitted it', ANA, 'ana'],
  ['an approver', BIA, 'bia'],
])('a submitted run is rejected by %s', async (_, by, name) => {
  const { journal, id, reject } = await submitted();
  expect(reject(by)).toBe(name);
  const entry = journal.log.newestOf(id, 'rejected');
  expect(entry?.details).toEqual({ by: name, reason: 'no', signedAt: NOW_MS, signature: expect.any(String) });
  expect(() => reject(by)).toThrow(
    expect.objectContaining({ message: 'the run was rejected', facts: { person: name, reason: 'no' }, runId: id }),
  );
  expect(firstWrongEntry(journal)).toBeUndefined();
  journal.log.append('rejected', id, { ...entry?.details, reason: 'not what was signed' });
  expect(firstWrongEntry(journal)).toBe(journal.log.head()?.number);
});

it('a submitted run is rejected without a policy by the user of a machine', async () => {
  const { journal, id, reject } = await submitted({ hasPolicy: false });
  const person = `${ACTOR.user}@${ACTOR.host}`;
  expect(reject(null)).toBe(person);
  expect(() => reject(null)).toThrow(expect.objectContaining({ facts: { person, reason: 'no' } }));
  expect(journal.log.newestOf(id, 'rejected')?.details).toMatchObject({ by: null, signature: null });
  expect(firstWrongEntry(journal)).toBeUndefined();
});

it.each<[string, typeof ANA | null, Namespace, string]>([
  ['one who may neither submit nor approve', DORA, NAMESPACES.rejection, 'dora'],
  ['a signature of another kind', ANA, NAMESPACES.approval, ''],
  ['no signature', null, NAMESPACES.rejection, ''],
])('a submitted run is not rejected by %s', async (_, by, namespace, person) => {
  const { id, reject } = await submitted();
  const refusal = { code: 'not_rejecter', runId: id, facts: { person, rejecters: 'bia, ana' } };
  expect(() => reject(by, 'no', namespace)).toThrow(expect.objectContaining(refusal));
});

it('a run that was started is not rejected', async () => {
  const { journal, id, reject } = await submitted();
  journal.staging.approve(id);
  expect(codeOf(() => reject(BIA))).toBe('run_started');
});

it.each<[string, string, boolean]>([
  ['as it was signed', 'UPDATE audit SET details = details', true],
  ['with another reason', `UPDATE audit SET details = replace(details, '"no"', '"yes"')`, false],
  ['with another time', 'UPDATE audit SET details = replace(details, \'"signedAt":1\', \'"signedAt":2\')', false],
  ['of another run', "UPDATE audit SET run = 'r-2'", false],
  ['of another person', "UPDATE audit SET user_name = 'x'", false],
  ['of another machine', "UPDATE audit SET host_name = 'x'", false],
  ['that is none any more', "UPDATE audit SET act = 'ran'", true],
])('a rejection %s is, or is not, as it was signed', async (_, sql, isSigned) => {
  const { journal, reject, change } = await submitted();
  reject(BIA);
  await change(`${sql} WHERE act = 'rejected'`);
  const signed = [...journal.log.entries()].map((entry) => journal.rejections.isAsSigned(entry));
  expect(signed).toEqual([true, true, isSigned]);
});
