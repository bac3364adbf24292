import { expect, it } from 'vitest';
import { NAMESPACES } from '../../src/payouts/approval/statement.ts';
import { approvalStatement, Submissions, type Approval } from '../../src/payouts/approval/submissions.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { signer } from './support/signers.ts';

const START_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const PEOPLE = { ana: signer(), bia: signer(), caio: signer(), dora: signer() };
type Person = keyof typeof PEOPLE;

/** Ana submits, Bia and Caio approve, Dora administrates. A run of one row is submitted, without a policy unless it is set. */
async function scene({ hasPolicy = true } = {}) {
  let nowMs = START_MS;
  const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => nowMs, random: Math.random });
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
  const signed = PEOPLE.ana.sign(submission.statement, NAMESPACES.submission);
  const submit = (statement = submission.statement) => {
    approvals.submit({ ...submission, statement }, hasPolicy ? signed : null);
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
  return { ...{ journal, approvals, id, submission }, ...{ setPolicy, submit, approve, store, standing, later } };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Act = (scene: Scene) => unknown;

const byBia: Act = ({ approve }) => approve('bia');
const byCaio: Act = ({ approve }) => approve('caio');
const after =
  (minutes: number): Act =>
  ({ later }) => {
    later(minutes);
  };
const nextPolicy: Act = ({ setPolicy }) => {
  setPolicy();
};

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

it.each<[string, Act]>([
  [
    'a submission of what is not so any more',
    ({ submission, submit }) => {
      submit(`${submission.statement} `);
    },
  ],
  [
    'an approval under a policy that was replaced meanwhile',
    ({ submit, approvals, id, setPolicy, approve }) => {
      submit();
      const prepared = approvals.prepareApproval(id);
      setPolicy();
      return approve('bia', prepared);
    },
  ],
  [
    'a stored approval for longer than the policy lets it count',
    ({ submit, store, standing }) => (submit(), store('bia', { expiresAt: START_MS + HOUR_MS + 1 }), standing()),
  ],
  [
    'a stored approval of one who approves nothing',
    ({ submit, store, standing }) => (submit(), store('dora', {}), standing()),
  ],
])('%s is invalid', async (_, act) => {
  const made = await scene();
  expect(codeOf(() => act(made))).toBe('approval_invalid');
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
  journal.staging.schedule(id, '2026-12-05');
  approvals.allowEarly(id);
  expect([...journal.log.entries(id)].map(({ act, details }) => [act, details])).toMatchObject([
    ['submitted', { file: 'folha.csv', payments: 1, sumCentavos: 1_001, by: 'ana' }],
    ['approved', { by: 'bia', expiresAt: START_MS + HOUR_MS }],
    ['early', { dueOn: '2026-12-05' }],
  ]);
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
  const check = () => {
    payments.assertMaySend();
  };
  expect(codeOf(check)).toBe(code);
});

it('what a run has sent is not judged by a cap that was set since, and what it has left is', async () => {
  const { journal, approvals, setPolicy } = await scene({ hasPolicy: false });
  const { runId, lock } = await approvedRun(journal, [payout(1, { amountCentavos: centavos(90_00) }), payout(2)]);
  lock.release();
  setPolicy({ approvals: [], caps: { payment: '50,00' } });
  const mayStart = () => {
    approvals.assertMayStart(runId);
  };
  expect(codeOf(mayStart)).toBe('cap_exceeded');
  journal.steps.intend({ runId, row: 1 }, { at: START_MS, mark: null, servedBefore: null });
  expect(codeOf(mayStart)).toBe('nothing was thrown');
});
