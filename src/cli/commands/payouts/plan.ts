import type { Preflight } from '../../../payouts/rules/preflight.ts';
import type { StateTally } from '../../../payouts/journal/records.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { announcePlan, layPlan, moneySource, type PlanLine } from '../../output/money-source.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { LabelledValue } from '../../output/sheet.ts';
import { wrapToWidth, sayLines } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';
import { forecastLines } from '../forecast.ts';
import type { Withdrawal } from '../../../client/answers.ts';
import { payableOfRun, type Payable } from '../../../payouts/rules/payable.ts';
import { withWithdrawals, historyFor } from '../../../payouts/rules/payment-warnings.ts';
import type { OpenJournal } from '../../context/payouts/open-payouts.ts';
import { parseTypedAmount } from '../../../pix/amount-text.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import type { BatchTotals } from '../../../payouts/files/batch-summary.ts';
import type { Recipient, RecipientList } from '../../../payouts/rules/recipients.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { Table } from '../../output/table.ts';

/** What a person must see before confirming. */
interface PayoutPlan {
  readonly source: string;
  readonly digest: string;
  /** Wrong rows, which are not paid. */
  readonly leftOut: number;
  readonly runId: string | undefined;
  readonly payable: Payable;
  readonly preflight: Preflight;
}

/** What a run in the journal would send, and what deserves a second look of it. @param resends as in {@link payableOfRun} */
export async function payableNow(
  { host }: Pick<Context, 'host'>,
  { journal, pastWithdrawals }: OpenJournal,
  runId: string,
  resends: ReadonlySet<number> | false,
  { newest, recipientsMaximum }: { readonly newest?: readonly Withdrawal[]; readonly recipientsMaximum?: number } = {},
): Promise<Payable> {
  const history = withWithdrawals(historyFor(journal, runId, host.now()), await pastWithdrawals(newest));
  return payableOfRun(journal, runId, resends, { recipientsMaximum, history });
}

/** Aligned lines. The source of the money is highlighted unless it is this machine. */
export function planLines(
  plan: PayoutPlan,
  settings: Settings | undefined,
  style: Omit<HumanStyle, 'now' | 'language'>,
  isVerbose: boolean,
): PlanLine[] {
  const { source, digest, leftOut, runId, payable, preflight } = plan;
  const { text, columns } = style;
  const { fields } = text;
  const { plan: labels } = text.labels;
  const { rows, payments, paymentsTo } = text.payouts;
  const from = settings === undefined ? undefined : moneySource(settings, text);
  const rowsAndSum = ({ payouts, amountCentavos }: StateTally, note: string) =>
    `${payments(payouts)} (${formatReais(amountCentavos)}): ${note}`;
  const { totals, recipients } = payable;
  const facts = [
    [fields.file, source],
    runId !== undefined && [fields.run, runId],
    isVerbose && [labels.digest, digest],
    leftOut > 0 && [labels.leftOut, `${rows(leftOut)}: ${labels.leftOutNote}`],
    payable.leftOut.payouts > 0 && [labels.leftOut, rowsAndSum(payable.leftOut, labels.leftOutEarlierNote)],
    runId !== undefined &&
      payable.taken.payouts > 0 && [text.statuses.payout.duplicate, payments(payable.taken.payouts)],
    payable.alreadyPaid.payouts > 0 && [labels.alreadyPaid, rowsAndSum(payable.alreadyPaid, labels.alreadyPaidNote)],
    [fields.payouts, paymentsTo(totals.payouts, recipients.keys, recipients.newKeys ?? 0)],
  ].filter((fact): fact is [string, string] => fact !== false);
  const sums: LabelledValue[] = [
    [labels.sum, formatReais(totals.sumCentavos)],
    ...forecastLines(labels.arrives, [fields.fees, preflight.feesCentavos], preflight, text),
  ];
  const lines = layPlan(from, facts, sums, style);
  const fee = preflight.feePerPayoutCentavos ?? 0;
  if (fee === 0 || totals.payouts === 0) return lines;
  const note = wrapToWidth(feeLine(plan, formatReais(fee), text), columns ?? Number.POSITIVE_INFINITY);
  return [...lines, ...note.map((line) => ({ line, isAlarming: false }))];
}

/** Recipients that are named where only some receive less. */
const LESS_NAMED = 5;

/** Who receives the amount of the file, and who receives less. */
function feeLine({ payable, runId }: PayoutPlan, fee: string, { payouts }: Catalogue): string {
  const { totals, recipients } = payable;
  const { onTop, taken } = totals.byFee;
  // A run keeps what was approved.
  if (onTop.payouts === 0) return payouts.feeTaken(fee, runId === undefined);
  if (taken.payouts === 0) return payouts.feeOnTop(fee);
  const named = recipients.first.filter(({ coverFee }) => !coverFee).slice(0, LESS_NAMED);
  const names = named.map(({ line, name }) => payouts.namedRow(String(line), name));
  return payouts.feeMixed(fee, onTop.payouts, names, taken.payouts - names.length);
}

