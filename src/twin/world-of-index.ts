import * as z from 'zod';
import { unexplained, type BalanceNote } from '../account/balance-notes.ts';
import { AMOUNT_MAXIMUM } from '../contract/limits.ts';
import { grouped } from '../pix/grouped.ts';
import { PAYMENT_STATUSES } from '../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../contract/withdrawal.ts';
import type { WorldFile } from '../contract/world.ts';
import type { LookedUp } from '../find/index/index-entries.ts';
import type { WalletIndex } from '../find/index/wallet-index.ts';
import type { Fakes } from './fakes.ts';
import { LIST_NAMES } from '../find/wallet-entry.ts';

type WorldAccount = WorldFile['accounts'][number];
type WorldPayment = NonNullable<WorldAccount['payments']>[number];
type WorldWithdrawal = NonNullable<WorldAccount['withdrawals']>[number];

const row = {
  id: z.string(),
  correlationID: z.string().nullish(),
  value: z.int(),
  description: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string().nullish(),
};
const centavos = z.int().nullish();
const paymentRow = z.object({ ...row, status: z.enum(PAYMENT_STATUSES), netValue: centavos, fee: centavos });
const withdrawalRow = z.object({
  ...row,
  status: z.enum(WITHDRAWAL_STATUSES),
  pixKey: z.string(),
  metadata: z.object({ fee: centavos, sent: centavos }).nullish(),
});

const READ = ['read:payments', 'read:withdraws', 'read:balance'] as const;
const KEYS: NonNullable<WorldAccount['keys']> = [
  { name: 'main', permissions: ['admin:all'] },
  { name: 'payouts', permissions: [...READ, 'write:withdraw:create'] },
  { name: 'reader', permissions: [...READ] },
];

/** What is open in the index stays open: the service would let it expire. */
const NEVER = '9999-12-31T00:00:00.000Z';

/** What a twin cannot be made of. */
export class TwinError extends Error {
  override readonly name = 'TwinError';
  readonly code: 'not_noted' | 'row_unreadable';

