import { expect, it } from 'vitest';
import type { AuditAct, AuditEntry } from '../../src/payouts/approval/audit-log.ts';
import { assertRowsWithinCaps } from '../../src/payouts/approval/caps.ts';
import {
  assertMayApprove,
  parsePolicy,
  personOf,
  requirementOf,
  type Policy,
  type PolicyProblem,
} from '../../src/payouts/approval/policy.ts';
import { dueDays } from '../../src/payouts/approval/due-days.ts';
import { parseSshKey } from '../../src/payouts/approval/ssh-key.ts';
import { centavos } from '../../src/pix/centavos.ts';

/** Public keys, of which no one has the other half. */
const keyOf = (letter: string) =>
  `ssh-ed25519 ${Buffer.concat([
    ...['ssh-ed25519', letter.repeat(32)].flatMap((text) => [Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]),
  ]).toString('base64')}`;
const DOCUMENT = {
  people: { ana: [keyOf('a')], bia: [keyOf('b')] },
  administrators: ['ana'],
  submitters: ['ana'],
  approvers: ['bia'],
  approvals: [{ above: '0,00', needed: 1 }],
  caps: { payment: '100,00', day: '1.000,00' },
  recipients: [{ pixKey: 'LUA@example.com' }],
};

it('a policy says who does what, and how much', () => {
  expect(parsePolicy(JSON.stringify(DOCUMENT))).toMatchObject({
    ok: true,
    policy: {
      approvals: [{ aboveCentavos: 0, needed: 1 }],
      caps: { paymentCentavos: 10_000, dayCentavos: 100_000, recipients: [{ type: 'EMAIL', key: 'lua@example.com' }] },
    },
  });
  const without = { ...DOCUMENT, caps: undefined, recipients: undefined };
  const caps = { paymentCentavos: undefined, dayCentavos: undefined, recipients: undefined };
  expect(parsePolicy(JSON.stringify(without))).toMatchObject({ ok: true, policy: { caps } });
});

it.each<[PolicyProblem['problem'], string, object]>([
  ['form', 'approvals.0.needed', { approvals: [{ above: '0,00', needed: 0 }] }],
  ['form', '', { unknown: true }],
  ['form', 'people.ana', { people: { ana: [] } }],
  ['form', 'people.\nana', { people: { '\nana': [keyOf('a')] } }],
  ['form', 'people.ana\n', { people: { 'ana\n': [keyOf('a')] } }],
  ['form', `people.${'a'.repeat(61)}`, { people: { ['a'.repeat(61)]: [keyOf('a')] } }],
  ['form', 'administrators', { administrators: [] }],
  ['form', 'submitters', { submitters: [] }],
  ['form', 'approvalsExpireAfterHours', { approvalsExpireAfterHours: 0 }],
  ['form', 'approvalsExpireAfterHours', { approvalsExpireAfterHours: 721 }],
  ['form', 'recipients', { recipients: [] }],
  ['unknown_person', 'approvers: caio', { approvers: ['bia', 'caio'] }],
  ['bad_key', 'people.bia.0', { people: { ...DOCUMENT.people, bia: ['ssh-ed25519 AAAA'] } }],
  ['shared_key', 'people.bia.0', { people: { ana: [keyOf('a')], bia: [keyOf('a')] } }],
  ['too_few_approvers', 'approvals.0.needed', { approvers: ['bia', 'bia'], approvals: [{ above: '0', needed: 2 }] }],
  ['bad_amount', 'approvals.0.above', { approvals: [{ above: '1.234', needed: 1 }] }],
  ['bad_amount', 'caps.payment', { caps: { payment: '-5' } }],
  ['bad_amount', 'caps.day', { caps: { day: 'x' } }],
  ['bad_recipient', 'recipients.1.pixKey', { recipients: [...DOCUMENT.recipients, { pixKey: 'lua' }] }],
])('a policy is refused: %s at "%s"', (problem, path, changes) => {
  const parsed = parsePolicy(JSON.stringify({ ...DOCUMENT, ...changes }));
  expect(parsed).toEqual({ ok: false, problem: { problem, path } });
});

it('a policy may name several people for all it lets them do, and a person several keys', () => {
  const people = { ana: [keyOf('a'), keyOf('c')], ['b'.repeat(60)]: [keyOf('b')] };
  const both = Object.keys(people);
  const roles = { administrators: both, submitters: both, approvers: both, approvalsExpireAfterHours: 720 };
  const policy = policyOf({ people, ...roles });
  expect(policy).toMatchObject({ administrators: both, approvalsExpireAfterMs: 720 * 3_600_000 });
  const keys = [...['a', 'b', 'c', 'd'].map(keyOf), 'no key'].map(parseSshKey);
  expect(keys.map((key) => personOf(policy, key))).toEqual(['ana', both[1], 'ana', undefined, undefined]);
});

it('a text that is no JSON is no policy', () => {
  expect(parsePolicy('{')).toEqual({ ok: false, problem: { problem: 'not_json', path: '' } });
});

function policyOf(changes: object): Policy {
  const parsed = parsePolicy(JSON.stringify({ ...DOCUMENT, ...changes }));
  if (!parsed.ok) throw new Error(parsed.problem.path);
  return parsed.policy;
}

