import type { PaymentStatus } from '../../contract/payment.ts';
import type { World } from '../../contract/world.ts';
import { withoutAccents } from '../../pix/accents.ts';
import { centavos } from '../../pix/centavos.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from '../../pix/fictitious-names.ts';
import { type PixKey, PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import { describeRefusal, type RefusalCode } from '../../pix/refusal-codes.ts';
import { completeCnpj, completeCpf } from '../../pix/tax-id.ts';
import { isoTime } from '../clock.ts';
import { DEFAULT_BEHAVIOUR } from '../wallet/accounts.ts';
import { price } from '../wallet/fees.ts';
import { seededRandom, type Random } from './random.ts';

/** How many payments and withdrawals an account gets, and until when. */
export interface HistoryPlan {
  readonly seed: number;
  readonly accountId: string;
  readonly payments: number;
  readonly withdrawals: number;
  /** The beginning of today (epoch milliseconds), before which the history ends. */
  readonly today: number;
}

type Entries = Pick<World['accounts'][number], 'payments' | 'withdrawals'>;
type PastPayment = Entries['payments'][number];
type PastWithdrawal = Entries['withdrawals'][number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const OPENS_MS = 8 * HOUR_MS;
const OPEN_FOR_MS = 11 * HOUR_MS;

/** A minimum of days and a daily maximum, so that the limits of the account are respected. */
const DAYS_MINIMUM = 45;
const PAYMENTS_A_DAY = 300;
const WITHDRAWALS_A_DAY = 30;

const SALES = [
  { what: 'Café da manhã', from: 900, to: 4_500 },
  { what: 'Pães e frios', from: 1_200, to: 9_000 },
  { what: 'Bolo de aniversário', from: 8_000, to: 32_000 },
  { what: 'Salgados para festa', from: 15_000, to: 60_000 },
  { what: 'Encomenda', from: 5_000, to: 40_000 },
  { what: 'Cesta de presente', from: 12_000, to: 45_000 },
] as const;

const EXPENSES = [
  { what: 'Farinha e fermento', from: 9_000, to: 70_000 },
  { what: 'Laticínios', from: 6_000, to: 45_000 },
  { what: 'Diária', from: 12_000, to: 22_000 },
  { what: 'Adiantamento de salário', from: 30_000, to: 80_000 },
  { what: 'Manutenção do forno', from: 15_000, to: 60_000 },
  { what: 'Entrega', from: 1_000, to: 4_000 },
  { what: 'Reembolso', from: 500, to: 9_000 },
] as const;

const FAILURES = ['AC03', 'BE01', 'AB03', 'DS04', 'ED05'] as const satisfies readonly RefusalCode[];

/** Charges that are open when the history ends can be paid for this long, so that a demonstration shows every status. */
const STAYS_OPEN_MS = 3 * DAY_MS;

/** Payments and withdrawals of each day, all oldest first; a day at a time, always the same for the same plan. */
export function* pastDays(plan: HistoryPlan): Generator<Entries> {
  const days = daysOf(plan);
  for (let day = 0; day < days; day += 1) {
    const opensAt = plan.today - (days - day) * DAY_MS + OPENS_MS;
    const spread = <Entry>(total: number, entryAt: (plan: HistoryPlan, index: number, ...when: When) => Entry) =>
      indexesOf(day, days, total).map((index, place, { length }) =>
        entryAt(plan, index, opensAt + OPEN_FOR_MS * (place / length), OPEN_FOR_MS / length),
      );
    yield { payments: spread(plan.payments, paymentAt), withdrawals: spread(plan.withdrawals, withdrawalAt) };
  }
}

type When = readonly [from: number, spanMs: number];

/** The account was opened on the morning of the first day. */
export function historyBegins(plan: HistoryPlan): number {
  return plan.today - daysOf(plan) * DAY_MS;
}

function daysOf({ payments, withdrawals }: HistoryPlan): number {
  return Math.max(DAYS_MINIMUM, Math.ceil(payments / PAYMENTS_A_DAY), Math.ceil(withdrawals / WITHDRAWALS_A_DAY));
}

/** Spread evenly, the newest on the last day. Index 0 is the oldest. */
function indexesOf(day: number, days: number, total: number): number[] {
  const fromEnd = days - day;
  const newest = Math.ceil(((fromEnd - 1) * total) / days);
  const beyond = Math.ceil((fromEnd * total) / days);
  return Array.from({ length: beyond - newest }, (_, index) => total - beyond + index);
}

function paymentAt(plan: HistoryPlan, index: number, ...[from, spanMs]: When): PastPayment {
  const random = seededRandom(`${plan.seed} ${plan.accountId} payment ${index}`);
  const createdAt = Math.floor(from + random.fraction() * spanMs);
  const sale = random.pick(SALES);
  const status = paymentStatus(random, plan.payments - 1 - index);
  const activatedAt = createdAt + random.whole(400, 2_500);
  const takes = status === 'FAILED' ? random.whole(60, 180) * MINUTE_MS : random.whole(15, 2_400) * SECOND_MS;
  const movedAt = status === 'ACTIVE' ? activatedAt : activatedAt + takes;
  return {
    value: valueOf(random.whole(sale.from, sale.to), random.fraction() < 0.15),
    description: `${sale.what} - ${personName(random)}`,
    status,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(status === 'PENDING' ? createdAt : movedAt),
    expiresAt: isoTime(plan.today + STAYS_OPEN_MS),
  };
}

/** Some payers, and the account itself at times, pay the fee on top. */
function valueOf(amount: number, coverFee: boolean): number {
  return price(centavos(amount), DEFAULT_BEHAVIOUR.plan.transactionFee, coverFee).valueCentavos;
}

/** The newest payments have all statuses, however short the history is. */
function paymentStatus(random: Random, fromNewest: number): PaymentStatus {
  const newest = (['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED', 'COMPLETED', 'ACTIVE'] as const)[fromNewest];
  return newest ?? (random.fraction() < 0.12 ? 'FAILED' : 'COMPLETED');
}

function withdrawalAt(plan: HistoryPlan, index: number, ...[from, spanMs]: When): PastWithdrawal {
  const random = seededRandom(`${plan.seed} ${plan.accountId} withdrawal ${index}`);
  const createdAt = Math.floor(from + random.fraction() * spanMs);
  const expense = random.pick(EXPENSES);
  const name = personName(random);
  const value = valueOf(random.whole(expense.from, expense.to), random.fraction() < 0.2);
  const { isAtOnce, ...outcome } = withdrawalOutcome(random, plan.withdrawals - 1 - index);
  const { type: pixKeyType, key: pixKey } = recipientKey(random, name);
  const movedAt = createdAt + random.whole(5, 1_800) * SECOND_MS;
  return {
    ...{ value, description: `${expense.what} - ${name}`, ...outcome, pixKey, pixKeyType },
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(isAtOnce ? createdAt : movedAt),
    settlement: null,
  };
}

function withdrawalOutcome(random: Random, fromNewest: number) {
  if (fromNewest === 1) return { status: 'PENDING', isAtOnce: true } as const;
  const chance = random.fraction();
  if (fromNewest !== 2 && chance >= 0.05) return { status: 'COMPLETED', isAtOnce: chance >= 0.1 } as const;
  return { status: 'FAILED', failureReason: describeRefusal(random.pick(FAILURES)), isAtOnce: false } as const;
}

const AREA_CODES = ['11', '21', '31', '41', '51', '61', '71', '81', '85', '92'] as const;

function personName(random: Random): string {
  return `${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`;
}

/** A fictitious Pix key of a random type, in canonical form and with right check digits. */
function recipientKey(random: Random, name: string): PixKey {
  const type = random.pick(PIX_KEY_TYPES);
  switch (type) {
    case 'CPF':
      return { type, key: completeCpf(`9${digits(random, 8)}`) };
    case 'CNPJ':
      return { type, key: completeCnpj(`${random.pick(['98', 'PX'])}${digits(random, 6)}0001`) };
    case 'EMAIL':
      return {
        type,
        key: `${withoutAccents(name).toLowerCase().replaceAll(' ', '.')}${random.whole(1, 99)}@correio.example`,
      };
    case 'PHONE':
      return { type, key: `+55${random.pick(AREA_CODES)}90000${digits(random, 4)}` };
    case 'RANDOM':
      return { type, key: randomKey(random) };
  }
}

function digits(random: Random, length: number): string {
  return String(random.whole(0, 10 ** length - 1)).padStart(length, '0');
}

function randomKey(random: Random): string {
  const hex = (length: number) =>
    random
      .whole(0, 16 ** length - 1)
      .toString(16)
      .padStart(length, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}
