import { expect, it } from 'vitest';
import { NAMESPACES } from '../../src/payouts/approval/statement.ts';
import { missingAt } from '../../src/payouts/approval/approvals.ts';
import { approvalStatement, Submissions, type Approval } from '../../src/payouts/approval/submissions.ts';
import { firstWrongEntry } from '../../src/payouts/journal/journal-facts.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, changeJournal, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { signer } from './support/signers.ts';

const START_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const PEOPLE = { ana: signer(), bia: signer(), caio: signer(), dora: signer() };
type Person = keyof typeof PEOPLE;

/** Ana submits, Bia and Caio approve, Dora administrates. A run of one row is submitted, without a policy unless it is set. */
async function scene({ hasPolicy = true } = {}) {
  let nowMs = START_MS;
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder, { epochMs: () => nowMs, random: Math.random });
  const { approvals, policies, opened } = journal;
  const setPolicy = (changes: object = {}) => {
    const document = JSON.stringify({
      people: Object.fromEntries(Object.entries(PEOPLE).map(([name, { publicKey }]) => [name, [publicKey]])),
      ...{ administrators: ['dora'], submitters: ['ana'], approvers: ['bia', 'caio'] },
      ...{ approvals: [{ above: '0', needed: 1 }], approvalsExpireAfterHours: 1, ...changes },
    });
    policies.set(document, PEOPLE.dora.sign(policies.statementFor(document), NAMESPACES.policy));
  };
  if (hasPolicy) setPolicy();
  const { run, lock } = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  lock.release();
  const { id } = run;
  const submission = approvals.prepareSubmission(id, {});
  const submit = (statement = submission.statement, by: Person = 'ana') => {
    const signed = PEOPLE[by].sign(submission.statement, NAMESPACES.submission);
    approvals.submit({ ...submission, statement }, hasPolicy ? signed : null);
  };
  /** Once more, by another person. */
  const submitAs = (by: Person) => {
    const prepared = approvals.prepareSubmission(id, {});
    approvals.submit(prepared, PEOPLE[by].sign(prepared.statement, NAMESPACES.submission));
  };
  const approve = (by: Person, prepared = approvals.prepareApproval(id)) =>
    approvals.approve(prepared, PEOPLE[by].sign(prepared.statement, NAMESPACES.approval));
  /** Past the checks of one that is stored now. */
  const store = (by: Person, changes: Partial<Approval>) => {
    const approval = { ...approvals.prepareApproval(id).facts, ...changes };
    const policyDigest = policies.current()?.digest ?? '';
    const rowsDigest = approvals.submissionOf(id)?.rowsDigest ?? '';
    const statement = approvalStatement(opened.journalId, journal.run(id), { ...approval, rowsDigest, policyDigest });
    const signature = PEOPLE[by].sign(statement, NAMESPACES.approval);
    new Submissions(opened.database).addApproval({ ...approval, signature });
  };
  /** Who has approved it, how many are missing, and how long from the start that is so. */
  const standing = () => {
    const { approvers, missing, expiresAt } = approvals.standing(id);
    return [approvers.join(' '), missing, expiresAt === null ? null : (expiresAt - START_MS) / MINUTE_MS];
  };
  const later = (minutes: number) => {
    nowMs += minutes * MINUTE_MS;
  };
  const change = (sql: string) => changeJournal(folder, sql);
  const acts = { setPolicy, submit, submitAs, approve, store, standing, later, change };
  return { ...{ journal, approvals, id, submission }, ...acts };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const OF_APPROVAL = "policy, approved_at, expires_at, user_name, host_name, 'other'";
type Act = (scene: Scene) => unknown;

const byBia: Act = ({ approve }) => approve('bia');
const byCaio: Act = ({ approve }) => approve('caio');
const after =
  (minutes: number): Act =>
  ({ later }) => {
    later(minutes);
  };
const nextPolicy: Act = ({ setPolicy }) => setPolicy();