/** Shows recipients and totals of a plan: all of it before a question, otherwise only the totals on stderr. */
export async function showPlan(context: Context, plan: PayoutPlan, settings: Settings, isAgreed: boolean) {
  const { screen, session } = context;
  if (!isAgreed) await showRecipients(context, { ...plan.payable, preflight: plan.preflight });
  const lines = planLines(plan, settings, screen.messageStyle, session.flags.verbose === true);
  await announcePlan(screen, lines, isAgreed);
}

export interface ConsentFlags {
  readonly confirmTotal?: string;
  readonly yes?: boolean;
}

/** Whether consent was given on the command line, or can be asked for. @throws CommandError confirmation_required */
export function assertConsentPossible({ isInteractive, text }: Screen, flags: ConsentFlags): void {
  if (flags.yes === true ? flags.confirmTotal !== undefined || isInteractive : isInteractive) return;
  throw usageError('confirmation_required', text.payouts.needsConsent);
}

/**
 * Asks a person to type a sum, which does not happen by mistake. A script passes that of the run with `--confirm-total`,
 * and also `--yes`.
 *
 * @param sum of the run, whatever of it was paid before
 * @param shown of what is sent now, as the person sees it; 0 asks for nothing
 * @throws CommandError cancelled, total_differs
 */
export async function obtainConsent(context: Context, sum: Centavos, flags: ConsentFlags, shown: Centavos = sum) {
  const { text } = context.screen;
  const { confirmTotal } = flags;
  if (confirmTotal !== undefined && !isSum(confirmTotal, sum)) {
    const errorText = text.payouts.totalDiffers(confirmTotal, formatReais(sum));
    throw usageError('total_differs', errorText, { typed: confirmTotal, sum });
  }
  if (confirmTotal !== undefined && flags.yes === true) return;
  if (shown === 0) {
    context.screen.notify(text.payouts.nothingLeft);
    return;
  }
  const prompts = await context.screen.prompts();
  const answer = await prompts.consent(text.payouts.typeSum(formatReais(shown)), (typed) =>
    typed.trim() === '' || isSum(typed, shown) ? undefined : text.payouts.sumDiffers(typed, formatReais(shown)),
  );
  if (answer.trim() === '') throw usageError('cancelled', text.errors.cancelled);
}

/** Accepts every way to type the amount; an ambiguous one is accepted if either reading matches. */
function isSum(typed: string, sum: Centavos): boolean {
  const amount = parseTypedAmount(typed);
  if (amount.ok) return amount.amountCentavos === sum;
  return amount.reason === 'ambiguous' && amount.readingsCentavos.includes(sum);
}

/** A row to pay, in machine formats. Amounts are centavos; null when the service did not report them. */
export type RecipientRow = ReturnType<typeof recipientRow>;

export const RECIPIENT_FIELDS: Fields<RecipientRow> = [
  ...ofKind('ordinal', 'line', 'row'),
  ...ofKind('text', 'reference', 'name'),
  { path: 'pixKeyType', kind: 'keyType' },
  { path: 'pixKey', kind: 'text' },
  ...ofKind('money', 'amount', 'sent'),
  { path: 'isNew', kind: 'flag' },
  { path: 'sameKeyRow', kind: 'ordinal' },
  { path: 'coverFee', kind: 'flag' },
];

/** Rows shown without a pager: more would push the plan off the screen. */
const SHOWN_MAXIMUM = 200;
/** So many rows are shown whole without `--verbose`; of more, only so many. */
const SHORT = { whole: 8, chosen: 6 };

export interface RecipientPlan {
  readonly recipients: RecipientList;
  /** Of all rows to pay. */
  readonly totals: Pick<BatchTotals, 'payouts' | 'byFee'>;
  /** Undefined where the journal alone is read, which knows no fees. */
  readonly preflight?: Pick<Preflight, 'feePerPayoutCentavos'>;
}

export function recipientRow(recipient: Recipient, { preflight }: Pick<RecipientPlan, 'preflight'>) {
  const { line, row, reference, name, pixKeyType, pixKey, amountCentavos, coverFee, isNew, sameKeyRow } = recipient;
  const fee = coverFee ? 0 : preflight?.feePerPayoutCentavos;
  return {
    line,
    row,
    reference: reference ?? null,
    name: name ?? null,
    pixKeyType,
    pixKey,
    amount: amountCentavos,
    sent: fee === undefined ? null : amountCentavos - fee,
    isNew: isNew ?? null,
    sameKeyRow: sameKeyRow ?? null,
    coverFee,
  };
}

