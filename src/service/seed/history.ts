import type { PaymentStatus } from '../../contract/payment.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { type PixKey, PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { RefusalCode } from '../../pix/refusal-codes.ts';
import type { SettlementOutcome } from '../wallet/account.ts';
import { seededRandom, type Random } from './random.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from '../../pix/fictitious-names.ts';
import { withoutAccents } from '../../pix/accents.ts';
import { completeCnpj, completeCpf } from '../../pix/tax-id.ts';

/** How many payments and withdrawals an account gets, and until when. */
export interface HistoryPlan {
  readonly seed: number;
  readonly accountId: string;
  readonly payments: number;
  readonly withdrawals: number;
  /** The beginning of today (epoch milliseconds), before which the history ends. */
  readonly today: number;
}

interface PastEntry {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly amountCentavos: Centavos;
  readonly coverFee: boolean;
  readonly description: string;
}

export interface PastPayment extends PastEntry {
  /** The status today; `movedAt` is when it was paid or failed. */
  readonly status: PaymentStatus;
  readonly activatedAt: number;
  readonly movedAt: number;
}

export interface PastWithdrawal extends PastEntry {
  readonly outcome: 'instant' | 'PENDING' | SettlementOutcome;
  readonly recipient: PixKey;
  readonly movedAt: number;
}

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

/** Payments and withdrawals of each day, all oldest first; a day at a time, always the same for the same plan. */
export function* pastDays(plan: HistoryPlan) {
  const days = daysOf(plan);
  for (let day = 0; day < days; day += 1) {
    const opensAt = plan.today - (days - day) * DAY_MS + OPENS_MS;
    yield {
      payments: indexesOf(day, days, plan.payments).map((index, place, { length }) =>
        paymentAt(plan, index, opensAt + OPEN_FOR_MS * (place / length), OPEN_FOR_MS / length),
      ),
      withdrawals: indexesOf(day, days, plan.withdrawals).map((index, place, { length }) =>
        withdrawalAt(plan, index, opensAt + OPEN_FOR_MS * (place / length), OPEN_FOR_MS / length),
      ),
    };
  }
}

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

function paymentAt(plan: HistoryPlan, index: number, from: number, spanMs: number): PastPayment {
  const random = seededRandom(`${plan.seed} ${plan.accountId} payment ${index}`);
  const createdAt = Math.floor(from + random.fraction() * spanMs);
  const sale = random.pick(SALES);
  const status = paymentStatus(random, plan.payments - 1 - index);
  const activatedAt = createdAt + random.whole(400, 2_500);
  const takes = status === 'FAILED' ? random.whole(60, 180) * MINUTE_MS : random.whole(15, 2_400) * SECOND_MS;
  return {
    createdAt,
    amountCentavos: centavos(random.whole(sale.from, sale.to)),
    coverFee: random.fraction() < 0.15,
    description: `${sale.what} - ${personName(random)}`,
    status,
    activatedAt,
    movedAt: activatedAt + takes,
  };
}

/** The newest payments have all statuses, however short the history is. */
function paymentStatus(random: Random, fromNewest: number): PaymentStatus {
  const newest = (['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED', 'COMPLETED', 'ACTIVE'] as const)[fromNewest];
  return newest ?? (random.fraction() < 0.12 ? 'FAILED' : 'COMPLETED');
}

function withdrawalAt(plan: HistoryPlan, index: number, from: number, spanMs: number): PastWithdrawal {
  const random = seededRandom(`${plan.seed} ${plan.accountId} withdrawal ${index}`);
  const createdAt = Math.floor(from + random.fraction() * spanMs);
  const expense = random.pick(EXPENSES);
  const name = personName(random);
  return {
    createdAt,
    amountCentavos: centavos(random.whole(expense.from, expense.to)),
    coverFee: random.fraction() < 0.2,
    description: `${expense.what} - ${name}`,
    outcome: withdrawalOutcome(random, plan.withdrawals - 1 - index),
    recipient: recipientKey(random, name),
    movedAt: createdAt + random.whole(5, 1_800) * SECOND_MS,
  };
}

function withdrawalOutcome(random: Random, fromNewest: number): PastWithdrawal['outcome'] {
  if (fromNewest === 1) return 'PENDING';
  const chance = random.fraction();
  if (fromNewest === 2 || chance < 0.05) return random.pick(FAILURES);
  return chance < 0.1 ? 'COMPLETED' : 'instant';
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
      return { type, key: `${asciiWords(name).join('.')}${random.whole(1, 99)}@correio.example` };
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

function asciiWords(name: string): string[] {
  return withoutAccents(name).toLowerCase().split(' ');
}
