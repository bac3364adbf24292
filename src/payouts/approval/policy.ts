import * as z from 'zod';
import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { parsePixKey, PIX_KEY_TYPES, type PixKey } from '../../pix/pix-key.ts';
import { PayoutError } from '../payout-error.ts';
import { parseSshKey, signerOf, type SshKey } from './ssh-key.ts';
import type { Namespace } from './statement.ts';

/** Who may do what, as a company has decided it. */
export interface Policy {
  readonly people: ReadonlyMap<string, readonly SshKey[]>;
  /** Who may set the next policy. */
  readonly administrators: readonly string[];
  readonly submitters: readonly string[];
  readonly approvers: readonly string[];
  /** Runs of more than this sum need that many approvals. */
  readonly approvals: readonly { readonly aboveCentavos: Centavos; readonly needed: number }[];
  readonly approvalsExpireAfterMs: number;
  readonly caps: Caps;
}

/** What is refused even with approvals. */
export interface Caps {
  readonly paymentCentavos: Centavos | undefined;
  readonly dayCentavos: Centavos | undefined;
  /** The only keys that may be paid. */
  readonly recipients: readonly PixKey[] | undefined;
}

/** A policy that cannot be used: what is wrong with it, and where. */
export interface PolicyProblem {
  readonly path: string;
  readonly problem:
    | 'not_json'
    | 'form'
    | 'unknown_person'
    | 'bad_key'
    | 'shared_key'
    | 'too_few_approvers'
    | 'bad_amount'
    | 'bad_recipient';
}

export type ParsedPolicy =
  { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly problem: PolicyProblem };

const HOUR_MS = 3_600_000;
const EXPIRY_HOURS_MAXIMUM = 720;

const names = z.array(z.string());
const documentForm = z.strictObject({
  people: z.record(z.string().regex(/^[^\p{Cc}]{1,60}$/u), z.array(z.string()).min(1)),
  administrators: names.min(1),
  submitters: names.min(1),
  approvers: names,
  approvals: z.array(z.strictObject({ above: z.string(), needed: z.int().min(1) })),
  approvalsExpireAfterHours: z.int().min(1).max(EXPIRY_HOURS_MAXIMUM).default(72),
  caps: z.strictObject({ payment: z.string().optional(), day: z.string().optional() }).default({}),
  recipients: z
    .array(z.strictObject({ pixKey: z.string(), pixKeyType: z.enum(PIX_KEY_TYPES).optional() }))
    .min(1)
    .optional(),
});

class Unusable extends Error {
  readonly found: PolicyProblem;

  constructor(problem: PolicyProblem['problem'], path: string) {
    super(problem);
    this.found = { problem, path };
  }
}

export function parsePolicy(document: string): ParsedPolicy {
  try {
    return { ok: true, policy: policyOf(jsonOf(document)) };
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, problem: error.found };
    throw error;
  }
}

function policyOf(document: unknown): Policy {
  const parsed = documentForm.safeParse(document);
  if (!parsed.success) throw new Unusable('form', parsed.error.issues[0]?.path.join('.') ?? '');
  const { administrators, submitters, approvers, approvals, approvalsExpireAfterHours, caps, recipients } = parsed.data;
  const people = peopleOf(parsed.data.people);
  for (const [role, members] of Object.entries({ administrators, submitters, approvers })) {
    for (const name of members) if (!people.has(name)) throw new Unusable('unknown_person', `${role}: ${name}`);
  }
  const different = new Set(approvers).size;
  return {
    ...{ people, administrators, submitters, approvers },
    approvals: approvals.map(({ above, needed }, index) => {
      // The submitter may be one of the approvers, and does not count then.
      if (needed > different) throw new Unusable('too_few_approvers', `approvals.${index}.needed`);
      return { aboveCentavos: amountOf(above, `approvals.${index}.above`), needed };
    }),
    approvalsExpireAfterMs: approvalsExpireAfterHours * HOUR_MS,
    caps: {
      paymentCentavos: caps.payment === undefined ? undefined : amountOf(caps.payment, 'caps.payment'),
      dayCentavos: caps.day === undefined ? undefined : amountOf(caps.day, 'caps.day'),
      recipients: recipients?.map(({ pixKey, pixKeyType }, index) => {
        const key = parsePixKey(pixKey, pixKeyType);
        if (!key.ok) throw new Unusable('bad_recipient', `recipients.${index}.pixKey`);
        return { type: key.type, key: key.key };
      }),
    },
  };
}