it.each<[string, readonly Act[], readonly unknown[]]>([
  ['is missing at first', [], ['', 1, null]],
  ['counts', [byBia], ['bia', 0, 60]],
  ['counts until it expires', [byBia, after(60 - 1 / MINUTE_MS)], ['bia', 0, 60]],
  ['does not count from then on', [byBia, after(60)], ['', 1, null]],
  ['counts until the later one expires', [byBia, after(9), byBia], ['bia', 0, 69]],
  ['counts while all do', [byBia, after(9), byCaio], ['bia caio', 0, 60]],
  ['does not count under the next policy', [byBia, nextPolicy], ['', 1, null]],
])('an approval %s', async (_, acts, result) => {
  const made = await scene();
  made.submit();
  for (const act of acts) act(made);
  expect(made.standing()).toEqual(result);
});

it.each<[string, string, Act]>([
  ['a submission of what is not so', 'submission', ({ submission, submit }) => submit(`${submission.statement} `)],
  [
    'an approval under a policy that was replaced meanwhile',
    'approval',
    ({ submit, approvals, id, setPolicy, approve }) => {
      submit();
      const prepared = approvals.prepareApproval(id);
      setPolicy();
      return approve('bia', prepared);
    },
  ],
  [
    'a stored approval for longer than the policy lets it count',
    'approval',
    ({ submit, store, standing }) => (submit(), store('bia', { expiresAt: START_MS + HOUR_MS + 1 }), standing()),
  ],
  [
    'a stored one of who approves nothing',
    'approval',
    ({ submit, store, standing }) => (submit(), store('dora', {}), standing()),
  ],
])('%s is invalid', async (_, what, act) => {
  const made = await scene();
  expect(() => act(made)).toThrow(expect.objectContaining({ code: 'approval_invalid', facts: { what } }));
});

it('an approval is of the rows that were submitted, and has no effect when another one came first', async () => {
  const { approvals, id, submission, submit, approve } = await scene();
  submit();
  const [first, second] = [approvals.prepareApproval(id), approvals.prepareApproval(id)];
  expect(first.statement).toContain(`\nrows: "${submission.facts.rowsDigest}"\n`);
  expect([approve('bia', first), approve('caio', second), approve('caio')]).toEqual(['bia', undefined, 'caio']);
});

it('without a policy, a submitted run needs no approval, and gets none', async () => {
  const { approvals, id, submit } = await scene({ hasPolicy: false });
  submit();
  expect(codeOf(() => approvals.prepareApproval(id))).toBe('no_policy');
  const none = { submitters: [], needed: 0, approvers: [], missing: 0, expiresAt: null };
  expect(approvals.standing(id)).toMatchObject(none);
});

it.each([
  ['is left to send, and its approval has expired', false, 60, 1],
  ['is left to send, with its approval', false, 59, 0],
  ['is at its end', true, 60, 0],
])('a started run waits for approvals, or not, when it %s', async (_, isFinished, minutes, waiting) => {
  const { journal, approvals, id, submit, approve, later } = await scene();
  submit();
  approve('bia');
  journal.staging.approve(id);
  if (isFinished) journal.steps.change({ runId: id, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'ana' });
  later(minutes);
  expect(approvals.pending()).toHaveLength(waiting);
});

it('the log has what was submitted, and for which day what is sent early was', async () => {
  const { journal, approvals, id, submit, approve } = await scene();
  submit();
  approve('bia');
  expect(approvals.pending().map(({ run }) => run.id)).toEqual([id]);
  journal.staging.schedule(id, '2026-12-05');
  approvals.allowEarly(id);
  expect([...journal.log.entries(id)].map(({ act, details }) => [act, details])).toMatchObject([
    ['submitted', { file: 'folha.csv', payments: 1, sumCentavos: 1_001, by: 'ana' }],
    ['approved', { by: 'bia', expiresAt: START_MS + HOUR_MS }],
    ['early', { dueOn: '2026-12-05' }],
  ]);
  expect(firstWrongEntry(journal)).toBeUndefined();
});

it.each<[string, string, number | undefined]>([
  ['is as it was written', 'SELECT 1', undefined],
  ['has a changed entry', "UPDATE audit SET details = '{}' WHERE number = 2", 2],
  ['lacks its last entry', 'DELETE FROM audit WHERE number = 4', 4],
  ['is empty', 'DELETE FROM audit', 1],
  ['has the record of an approval that is gone', 'DELETE FROM approval', 3],
  ['has no record of an approval', `INSERT INTO approval SELECT run, 2, ${OF_APPROVAL} FROM approval`, 5],
])('a log that %s is found out, or not', async (_, sql, expected) => {
  const { journal, approvals, id, submit, approve } = await scene();
  submit();
  approve('bia');
  journal.staging.schedule(id, '2026-12-05');
  approvals.allowEarly(id);
  const { database } = journal.opened;
  expect(firstWrongEntry(journal)).toBeUndefined();
  for (const rule of ['audit_is_kept_on_update', 'audit_is_kept_on_delete', 'approval_is_kept_on_delete'])
    database.exec(`DROP TRIGGER ${rule}`);
  database.exec(sql);
  expect(firstWrongEntry(journal)).toBe(expected);
});