const COLUMNS: readonly TableColumn[] = [
  { path: 'line', kind: 'ordinal', rank: 2 },
  { path: 'name', kind: 'text', rank: 1, least: 10, isEssential: true },
  { path: 'pixKey', kind: 'text', isEssential: true },
  { path: 'amount', kind: 'money' },
  { path: 'fee', kind: 'text', rank: 5 },
  { path: 'arrives', kind: 'money', rank: 4 },
  { path: 'reference', kind: 'text', rank: 3, least: 8 },
  { path: 'note', kind: 'text' },
];

/** On narrower terminals, only "new recipient" is noted. */
const NARROW_COLUMNS = 60;

/**
 * The recipients as a table, with notes on those that deserve a second look.
 *
 * @param maximum undefined: of many, only the largest and those with a note
 */
export async function recipientTable(plan: RecipientPlan, style: HumanStyle, maximum?: number): Promise<string> {
  const { recipients, totals } = plan;
  const { text } = style;
  const feeVaries = totals.byFee.onTop.payouts > 0 && totals.byFee.taken.payouts > 0;
  const listed = maximum === undefined ? mostNotable(recipients.first) : recipients.first.slice(0, maximum);
  const lineOfRow = new Map(recipients.first.map(({ row, line }) => [row, line]));
  const shown = listed.map((recipient) => {
    const row = recipientRow(recipient, plan);
    const fee = text.payouts.feePart[row.coverFee ? 'onTop' : 'taken'];
    return { ...row, fee, arrives: row.sent, note: noteOf(recipient, lineOfRow, text) };
  });
  // Notes that apply to no row need no column.
  const isNarrow = (style.columns ?? Number.POSITIVE_INFINITY) < NARROW_COLUMNS;
  const columns = COLUMNS.map((column) =>
    isNarrow && column.path === 'note' ? { ...column, least: 4 } : column,
  ).filter(({ path }) => {
    if (path === 'fee') return feeVaries;
    if (path === 'arrives') return shown.some(({ arrives, amount }) => arrives !== null && arrives !== amount);
    return path !== 'note' || shown.some(({ note }) => note !== null);
  });
  const { lines } = await new Table(columns).add(shown, style);
  const more = totals.payouts - shown.length;
  if (more === 0) return lines;
  const newShown = listed.filter(({ isNew, sameKeyRow }) => isNew === true && sameKeyRow === undefined).length;
  const { moreRecipients, moreListed } = text.payouts;
  const words = maximum === undefined ? moreRecipients(more, (recipients.newKeys ?? 0) - newShown) : moreListed(more);
  return `${lines}${words}\n`;
}

/** The largest and those with a note, the largest first; a short list whole, in the order of the file. */
function mostNotable(recipients: readonly Recipient[]): readonly Recipient[] {
  if (recipients.length <= SHORT.whole) return recipients;
  const bySize = recipients.toSorted((one, other) => other.amountCentavos - one.amountCentavos);
  const noted = bySize.filter(({ isNew, sameKeyRow }) => isNew === true || sameKeyRow !== undefined);
  const chosen = new Set([...bySize.slice(0, SHORT.chosen / 2), ...noted.slice(0, SHORT.chosen), ...bySize]);
  const kept = new Set([...chosen].slice(0, SHORT.chosen));
  return bySize.filter((recipient) => kept.has(recipient));
}

function noteOf({ isNew, sameKeyRow }: Recipient, lineOfRow: ReadonlyMap<number, number>, { payouts }: Catalogue) {
  const notes = [
    ...(isNew === true ? [payouts.newRecipient] : []),
    ...(sameKeyRow === undefined ? [] : [payouts.sameKeyAs(String(lineOfRow.get(sameKeyRow) ?? sameKeyRow))]),
  ];
  return notes.length === 0 ? null : notes.join(', ');
}

/** Shows the recipients before the question; a long list goes through the pager. */
export async function showRecipients(
  { host, screen, session }: Context,
  plan: RecipientPlan,
  isWhole = session.flags.verbose === true,
): Promise<void> {
  // Only data goes to stdout unless it is a person's screen.
  const isOnScreen = screen.format === 'table' && host.stdout.isTerminal;
  const style = isOnScreen ? await screen.style() : screen.messageStyle;
  const most = isOnScreen ? Infinity : SHOWN_MAXIMUM;
  const table = await recipientTable(plan, style, isWhole ? most : undefined);
  if (isOnScreen) await screen.printLong(`${table}\n`);
  else sayLines(table, screen.warn);
}