it.each<[number, number, number]>([
  [100_00, 0, 0],
  [100_01, 0, 1],
  [1_000_00, 0, 1],
  [1_000_01, 0, 2],
  [60_00, 40_00, 0],
  [60_00, 40_01, 1],
  [60_00, 940_01, 2],
])('%i centavos, beside %i of that day without an approval, need %i approvals', (own, beside, needed) => {
  const approvals = [
    { above: '100,00', needed: 1 },
    { above: '1.000,00', needed: 2 },
  ];
  const policy = policyOf({ approvers: ['ana', 'bia'], approvals });
  const requirement = requirementOf(policy, centavos(own), () => centavos(beside));
  expect(requirement).toEqual({ needed, sumCentavos: own, othersCentavos: beside });
});

it('beside a sum that needs approvals, others of that day are not counted', () => {
  const requirement = requirementOf(policyOf({}), centavos(1), () => centavos(5));
  expect(requirement).toEqual({ needed: 1, sumCentavos: 1, othersCentavos: 0 });
});

const NOT_APPROVER = { code: 'not_approver', message: 'the policy does not let this person approve' };

it.each([
  ['ana', [], undefined],
  ['ana', ['bia'], undefined],
  ['ana', ['bia', 'ana'], { code: 'own_submission', message: 'ana has submitted it', facts: { person: 'ana' } }],
  ['caio', [], { ...NOT_APPROVER, facts: { person: 'caio', approvers: 'ana, bia' } }],
  [undefined, [], { ...NOT_APPROVER, facts: { person: '', approvers: 'ana, bia' } }],
])('%s approves what %j have submitted, or not', (person, submitters, refusal) => {
  const approve = () => assertMayApprove({ approvers: ['ana', 'bia'] }, 'r-1', person, submitters);
  if (refusal === undefined) expect(approve).not.toThrow();
  else expect(approve).toThrow(expect.objectContaining({ ...refusal, runId: 'r-1' }));
});

const EMAIL = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' as const };
const RECIPIENTS = [{ type: EMAIL.pixKeyType, key: EMAIL.pixKey }];

it.each([
  [{ paymentCentavos: centavos(80_00) }, 80_00, undefined],
  [{ paymentCentavos: centavos(80_00) }, 80_01, { cap: 'payment', capCentavos: 80_00, sumCentavos: 80_01 }],
  [{ recipients: RECIPIENTS }, 80_01, undefined],
  [{ recipients: [{ type: 'RANDOM' as const, key: EMAIL.pixKey }] }, 1, { cap: 'recipients', pixKey: EMAIL.pixKey }],
  [{}, 80_01, undefined],
])('caps %j refuse a payment of %i centavos, or not', (caps, amount, facts) => {
  const none = { paymentCentavos: undefined, dayCentavos: undefined, recipients: undefined };
  const rows = [{ ...EMAIL, row: 3, line: 4, amountCentavos: centavos(amount) }];
  const check = () => assertRowsWithinCaps({ ...none, ...caps }, 'r-1', rows);
  if (facts === undefined) expect(check).not.toThrow();
  else {
    const message = `the policy does not allow it: ${facts.cap}`;
    expect(check).toThrow(
      expect.objectContaining({ code: 'cap_exceeded', message, runId: 'r-1', row: 3, line: 4, facts }),
    );
  }
});

/** The first moment of 5 December in Brasília. */
const DAY_MS = Date.UTC(2026, 11, 5, 3);

it.each<[string, string | null, number, boolean, number | undefined]>([
  ['is due at once', null, DAY_MS, false, undefined],
  ['is due at once, whatever the log says', null, DAY_MS, true, undefined],
  ['is due on that day', '2026-12-05', DAY_MS, false, undefined],
  ['was due before', '2026-12-04', DAY_MS, false, undefined],
  ['is due in a millisecond', '2026-12-05', DAY_MS - 1, false, DAY_MS],
  ['is due the next day', '2026-12-05', DAY_MS - 12 * 3_600_000, false, DAY_MS],
  ['is let go before its day', '2026-12-05', DAY_MS - 1, true, undefined],
])('a run that %s (%s) starts then', (_, dueOn, nowMs, isLetGo, startMs) => {
  const newestOf = (_run: string, act: AuditAct) => (isLetGo === (act === 'early') ? ({} as AuditEntry) : undefined);
  const days = dueDays({ log: { newestOf }, clock: { epochMs: () => nowMs } });
  const run = { id: 'r-1', dueOn };
  const isToCome = startMs !== undefined;
  expect([days.isToCome(run), days.startOf(run), days.isEarly(run)]).toEqual([
    ...[isToCome, startMs ?? nowMs, isLetGo && dueOn !== null],
  ]);
  const check = () => days.assertCome(run);
  const message = `the run r-1 is due on ${dueOn}`;
  const refusal = { code: 'not_due', message, runId: 'r-1', facts: { dueOn } };
  if (isToCome) expect(check).toThrow(expect.objectContaining(refusal));
  else expect(check).not.toThrow();
});
