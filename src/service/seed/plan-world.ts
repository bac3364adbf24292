import { maskKey } from '../../contract/mask-key.ts';
import { world, type World } from '../../contract/world.ts';
import { writeBrCode, type StaticBrCode } from '../../pix/br-code.ts';
import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import { describeRefusal } from '../../pix/refusal-codes.ts';
import type { SeededNames } from '../seeded-names.ts';
import { type Account, digestOfKey, type ApiKey } from '../wallet/account.ts';
import { DEFAULT_BEHAVIOUR } from '../wallet/accounts.ts';
import type { Dispute, Payment, Withdrawal } from '../wallet/wallet-entries.ts';

type WorldAccount = World['accounts'][number];
type WorldEntry = WorldAccount['payments'][number] | WorldAccount['withdrawals'][number];

/** The rows of an account, as they will be stored. */
export interface PlannedAccount {
  /** In the file, for what is wrong with it. */
  readonly path: string;
  readonly account: Account;
  readonly openingBalance: Centavos;
  readonly correction: { readonly at: number; readonly amountCentavos: Centavos } | undefined;
  readonly keys: readonly ApiKey[];
  readonly payments: readonly Payment[];
  readonly withdrawals: readonly Withdrawal[];
}

/** A part of its rows. */
export type PlannedEntries = Pick<PlannedAccount, 'path' | 'account' | 'payments' | 'withdrawals'>;

export interface PlannedWorld {
  readonly accounts: readonly PlannedAccount[];
  readonly disputes: readonly Dispute[];
}

const DAY_MS = 86_400_000;
const MAIN_KEY = [{ name: 'main', permissions: ['admin:all'] }] as const;

/** @throws {WorldError} for the first part that does not have the form of a world */
export function readWorld(json: unknown): World {
  const read = world.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new WorldError(pathOf(issue?.path ?? []), issue?.message ?? 'is no world');
}

/** Everything that a world will be, without its ledger. @param now epoch milliseconds @throws {WorldError} */
export function planWorld({ accounts, disputes }: World, names: SeededNames, now: number): PlannedWorld {
  const ids = new UniqueIds();
  const planned = accounts.map((account, index) => {
    ids.take('account', account.id, `accounts[${index}].id`);
    return planAccount(account, `accounts[${index}]`, names, ids, now);
  });
  const payments = new Map(planned.flatMap((account) => account.payments.map((payment) => [payment.id, payment])));
  return {
    accounts: planned,
    disputes: disputes.map(({ id, paymentId, status, createdAt, updatedAt }, index): Dispute => {
      const path = `disputes[${index}]`;
      const payment = payments.get(paymentId);
      if (payment?.status !== 'COMPLETED') throw new WorldError(path, `no payment ${paymentId} is COMPLETED`);
      ids.take('disputed payment', paymentId, `${path}.paymentId`);
      const dispute = {
        id: id ?? names.disputeId(paymentId),
        accountId: payment.accountId,
        paymentId,
        valueCentavos: payment.valueCentavos,
        status,
        ...timesOf({ createdAt, updatedAt }, path),
      };
      ids.take('row', dispute.id, `${path}.id`);
      if (dispute.createdAt < payment.updatedAt) throw new WorldError(path, 'it is older than the paid payment');
      return dispute;
    }),
  };
}

function planAccount(
  given: WorldAccount,
  path: string,
  names: SeededNames,
  ids: UniqueIds,
  now: number,
): PlannedAccount {
  const { pixKey, pixKeyType, openingBalance, correction, keys = MAIN_KEY, payments, withdrawals, ...facts } = given;
  if ((pixKey === null) !== (pixKeyType === null)) throw new WorldError(path, 'pixKey and pixKeyType go together');
  const createdAt = facts.createdAt === undefined ? oldestOf(given, now) : Date.parse(facts.createdAt);
  const { id, chargeKey = names.chargeKey(id), limits, plan } = facts;
  const account: Account = {
    ...facts,
    registeredKey: pixKey === null || pixKeyType === null ? null : { type: pixKeyType, key: pixKey },
    chargeKey,
    limits:
      limits === undefined
        ? DEFAULT_BEHAVIOUR.limits
        : {
            daily: centavos(limits.daily),
            monthly: centavos(limits.monthly),
            perTransaction: centavos(limits.perTransaction),
          },
    plan: plan === undefined ? DEFAULT_BEHAVIOUR.plan : { ...plan, transactionFee: centavos(plan.transactionFee) },
    createdAt,
  };
  // It may have no charge yet: each that is created later would fail.
  chargeText(account, path);
  return {
    path,
    account,
    openingBalance: centavos(openingBalance),
    correction:
      correction === null || correction.amount === 0
        ? undefined
        : { at: Date.parse(correction.at), amountCentavos: centavos(correction.amount) },
    keys: keys.map((key, index): ApiKey => {
      ids.take(`key of ${id}`, key.name, `${path}.keys[${index}].name`);
      const at = 'createdAt' in key && key.createdAt !== undefined ? Date.parse(key.createdAt) : createdAt;
      return worldKey(names, { accountId: id, name: key.name, permissions: key.permissions, createdAt: at });
    }),
    ...planEntries({ payments, withdrawals }, { path, account, names }, ids),
  };
}

/**
 * The payments and withdrawals of an account.
 *
 * @param before how many it has already
 * @throws {WorldError}
 */
