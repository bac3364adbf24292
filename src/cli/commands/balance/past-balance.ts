import { balanceAt, notedSpans, undatedDisputesAt, type BalanceBasis } from '../../../account/balance-notes.ts';
import { negative, type Centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { withCompleteIndex } from '../../context/account-index.ts';
import { usageError } from '../../errors/command-error.ts';
import { readPast } from '../../input/moment.ts';
import { formatDay, formatMoment, isoTime } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Output } from '../../output/output.ts';
import { renderSheet } from '../../output/sheet.ts';
import { assertStated, syncIndex } from '../sync-index.ts';

/** The balance at a moment in the past. Money in centavos, times RFC 3339. */
export interface PastBalanceRow {
  /** What was posted before this moment is part of it. */
  readonly at: string;
  readonly total: Centavos;
  readonly basis: BalanceBasis;
  /** The notes around it; null where there is none. */
  readonly noteBefore: string | null;
  readonly noteAfter: string | null;
  /** What no entry explains between these notes, in centavos: 0 where everything adds up. */
  readonly difference: Centavos | null;
  /** The amount of accepted disputes, where the difference is theirs. */
  readonly acceptedDisputes: Centavos | null;
  /** Of disputes that ended before the first note: the balance may be too low by up to this amount. */
  readonly undatedDisputes: Centavos | null;
}

export const PAST_BALANCE_FIELDS: Fields<PastBalanceRow> = [
  { path: 'at', kind: 'time' },
  { path: 'total', kind: 'money' },
  { path: 'basis', kind: 'word' },
  ...ofKind('time', 'noteBefore', 'noteAfter'),
  ...ofKind('money', 'difference', 'undatedDisputes', 'acceptedDisputes'),
];

/** `pix balance --at DAY`: from the index, which is brought up to date first. */
export async function showPastBalance(
  context: Context,
  typed: string,
  isOffline: boolean,
  output: Output<PastBalanceRow>,
): Promise<void> {
  const { text, language, notify } = context.screen;
  const { from, end } = readPast('--at', typed, context.host.now(), text);
  const settings = await context.session.settings();
  if (!isOffline) await syncIndex(context, settings);
  await withCompleteIndex(context, settings, async ({ index, asOf }) => {
    const { account } = index;
    assertStated(index, context.screen);
    const [first, ...later] = account.notes();
    if (first === undefined) throw usageError('no_balance_note', text.balance.noNote);
    const until = formatMoment(asOf, language);
    if (end > asOf && (from >= asOf || end <= context.host.now())) {
      throw usageError('index_too_old', text.balance.indexTooOld(until), { asOf: isoTime(asOf) });
    }
    const at = Math.min(end, asOf);
    const notes = [first, ...later] as const;
    const { balance, basis } = balanceAt(end, notes, (moment) => account.sumBefore(moment), asOf);
    const span = notedSpans(notes).find(({ from, to }) => from < at && at <= to);
    const undated = undatedDisputesAt(at, notes);
    const noteBefore = notes.findLast(({ notedAt }) => notedAt < at)?.notedAt;
    const noteAfter = notes.find(({ notedAt }) => notedAt >= at)?.notedAt;
    const row: PastBalanceRow = {
      at: isoTime(at),
      total: balance,
      basis,
      noteBefore: noteBefore === undefined ? null : isoTime(noteBefore),
      noteAfter: noteAfter === undefined ? null : isoTime(noteAfter),
      difference: span?.difference ?? null,
      acceptedDisputes: span?.verdict === 'disputes' ? negative(span.difference) : null,
      undatedDisputes: undated?.amount ?? null,
    };
    // A balance of now is the one of the later note: it contains the difference.
    const unclear = span !== undefined && span.verdict !== 'adds_up' && end <= span.to ? span : undefined;
    const omitted = [
      'noteBefore',
      'noteAfter',
      ...(unclear?.verdict === 'gap' ? [] : ['difference']),
      ...(unclear === undefined ? ['acceptedDisputes'] : []),
    ];
    const shown = PAST_BALANCE_FIELDS.filter(({ path }) => row[path] !== null && !omitted.includes(path));
    await output.one(row, (style) => {
      if (from === end || at < end) return renderSheet(row, shown, style);
      // Midnight would name the next day.
      const day = text.balance.endOf(formatDay(new Date(end - 1), language));
      const named = shown.map((field) => (field.path === 'at' ? ({ path: 'at', kind: 'text' } as const) : field));
      return renderSheet({ ...row, at: day }, named, style);
    });
    if (at < end) notify(text.balance.notOver(until));
    if (noteAfter === undefined) notify(text.balance.afterLastNote);
    else if (unclear?.verdict === 'gap') notify(text.balance.spanDiffers(formatReais(unclear.difference)));
    else if (unclear !== undefined) notify(text.balance.disputesAccepted(formatReais(row.acceptedDisputes ?? 0)));
    if (undated !== undefined) {
      const { amount, before } = undated;
      notify(text.export.undatedDisputes(formatReais(amount), formatMoment(before, language)));
    }
  });
}
