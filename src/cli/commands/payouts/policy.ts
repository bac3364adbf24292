import type { Run } from '../../command/command.ts';
import type { SetPolicy } from '../../../payouts/approval/policies.ts';
import { parsePolicy, type Policy, type PolicyProblem } from '../../../payouts/approval/policy.ts';
import { fingerprintOfKey } from '../../../payouts/approval/ssh-key.ts';
import { sayLines, singleLine } from '../../output/text-width.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines, type LabelledValue } from '../../output/sheet.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { Screen } from '../../context/screen.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import type { Context } from '../../context/context.ts';
import { withJournal } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { readFile } from 'node:fs/promises';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import { type CommandError, usageError } from '../../errors/command-error.ts';
import { confirm } from '../../context/prompts.ts';
import { sign } from '../../context/signing.ts';
import { unreadableFile } from '../../errors/plain-cause.ts';
import type { policySet } from './command.ts';

/** The policy in machine formats. Amounts are centavos, times RFC 3339. */
export type PolicyRow = ReturnType<typeof policyRow>;

export const POLICY_FIELDS: Fields<PolicyRow> = [
  { path: 'version', kind: 'ordinal' },
  ...ofKind('text', 'digest', 'setBy'),
  { path: 'setAt', kind: 'time' },
  ...ofKind('data', 'people', 'administrators', 'submitters', 'approvers', 'approvals'),
  { path: 'approvalsExpireAfterHours', kind: 'count' },
  ...ofKind('money', 'caps.payment', 'caps.day'),
  { path: 'recipients', kind: 'data' },
  { path: 'document', kind: 'text' },
];

const HOUR_MS = 3_600_000;

export function policyRow({ version, digest, setBy, setAt, policy, document }: SetPolicy) {
  const { people, administrators, submitters, approvers, approvals, approvalsExpireAfterMs, caps } = policy;
  return {
    version,
    digest,
    setBy,
    setAt: isoTime(setAt),
    people: [...people].map(([name, keys]) => ({ name, keys: keys.map(fingerprintOfKey) })),
    administrators,
    submitters,
    approvers,
    approvals: approvals.map(({ aboveCentavos, needed }) => ({ above: aboveCentavos, needed })),
    approvalsExpireAfterHours: approvalsExpireAfterMs / HOUR_MS,
    caps: { payment: caps.paymentCentavos ?? null, day: caps.dayCentavos ?? null },
    recipients: caps.recipients?.map(({ type, key }) => ({ pixKeyType: type, pixKey: key })) ?? null,
    document,
  };
}

export function policySheet(set: SetPolicy, style: HumanStyle): string {
  const { text, language } = style;
  const { approval: labels } = text.labels;
  const setAt = formatMoment(set.setAt, language);
  const version: LabelledValue = [labels.version, `${set.version}, ${setAt}, ${singleLine(set.setBy)}`];
  return labelledLines([version, [text.fields.digest, set.digest], ...policyLines(set.policy, text)], style);
}

/** What a policy says, whether or not it is set. */
export function policyLines(policy: Policy, text: Catalogue): readonly LabelledValue[] {
  const { caps, approvals, approvalsExpireAfterMs } = policy;
  const { approval: labels } = text.labels;
  const { rules } = text.payouts.approval;
  const listed = (names: readonly string[]) => singleLine(names.join(', '));
  const thresholds = approvals.map(({ aboveCentavos, needed }): LabelledValue => [
    labels.approvals,
    rules.above(formatReais(aboveCentavos), needed),
  ]);
  const keys = [...policy.people].flatMap(([name, owned]) =>
    owned.map((key): LabelledValue => [singleLine(name), fingerprintOfKey(key)]),
  );
  return [
    [labels.administrators, listed(policy.administrators)],
    [labels.submitters, listed(policy.submitters)],
    [labels.approvers, listed(policy.approvers)],
    ...thresholds,
    [labels.expires, rules.hours(approvalsExpireAfterMs / HOUR_MS)],
    ...(caps.paymentCentavos === undefined ? [] : [[labels.paymentCap, formatReais(caps.paymentCentavos)] as const]),
    ...(caps.dayCentavos === undefined ? [] : [[labels.dayCap, formatReais(caps.dayCentavos)] as const]),
    ...(caps.recipients === undefined ? [] : [[labels.recipients, rules.listed(caps.recipients.length)] as const]),
    ...keys,
  ];
}