it.each<[string, object, readonly number[], string]>([
  ['are allowed up to the cap of a day', { day: '100,00' }, [60_00, 40_00], 'nothing was thrown'],
  ['are refused beyond it', { day: '100,00' }, [60_00, 40_01], 'cap_exceeded'],
  ['are refused where one is beyond the cap of each', { payment: '50,00' }, [60_00, 1], 'cap_exceeded'],
  ['need the approval that their sum needs', {}, [200_00, 1], 'approval_required'],
  ['need none up to that sum', {}, [150_00, 50_00], 'nothing was thrown'],
])('new payments %s', async (_, caps, amounts, code) => {
  const { approvals, setPolicy } = await scene();
  setPolicy({ caps, approvals: [{ above: '200,00', needed: 1 }] });
  const payments = approvals.newPayments();
  for (const [at, amount] of amounts.entries()) payments.add(payout(at + 1, { amountCentavos: centavos(amount) }));
  const check = () => payments.assertMaySend();
  expect(codeOf(check)).toBe(code);
});

it.each<[string, object, readonly number[], object]>([
  [
    'the caps of a day, and the run that waits',
    { caps: { day: '100,00' }, approvals: [] },
    [100_00],
    { code: 'cap_exceeded', facts: { cap: 'day', capCentavos: 100_00, sumCentavos: 110_01, waitingRun: 'waiting' } },
  ],
  [
    'the caps of a day alone, where no run waits',
    { caps: { day: '10,00' }, approvals: [] },
    [],
    { code: 'cap_exceeded', facts: { cap: 'day', capCentavos: 10_00, sumCentavos: 10_01 } },
  ],
  [
    'the sums that need approvals',
    { approvals: [{ above: '100,00', needed: 1 }] },
    [100_00],
    {
      ...{ code: 'approval_required', message: 'the policy requires approvals' },
      facts: { needed: 1, sumCentavos: 100_00, othersCentavos: 10_01 },
    },
  ],
])('what is refused by the policy names %s', async (_, rules, amounts, refusal) => {
  const { journal, approvals, setPolicy } = await scene({ hasPolicy: false });
  const { runId, lock } = await approvedRun(journal, [payout(1)]);
  lock.release();
  const payments = approvals.newPayments();
  for (const amount of amounts) payments.add(payout(9, { amountCentavos: centavos(amount) }));
  payments.assertMaySend();
  setPolicy(rules);
  const judged = approvals.newPayments();
  for (const amount of amounts) judged.addAmount(centavos(amount));
  const check = () => {
    if (amounts.length > 0) judged.assertMaySend();
    else approvals.assertMayStart(runId);
  };
  const { facts: found } = { facts: {}, ...refusal };
  const known = 'waitingRun' in found ? { ...found, waitingRun: runId } : found;
  expect(check).toThrow(expect.objectContaining({ ...refusal, facts: known }));
});

it('what a run has sent is not judged by a cap that was set since, and what it has left is', async () => {
  const { journal, approvals, setPolicy } = await scene({ hasPolicy: false });
  const { runId, lock } = await approvedRun(journal, [payout(1, { amountCentavos: centavos(90_00) }), payout(2)]);
  lock.release();
  setPolicy({ approvals: [], caps: { payment: '50,00' } });
  const mayStart = () => approvals.assertMayStart(runId);
  expect(codeOf(mayStart)).toBe('cap_exceeded');
  journal.steps.intend({ runId, row: 1 }, { at: START_MS, mark: null, servedBefore: null });
  expect(codeOf(mayStart)).toBe('nothing was thrown');
});

