import type { Balance } from '../../../client/answers.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { balance as balanceSchema } from '../../../contract/balance.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { valueAt, type Field, type Fields } from '../../output/fields.ts';
import { humanValue, type HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines, labelOf, type LabelledValue } from '../../output/sheet.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { alignedRight, wrapToWidth, wrappedLines } from '../../output/text-width.ts';

/** The balance as the service reports it, and the amount that can be sent now. */
export type AvailableBalance = Balance & { readonly available: Centavos | null };

export const BALANCE_FIELDS: Fields<AvailableBalance> = [
  ...documentedFields(balanceSchema),
  { path: 'available', kind: 'money' },
];

/** Of several accounts, a row for each. */
export const SEVERAL_COLUMNS: readonly TableColumn[] = [
  { path: 'available', kind: 'money' },
  { path: 'disputes.totalBlockedAmount', kind: 'money', rank: 1 },
  { path: 'balance.pendingPayments', kind: 'money', rank: 4 },
  { path: 'limits.dailyRemaining', kind: 'money', rank: 2, label: 'leftToday' },
  { path: 'limits.monthlyRemaining', kind: 'money', rank: 3, label: 'leftThisMonth' },
];

const BAR_COLUMNS = 12;
/** A narrower terminal has no room for a bar beside what is left and the limit. */
const COLUMNS_WITH_BAR = 72;
const SECTIONS = ['balance', 'limits', 'disputes', 'statistics', 'plan'] as const;
/** Fields that repeat another line of the sheet. */
const REDUNDANT = ['balance.isNegative', 'plan.transactionFeeInReais'];

/** What can be sent, what cannot, what is to come, and what is left of the limits: a line each. */
export function shortBalanceSheet(balance: AvailableBalance, style: HumanStyle, before?: AvailableBalance): string {
  const { text, palette } = style;
  const { short } = text.balance;
  const { fields } = text;
  const { disputes, statistics } = balance;
  const money = (path: string) => moneyOf(path, balance, before, style);
  const [available = '', ...changes] = money('available');
  const awaited = statistics.pendingPayments ?? 0;
  const lines: (readonly [label: string, values: readonly string[]])[] = [
    [fields.available, [palette.heading(available), ...changes]],
  ];
  if ((disputes.totalBlockedAmount ?? 0) !== 0) {
    const blocked = [...money('disputes.totalBlockedAmount'), short.disputes(disputes.pending ?? 0)];
    lines.push([fields['disputes.totalBlockedAmount'], blocked]);
  }
  const charges = awaited === 0 ? [] : [text.lists.counted.payments(awaited)];
  lines.push(
    [fields['balance.pendingPayments'], [...money('balance.pendingPayments'), ...charges]],
    [fields.leftToday, limitLeft('daily', balance, money('limits.dailyRemaining'), style)],
    [fields.leftThisMonth, limitLeft('monthly', balance, money('limits.monthlyRemaining'), style)],
  );
  const amounts = alignedRight(lines.map(([, [amount = '']]) => amount));
  const labelled = lines.map(
    ([label, [, ...rest]], index) => [label, [amounts[index] ?? '', ...rest].join('  ')] as const,
  );
  return alarm(balance, style) + labelledLines(labelled, style);
}

/** An amount, and by how much it has changed. */
function moneyOf(path: string, balance: Balance, before: Balance | undefined, style: HumanStyle): readonly string[] {
  const field = { path, kind: 'money' } as const;
  return [humanValue(field, balance, style), changeOf(field, balance, before, style)].filter((part) => part !== '');
}

/** `R$ 4.000,00  of R$ 5.000,00  ██░░░░░░░░░░ 20% used` */
function limitLeft(span: 'daily' | 'monthly', balance: Balance, left: readonly string[], style: HumanStyle) {
  const { text, columns = Infinity } = style;
  const limit = balance.limits[span];
  if (typeof limit !== 'number') return left;
  const parts = [...left, text.balance.short.ofLimit(formatReais(limit))];
  if (columns < COLUMNS_WITH_BAR) return parts;
  return [...parts, ...limitBar(limit, balance.limits[`${span}Used`], style)];
}