/** The first time that a machine sees a policy, a person compares it: from then on, a replaced one is refused. */
export function announcedPolicy({ text, warn }: Screen, { policies }: Journal): SetPolicy | undefined {
  const policy = policies.current();
  if (policy?.isNewHere === true)
    warn(text.payouts.approval.policySeenFirst(policy.version, policy.setBy, policy.digest));
  return policy;
}

/** @throws {PayoutError} `no_policy` */
export function requiredPolicy(screen: Screen, journal: Journal, runId?: string): SetPolicy {
  const policy = announcedPolicy(screen, journal);
  if (policy === undefined) throw new PayoutError('the journal has no policy', { code: 'no_policy', runId });
  return policy;
}

/** `pix payouts policy show`: sends no request. */
export async function runPolicyShow(context: Context, _flags: object, output: Output<PolicyRow>): Promise<void> {
  await withJournal(context, async ({ journal }) => {
    const policy = requiredPolicy(context.screen, journal);
    await output.one(policyRow(policy), (style) => policySheet(policy, style));
  });
}

/** `pix payouts policy set FILE`: signed by an administrator of the version before; the first one by its own. */
export const runPolicySet: Run<typeof policySet, PolicyRow> = async (context, flags, output) => {
  const { text, isInteractive, messageStyle, notify, warn } = context.screen;
  const { approval } = text.payouts;
  if (flags.yes !== true && !isInteractive) throw usageError('confirmation_required', approval.policyNeedsYes);
  const document = await readFile(flags.file, 'utf8').catch((error: unknown) => {
    throw unreadableFile(flags.file, error, text);
  });
  const planned = assertUsable(document, text);
  await withJournal(context, async ({ journal }) => {
    const question = approval.setPolicy((journal.policies.current()?.version ?? 0) + 1);
    if (flags.yes !== true) {
      sayLines(labelledLines(policyLines(planned, text), messageStyle), warn);
      if (!(await confirm(context.screen, question))) {
        throw usageError('cancelled', approval.policyKept);
      }
    }
    const signature = await sign(context, NAMESPACES.policy, journal.policies.statementFor(document));
    journal.transaction(() => journal.policies.set(document, signature));
    const policy = journal.policies.current();
    if (policy === undefined) return;
    await output.one(policyRow(policy), (style) => policySheet(policy, style));
    notify(approval.policySet(policy.version, policy.setBy, policy.digest));
    if (policy.version > 1) notify(approval.policyVoids);
  });
};

/** @throws CommandError policy_unusable */
export function assertUsable(document: string, text: Catalogue): Policy {
  const parsed = parsePolicy(document);
  if (!parsed.ok) throw unusable(parsed.problem, text);
  const { policy } = parsed;
  const unreachable = policy.approvals.findIndex(({ needed }) => needed > approvalsPossible(policy));
  if (unreachable < 0) return policy;
  throw unusable({ problem: 'too_few_approvers', path: `approvals.${unreachable}.needed` }, text);
}

function unusable({ problem, path }: PolicyProblem, { payouts, policyProblems }: Catalogue): CommandError {
  const told = payouts.approval.policyUnusable(policyProblems[problem], path);
  return usageError('policy_unusable', told, { problem, path });
}

/** How many may approve what any one person has submitted: that person's own approval does not count. */
export function approvalsPossible({ submitters, approvers }: Pick<Policy, 'submitters' | 'approvers'>): number {
  const isEachAnApprover = submitters.every((name) => approvers.includes(name));
  return new Set(approvers).size - (isEachAnApprover ? 1 : 0);
}