it.each([
  ['before the first one expires', 9, 0],
  ['when the first one expires', 10, 1],
  ['when both have expired', 20, 2],
])('of two approvals, some are missing %s', async (_, minutes, missing) => {
  const { approvals, id, setPolicy, submit, approve, later } = await scene();
  setPolicy({ approvals: [{ above: '0', needed: 2 }] });
  submit();
  expect(missingAt(approvals.standing(id), START_MS)).toBe(2);
  approve('bia');
  later(10);
  approve('caio');
  expect(missingAt(approvals.standing(id), START_MS + (50 + minutes) * MINUTE_MS)).toBe(missing);
});

it.each<[string, readonly Act[], readonly object[]]>([
  ['counts', [byBia], []],
  ['has expired', [byBia, after(60)], [{ by: 'bia', why: 'expired', expiresAt: START_MS + HOUR_MS }]],
  ['has expired, and was given again', [byBia, after(60), byBia], []],
  ['is of the policy before', [byBia, nextPolicy], [{ by: 'bia', why: 'policy', expiresAt: START_MS + HOUR_MS }]],
  ['has expired since the policy before', [byBia, nextPolicy, after(60)], [{ why: 'expired' }]],
  ['is of one who submitted it, too', [byBia, ({ submitAs }) => submitAs('bia')], [{ by: 'bia', why: 'submitted' }]],
  ['is one of two that have expired', [byBia, byCaio, after(60)], [{ by: 'bia' }, { by: 'caio' }]],
])('an approval that %s is shown as lapsed, or not', async (_, acts, lapsed) => {
  const made = await scene();
  made.setPolicy({ submitters: ['ana', 'bia'] });
  made.submit();
  for (const act of acts) act(made);
  const { approvals, id } = made;
  expect(approvals.lapsed(approvals.standing(id))).toEqual(lapsed.map((one) => expect.objectContaining(one)));
});

it('an approval of a person whom the policy has no more has not lapsed: no one knows whose it is', async () => {
  const { approvals, id, submit, approve, setPolicy, change } = await scene();
  submit();
  approve('bia');
  setPolicy();
  await change("UPDATE approval SET signature = 'none'");
  expect(approvals.lapsed(approvals.standing(id))).toEqual([]);
  await change('PRAGMA foreign_keys = OFF; UPDATE approval SET policy = 9');
  expect(approvals.lapsed(approvals.standing(id))).toEqual([]);
});

it.each<[string, string, string | undefined]>([
  ['as it was signed', 'UPDATE run SET payouts = payouts', undefined],
  ['with another name in a row', "UPDATE payout SET name = 'Eva'", 'rows'],
  ['with another amount in a row', 'UPDATE payout SET amount_centavos = 5', 'rows'],
  ['with another number of rows', 'UPDATE run SET payouts = 2', 'run'],
  ['with another sum', 'UPDATE run SET amount_centavos = 5', 'run'],
  ['with another file', "UPDATE run SET source = 'x'", 'submission'],
  ['with rules that cannot be read, and were none', "UPDATE submission SET rules = '{'", undefined],
  ['with another signature of the submission', "UPDATE submission SET signature = 'x'", 'submission'],
  ['with another signature of the approval', "UPDATE approval SET signature = 'x'", 'approval'],
])('a run %s is sent, or not', async (_, sql, what) => {
  const { approvals, id, submit, approve, change } = await scene();
  submit();
  approve('bia');
  await change(sql);
  const send = () => approvals.assertMaySend(id);
  const refusal = { code: 'approval_invalid', runId: id, message: `not what was signed: ${what}`, facts: { what } };
  if (what === undefined) expect(send).not.toThrow();
  else expect(send).toThrow(expect.objectContaining(refusal));
});

it.each<[string, Act, object]>([
  [
    'by one who may not',
    ({ submit }) => submit(undefined, 'bia'),
    { code: 'not_submitter', facts: { person: 'bia', submitters: 'ana' } },
  ],
  [
    'beyond the cap of a payment',
    ({ setPolicy, submit }) => {
      setPolicy({ caps: { payment: '10,00' } });
      submit();
    },
    { code: 'cap_exceeded', row: 1 },
  ],
])('a run is not submitted %s', async (_, act, refusal) => {
  const made = await scene();
  expect(() => act(made)).toThrow(expect.objectContaining({ runId: made.id, ...refusal }));
  expect([made.approvals.submissionOf(made.id), [...made.journal.log.entries(made.id)]]).toEqual([undefined, []]);
});

