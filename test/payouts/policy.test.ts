import { expect, it } from 'vitest';
import { parsePolicy, type PolicyProblem } from '../../src/payouts/approval/policy.ts';

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

it('a text that is no JSON is no policy', () => {
  expect(parsePolicy('{')).toEqual({ ok: false, problem: { problem: 'not_json', path: '' } });
});