function peopleOf(people: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly SshKey[]> {
  const owners = new Map<string, string>();
  return new Map(
    Object.entries(people).map(([name, lines]) => {
      const keys = lines.map((line, index) => {
        const key = parseSshKey(line);
        if (key === undefined) throw new Unusable('bad_key', `people.${name}.${index}`);
        const text = key.blob.toString('base64');
        if (owners.has(text)) throw new Unusable('shared_key', `people.${name}.${index}`);
        owners.set(text, name);
        return key;
      });
      return [name, keys];
    }),
  );
}

function amountOf(typed: string, path: string): Centavos {
  const amount = parseTypedAmount(typed);
  if (!amount.ok) throw new Unusable('bad_amount', path);
  return amount.amountCentavos;
}

function jsonOf(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    throw new Unusable('not_json', '');
  }
}

export function personOf({ people }: Pick<Policy, 'people'>, key: SshKey | undefined): string | undefined {
  if (key === undefined) return undefined;
  for (const [name, keys] of people) if (keys.some(({ blob }) => blob.equals(key.blob))) return name;
  return undefined;
}

/**
 * How many people have to approve payments, and for which sums. Those of a day without an approval count together: a
 * large payment is not made of small ones.
 *
 * @param sum of the payments
 * @param others what was started that day without an approval, beside them
 */
export function requirementOf(policy: Policy, sum: Centavos, others: () => Centavos) {
  // They do not matter where the sum alone needs approvals.
  const othersCentavos = neededApprovals(policy, sum) > 0 ? centavos(0) : others();
  return { needed: neededApprovals(policy, sumCentavos(sum, othersCentavos)), sumCentavos: sum, othersCentavos };
}

/** @throws {PayoutError} `approval_required` */
export function assertNeedsNone({ needed, ...sums }: ReturnType<typeof requirementOf>, runId?: string): void {
  if (needed === 0) return;
  const facts = { needed, ...sums };
  throw new PayoutError('the policy requires approvals', { code: 'approval_required', runId, facts });
}

/** The person who has signed a text. @param signature null where it was not signed */
export function personWhoSigned(
  policy: Pick<Policy, 'people'>,
  signature: string | null,
  text: string,
  namespace: Namespace,
): string | undefined {
  return personOf(policy, signature === null ? undefined : signerOf(signature, text, namespace));
}

const REFUSALS = {
  submit: { code: 'not_submitter', members: 'submitters' },
  approve: { code: 'not_approver', members: 'approvers' },
  reject: { code: 'not_rejecter', members: 'rejecters' },
} as const;

/** @throws {PayoutError} `not_submitter`, `not_approver`, `not_rejecter` */
export function assertMay(
  act: keyof typeof REFUSALS,
  runId: string,
  person: string | undefined,
  members: readonly string[],
): asserts person is string {
  if (person !== undefined && members.includes(person)) return;
  const { code, members: name } = REFUSALS[act];
  const facts = { person: person ?? '', [name]: members.join(', ') };
  throw new PayoutError(`the policy does not let this person ${act}`, { code, runId, facts });
}

/** @throws {PayoutError} `not_approver`, `own_submission` */
export function assertMayApprove(
  { approvers }: Pick<Policy, 'approvers'>,
  runId: string,
  person: string | undefined,
  submitters: readonly string[],
): asserts person is string {
  assertMay('approve', runId, person, approvers);
  if (!submitters.includes(person)) return;
  throw new PayoutError(`${person} has submitted it`, { code: 'own_submission', runId, facts: { person } });
}

/**
 * That others than its submitter can approve a run. What was started beside it counts on its day alone.
 *
 * @throws {PayoutError} `cap_exceeded`
 */
export function assertApprovable(policy: Policy, runId: string, sum: Centavos, submitter: string): void {
  const needed = neededApprovals(policy, sum);
  const others = [...new Set(policy.approvers)].filter((name) => name !== submitter);
  if (needed <= others.length) return;
  const facts = { cap: 'approvers', needed, person: submitter, approvers: others.join(', ') };
  throw new PayoutError('the policy does not allow it: approvers', { code: 'cap_exceeded', runId, facts });
}

function neededApprovals({ approvals }: Policy, sum: Centavos): number {
  return Math.max(0, ...approvals.filter(({ aboveCentavos }) => sum > aboveCentavos).map(({ needed }) => needed));
}