it.each<[string, Act, object]>([
  [
    'that was not submitted',
    ({ approvals, id }) => approvals.standing(id),
    { code: 'not_submitted', message: 'it was not submitted' },
  ],
  [
    'that lacks an approval',
    ({ approvals, id, setPolicy, submit, approve }) => {
      setPolicy({ approvals: [{ above: '0', needed: 2 }] });
      submit();
      approve('bia');
      approvals.assertMaySend(id);
    },
    {
      ...{ code: 'approvals_missing', message: '1 approvals are missing' },
      facts: { needed: 2, given: 1, submitters: 'ana' },
    },
  ],
  [
    'that two have submitted, of whom one has approved it',
    ({ approvals, id, setPolicy, submit, submitAs, approve }) => {
      setPolicy({ submitters: ['ana', 'bia'] });
      submit();
      approve('bia');
      submitAs('bia');
      approvals.assertMaySend(id);
    },
    { code: 'approvals_missing', facts: { needed: 1, given: 0, submitters: 'ana, bia' } },
  ],
  [
    'whose day has not come',
    ({ journal, approvals, id, submit, approve }) => {
      submit();
      approve('bia');
      journal.staging.schedule(id, '2026-12-05');
      approvals.assertMaySend(id);
    },
    { code: 'not_due', message: expect.stringContaining('is due on 2026-12-05') },
  ],
  [
    'that was submitted and rejected',
    ({ journal, approvals, id, submit }) => {
      submit();
      journal.log.append('rejected', id, { by: 'bia', reason: 'no' });
      approvals.assertMaySend(id);
    },
    { code: 'run_rejected', facts: { person: 'bia', reason: 'no' } },
  ],
])('a run is not sent %s', async (_, act, refusal) => {
  const made = await scene();
  expect(() => act(made)).toThrow(expect.objectContaining({ runId: made.id, ...refusal }));
});

it('the same payments are not sent in another way once they were rejected, unless they were paid later', async () => {
  const { journal, approvals, id, submission, submit } = await scene();
  submit();
  journal.log.append('rejected', id, {});
  expect(approvals.pending()).toEqual([]);
  const payments = { id: '', digest: 'sha256:1', account: 1 };
  const check = (some: Partial<typeof payments> = {}) =>
    codeOf(() => approvals.assertNotRejected({ ...payments, ...some }));
  expect([check(), check({ digest: 'sha256:2' }), check({ id })]).toEqual([
    ...['run_rejected', 'nothing was thrown', 'nothing was thrown'],
  ]);
  const facts = { person: `${submission.facts.user}@${submission.facts.host}`, reason: '' };
  expect(() => approvals.standing(id)).toThrow(expect.objectContaining({ code: 'run_rejected', facts }));
});

it.each<[string, boolean, object]>([
  ['before there was a policy', false, {}],
  [
    'by a person who is gone',
    true,
    {
      people: { bia: [PEOPLE.bia.publicKey], dora: [PEOPLE.dora.publicKey] },
      submitters: ['dora'],
      approvers: ['bia'],
    },
  ],
])('a run that was submitted %s has no submitter, so that no approval counts', async (_, hasPolicy, changes) => {
  const { approvals, id, submit, setPolicy, approve, standing } = await scene({ hasPolicy });
  submit();
  setPolicy(changes);
  approve('bia');
  expect([approvals.standing(id).submitters, ...standing()]).toEqual([[], 'bia', 1, 60]);
});

it.each([
  ['alone', false, 'nothing was thrown'],
  ['after one that was started since', true, 'approval_required'],
])('a run of a later day is let go early without an approval %s, or not', async (_, hasOther, code) => {
  const { journal, approvals, setPolicy, later } = await scene({ hasPolicy: false });
  const stage = async (row: number, dueOn?: string) => {
    const { run, lock } = await journal.staging.stage(facts(), [payout(row)], () => `sha256:early ${row}`);
    lock.release();
    if (dueOn !== undefined) journal.staging.schedule(run.id, dueOn);
    journal.staging.approve(run.id);
    return run.id;
  };
  const runId = await stage(8, '2026-12-05');
  later(1);
  if (hasOther) await stage(9);
  setPolicy({ approvals: [{ above: '15,00', needed: 1 }] });
  const letGo = () => approvals.allowEarly(runId);
  expect(codeOf(letGo)).toBe(code);
});