export function planEntries(
  { payments, withdrawals }: Pick<WorldAccount, 'payments' | 'withdrawals'>,
  { path, account, names }: Pick<Row, 'path' | 'account' | 'names'>,
  ids = new UniqueIds(),
  before = { payments: 0, withdrawals: 0 },
): Pick<PlannedAccount, 'payments' | 'withdrawals'> {
  const rowAt = (list: keyof typeof before, index: number): Row => {
    return { account, names, ids, sequence: before[list] + index + 1, path: `${path}.${list}[${index}]` };
  };
  return {
    payments: payments.map((payment, index) => planPayment(payment, rowAt('payments', index))),
    withdrawals: withdrawals.map((withdrawal, index) => planWithdrawal(withdrawal, rowAt('withdrawals', index))),
  };
}

/** A key that follows from the names of its account and of itself. */
export function worldKey(
  names: SeededNames,
  { accountId, name, ...facts }: Pick<ApiKey, 'accountId' | 'name' | 'permissions' | 'createdAt'>,
): ApiKey {
  const key = names.apiKey(accountId, name);
  const [digest, masked] = [digestOfKey(key), maskKey(key)];
  return { id: names.apiKeyId(accountId, name), accountId, name, digest, masked, ...facts };
}

interface Row {
  /** In the file. */
  readonly path: string;
  readonly names: SeededNames;
  readonly ids: UniqueIds;
  readonly account: Account;
  readonly sequence: number;
}

function planPayment(given: WorldAccount['payments'][number], row: Row): Payment {
  const { account, path } = row;
  const common = planEntry('payment', given, row);
  const { valueCentavos, transactionId, createdAt } = common;
  const brCode = chargeText(account, path, { amountCentavos: valueCentavos, transactionId });
  const expiresAt = given.expiresAt === undefined ? createdAt + DAY_MS : Date.parse(given.expiresAt);
  const netCentavos = subtractCentavos(valueCentavos, common.feeCentavos);
  return { ...common, netCentavos, status: given.status, brCode, expiresAt };
}

/** @throws {WorldError} for what no BR Code can hold */
function chargeText(
  { chargeKey: key, name: merchantName, city: merchantCity }: Account,
  path: string,
  charge: Pick<StaticBrCode, 'amountCentavos' | 'transactionId'> = {},
): string {
  try {
    return writeBrCode({ key, merchantName, merchantCity, ...charge });
  } catch (error) {
    if (error instanceof RangeError) throw new WorldError(path, error.message);
    throw error;
  }
}

function planWithdrawal(given: WorldAccount['withdrawals'][number], row: Row): Withdrawal {
  const { status, pixKey, pixKeyType, settlement, failureReason = describeRefusal('AC03') } = given;
  const common = planEntry('withdrawal', given, row);
  if (settlement !== null && status === 'COMPLETED' && common.updatedAt === common.createdAt) {
    throw new WorldError(row.path, 'it was COMPLETED at once: it has no settlement');
  }
  return {
    ...common,
    sentCentavos: subtractCentavos(common.valueCentavos, common.feeCentavos),
    status,
    recipient: { type: pixKeyType, key: pixKey },
    dueSettlement: settlement === null ? null : { at: Date.parse(settlement.at), as: settlement.as },
    completedAt: status === 'COMPLETED' ? common.updatedAt : null,
    failedAt: status === 'FAILED' ? common.updatedAt : null,
    failureReason: status === 'FAILED' ? failureReason : null,
  };
}

function planEntry(
  kind: 'payment' | 'withdrawal',
  given: WorldEntry,
  { account, names, ids, sequence, path }: Row,
): Omit<Payment, 'status' | 'netCentavos' | 'brCode' | 'expiresAt'> {
  const { value, fee = account.plan.transactionFee, description } = given;
  if (fee >= value) throw new WorldError(path, `its fee (${fee}) leaves nothing of its value (${value})`);
  const times = timesOf(given, path);
  const own = names.identify(kind, account.id, sequence, times.createdAt);
  const { id = own.id, correlationID = own.correlationId, transactionId = own.transactionId } = given;
  ids.take('row', id, `${path}.id`);
  return {
    id,
    correlationId: correlationID,
    transactionId,
    accountId: account.id,
    sequence,
    valueCentavos: centavos(value),
    feeCentavos: centavos(fee),
    description,
    ...times,
  };
}

function timesOf(
  { createdAt, updatedAt = createdAt }: { readonly createdAt: string; readonly updatedAt?: string | undefined },
  path: string,
): Pick<Payment, 'createdAt' | 'updatedAt'> {
  const times = { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  if (times.createdAt < 0) throw new WorldError(path, 'it is older than 1970');
  if (times.updatedAt < times.createdAt) throw new WorldError(path, 'it was updated before it was created');
  return times;
}

function oldestOf({ payments, withdrawals }: WorldAccount, now: number): number {
  return [...payments, ...withdrawals].reduce((oldest, { createdAt }) => Math.min(oldest, Date.parse(createdAt)), now);
}

class UniqueIds {
  readonly #taken = new Map<string, Set<string>>();

  /** @throws {WorldError} when it was taken before */
  take(kind: string, id: string, path: string): void {
    const taken = this.#taken.get(kind) ?? new Set<string>();
    if (taken.has(id)) throw new WorldError(path, `${id} is there twice`);
    this.#taken.set(kind, taken.add(id));
  }
}

/** Why a world cannot be: which part of it, as `accounts[0].payments[3]`, and the reason. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${String(key)}`),
    '',
  );
}