/** The whole balance as a sheet. @param before an earlier balance; changes since then are highlighted */
export function balanceSheet(balance: AvailableBalance, style: HumanStyle, before?: AvailableBalance): string {
  const { total, totalBlockedAmount } = balance.disputes;
  const hasDisputes = (total ?? 0) > 0 || (totalBlockedAmount ?? 0) > 0;
  const sections = SECTIONS.filter((section) => section !== 'disputes' || hasDisputes);
  return [
    alarm(balance, style),
    availableLines(balance, style, before),
    ...sections.map((section) => sectionOf(section, balance, style, before)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

export function differs(one: Balance, other: Balance): boolean {
  return BALANCE_FIELDS.some(({ path }) => valueAt(one, path) !== valueAt(other, path));
}

/** What can be sent now, and why it is less than the balance. */
function availableLines(balance: AvailableBalance, style: HumanStyle, before: AvailableBalance | undefined): string {
  const { text, palette, columns = Infinity } = style;
  const [available = '', ...changes] = moneyOf('available', balance, before, style);
  const value = [palette.heading(available), ...changes].join('  ');
  const line = labelledLines([[text.fields.available, value]], style);
  const { totalBlockedAmount: blocked, pending } = balance.disputes;
  if ((blocked ?? 0) === 0) return line;
  return line + wrappedLines([text.balance.blocked(formatReais(blocked ?? 0), pending ?? 0)], columns, palette.waiting);
}

/** A warning about a negative balance, its reason if the service reports one, and what to do. */
function alarm({ balance: { total, isNegative }, disputes }: Balance, { text, palette, columns }: HumanStyle): string {
  if (total >= 0 && isNegative !== true) return '';
  const closed = (disputes.total ?? 0) - (disputes.pending ?? 0);
  const remarks = [...(closed > 0 ? [text.balance.negativeByDisputes(closed)] : []), text.balance.negativeAdvice];
  const heading = wrapToWidth(text.balance.negative(formatReais(total)), (columns ?? Infinity) - 2);
  const painted = heading.map((line) => `${palette.alarm(` ${line} `)}\n`);
  return painted.join('') + wrappedLines(remarks, columns);
}

function sectionOf(
  section: (typeof SECTIONS)[number],
  balance: Balance,
  style: HumanStyle,
  before: Balance | undefined,
): string {
  const { text, palette } = style;
  const fields = BALANCE_FIELDS.filter(({ path }) => path.startsWith(`${section}.`) && !REDUNDANT.includes(path));
  const values = fields.map((field) => humanValue(field, balance, style));
  const aligned = alignedRight(values);
  const lines = fields.map((field, index): LabelledValue => {
    const isNumeric = field.kind === 'money' || field.kind === 'count';
    const value = (isNumeric ? aligned : values)[index] ?? '';
    return [labelOf(field, style), `${value}  ${changeOf(field, balance, before, style)}`.trimEnd()];
  });
  return `${palette.heading(text.balance.sections[section])}\n${labelledLines(lines, style)}`;
}

function changeOf({ path, kind }: Field, now: Balance, before: Balance | undefined, { palette }: HumanStyle): string {
  if (before === undefined) return '';
  const [current, former] = [valueAt(now, path), valueAt(before, path)];
  if (current === former) return '';
  if (typeof current !== 'number' || typeof former !== 'number') return palette.waiting('●');
  const size = Math.abs(current - former);
  return palette.waiting(`${current > former ? '▲' : '▼'} ${kind === 'money' ? formatReais(size) : String(size)}`);
}

function limitBar(limit: number, used: number | null | undefined, { text, palette, isSpoken }: HumanStyle) {
  if (typeof used !== 'number' || limit <= 0) return [];
  const share = used / limit;
  const paint = share >= 0.9 ? palette.bad : share >= 0.7 ? palette.waiting : palette.good;
  const words = text.balance.used(wholePercent(share));
  return [isSpoken === true ? words : `${paint(bar(share))} ${words}`];
}

/** A share from 0 to 1 as a bar of whole blocks: only 1 is drawn full. */
function bar(share: number): string {
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * BAR_COLUMNS);
  return '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
}

/** Whole per cent, of which only 1 is 100; below one per cent exact, since neither 0 nor 1 would be true. */
function wholePercent(share: number): number {
  if (share < 0.01) return Math.max(0, share * 100);
  const percent = Math.round(share * 100);
  return share < 1 ? Math.min(99, percent) : percent;
}