  constructor(code: TwinError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface Twin {
  readonly world: WorldFile;
  /** Whether the disputes that the service counts are those of payments in the list. */
  readonly hasDisputes: boolean;
}

/**
 * The account of an index as a world: the same rows, in the same order and with the same figures, and the same balance.
 *
 * @param name of the profile
 * @throws {TwinError}
 */
export function worldOfIndex(index: WalletIndex, name: string, fakes: Fakes): Twin {
  const [note, terms] = [index.account.notes().at(-1), index.account.terms()];
  if (note === undefined || terms === undefined) throw new TwinError('not_noted', 'the index has no balance');
  const fee = terms.transactionFee ?? 0;
  const lookedUp = index.account.lookedUp();
  const payments = [...index.list('payments').items()].map((item) => paymentOf(parsed(paymentRow, item), fee, fakes));
  const withdrawals = [...index.list('withdraws').items()].map((item, number) =>
    withdrawalOf(parsed(withdrawalRow, item), lookedUp.get(number), fee, fakes),
  );
  const times = [...payments, ...withdrawals].map(({ createdAt, updatedAt = createdAt }) => Date.parse(updatedAt));
  const at = new Date(times.reduce((latest, time) => Math.max(latest, time), note.notedAt)).toISOString();
  const disputes = disputesOf(payments, note, at);
  const ended = disputes?.ended ?? 0;
  const account: WorldAccount = {
    id: 'demo',
    name: fakes.name(name),
    ...balancesFor(unexplained(note) + ended, movesOf(payments, withdrawals), at),
    ...behaviourOf(withdrawals),
    limits: {
      daily: terms.daily ?? AMOUNT_MAXIMUM,
      monthly: terms.monthly ?? AMOUNT_MAXIMUM,
      perTransaction: terms.perTransaction ?? AMOUNT_MAXIMUM,
    },
    plan: { name: terms.planName ?? 'Padrão', transactionFee: fee },
    keys: KEYS,
    payments,
    withdrawals,
  };
  return {
    world: { version: 1, accounts: [account], disputes: disputes?.rows ?? [] },
    hasDisputes: disputes !== undefined,
  };
}

function parsed<Shape extends z.ZodType>(shape: Shape, item: unknown): z.output<Shape> {
  const read = shape.safeParse(item);
  if (read.success) return read.data;
  const id = z.looseObject({ id: z.string() }).safeParse(item).data?.id ?? '';
  const [issue] = read.error.issues;
  throw new TwinError('row_unreadable', `${id}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function paymentOf(listed: z.output<typeof paymentRow>, planFee: number, fakes: Fakes): WorldPayment {
  const { value, netValue, fee = planFee, status } = listed;
  return {
    ...entryOf(listed, fakes),
    fee: typeof netValue === 'number' ? value - netValue : (fee ?? planFee),
    status,
    expiresAt: NEVER,
  };
}

function withdrawalOf(
  listed: z.output<typeof withdrawalRow>,
  lookedUp: LookedUp | undefined,
  planFee: number,
  fakes: Fakes,
): WorldWithdrawal {
  const { value, metadata, pixKey, status } = listed;
  const { type, key } = fakes.pixKey(pixKey);
  const { endToEndId, failureReason } = lookedUp ?? {};
  const stated = metadata?.fee ?? (typeof metadata?.sent === 'number' ? value - metadata.sent : undefined);
  return {
    ...entryOf(listed, fakes),
    ...(typeof endToEndId === 'string' && { transactionId: endToEndId }),
    fee: stated ?? (planFee < value ? planFee : 0),
    status,
    pixKey: key,
    pixKeyType: type,
    ...(status === 'FAILED' &&
      typeof failureReason === 'string' && { failureReason: fakes.failureReason(failureReason) }),
  };
}

function entryOf(listed: z.output<z.ZodObject<typeof row>>, fakes: Fakes) {
  const { id, correlationID, value, description } = listed;
  const createdAt = new Date(listed.createdAt);
  const updatedAt = new Date(Math.max(Date.parse(listed.updatedAt ?? listed.createdAt), createdAt.getTime()));
  return {
    id,
    correlationID: correlationID ?? id,
    value,
    description: fakes.description(description ?? ''),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

interface Move {
  readonly at: string;
  readonly rank: number;
  readonly change: number;
}

/** What changed the available balance, in the order of the ledger: what comes in is first. */
function movesOf(payments: readonly WorldPayment[], withdrawals: readonly WorldWithdrawal[]): readonly Move[] {
  const received = payments.flatMap(({ status, value, fee = 0, createdAt, updatedAt = createdAt }) =>
    status === 'COMPLETED' ? [{ at: updatedAt, rank: 0, change: value - fee }] : [],
  );
  const sent = withdrawals.flatMap(({ status, value, createdAt, updatedAt = createdAt }): Move[] => {
    const isPair = status === 'FAILED' && createdAt === updatedAt;
    const debit = { at: createdAt, rank: isPair ? 1 : 2, change: 0 - value };
    return status === 'FAILED' ? [debit, { at: updatedAt, rank: isPair ? 1 : 0, change: value }] : [debit];
  });
  return [...received, ...sent].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || one.rank - other.rank,
  );
}

/**
 * The balance before all rows: what the balance has beyond them. Where that would not have covered them, such as after fees
 * that no list contains, it is as much as they need, and is corrected at the end.
 */
function balancesFor(beyond: number, moves: readonly Move[], at: string) {
  let [balance, lowest] = [0, 0];
  for (const { change } of moves) {
    balance += change;
    lowest = Math.min(lowest, balance);
  }
  const openingBalance = Math.max(beyond, 0 - lowest);
  const amount = beyond - openingBalance;
  return { openingBalance, correction: amount === 0 ? null : { at, amount } };
}

/** New withdrawals end as most did. */
function behaviourOf(withdrawals: readonly WorldWithdrawal[]): Pick<WorldAccount, 'instant' | 'settleAfterMs'> {
  const delays = withdrawals
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ createdAt, updatedAt = createdAt }) => Date.parse(updatedAt) - Date.parse(createdAt))
    .sort((one, other) => one - other);
  const median = delays[Math.floor(delays.length / 2)] ?? 0;
  return median === 0 ? { instant: true } : { instant: false, settleAfterMs: median };
}

/**
 * The API has no list of disputes, only their figures: which payments they could be about. Those that ended are taken as
 * accepted, at the end, so that no balance before is too low.
 *
 * @returns undefined when no payments fit the figures
 */
function disputesOf(payments: readonly WorldPayment[], { disputes }: BalanceNote, at: string) {
  if (disputes === undefined) return undefined;
  const { total, pending, disputedAmount, blockedAmount } = disputes;
  const paid = payments.filter(({ status }) => status === 'COMPLETED').toReversed();
  const open = paymentsOfSum(paid, pending, blockedAmount);
  const rest = open && paid.filter((payment) => !open.includes(payment));
  const closed = rest && paymentsOfSum(rest, total - pending, disputedAmount - blockedAmount);
  if (open === undefined || closed === undefined) return undefined;
  const dispute = (status: 'OPEN' | 'ACCEPTED') => (payment: WorldPayment) => ({
    paymentId: payment.id ?? '',
    status,
    createdAt: at,
    updatedAt: at,
  });
  return {
    rows: [...closed.map(dispute('ACCEPTED')), ...open.map(dispute('OPEN'))],
    ended: disputedAmount - blockedAmount,
  };
}

/** Enough for the few disputes that an account has; other combinations are not tried. */
const STEPS_MAXIMUM = 1_000_000;

/** So many payments that come to a sum, the first ones that do. @returns undefined when none were found */
function paymentsOfSum(payments: readonly WorldPayment[], count: number, sum: number) {
  const placesOf = grouped(payments.keys(), (place) => payments[place]?.value ?? null);
  let steps = 0;
  const find = (from: number, left: number, rest: number): readonly WorldPayment[] | undefined => {
    if (left === 0) return rest === 0 ? [] : undefined;
    if (left === 1) {
      const place = placesOf.get(rest)?.findLast((known) => known >= from);
      return place === undefined ? undefined : payments.slice(place, place + 1);
    }
    for (let place = from; place < payments.length && steps < STEPS_MAXIMUM; place += 1) {
      steps += 1;
      const payment = payments[place];
      if (payment === undefined || payment.value >= rest) continue;
      const others = find(place + 1, left - 1, rest - payment.value);
      if (others !== undefined) return [payment, ...others];
    }
    return undefined;
  };
  return find(0, count, sum);
}

const listed = z.looseObject({
  id: z.string(),
  status: z.string().nullish(),
  pixKey: z.string().nullish(),
  description: z.string().nullish(),
});

/** The index that `pix sync` would make of the twin. */
export function copyIndex(from: WalletIndex, to: WalletIndex, { pixKey, description }: Fakes): void {
  for (const name of LIST_NAMES) {
    const { total = 0, asOf = 0 } = from.list(name).state();
    const rows = [...from.list(name).items()].map((item, number) => {
      const row = listed.parse(item);
      const replaced = {
        ...row,
        ...(typeof row.pixKey === 'string' && { pixKey: pixKey(row.pixKey).key }),
        ...(typeof row.description === 'string' && { description: description(row.description) }),
      };
      return { number, row: replaced, readAt: asOf };
    });
    to.list(name).store(rows);
    to.list(name).complete({ asOf, total, firstNumber: 0, endNumber: total });
  }
}
