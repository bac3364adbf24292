import { DAY_LABELS, readQuestion } from '../../../find/question.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { isMissingDay, readDay, readTimeSpan } from '../../input/moment.ts';
import { CHARGE_STATUS_WORDS, findStatusOf, readStatusOf, WITHDRAWAL_STATUS_WORDS } from '../../input/status.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { find } from './command.ts';

/** Maximum number of matches without `--limit`. */
const MATCHES_DEFAULT = 50;

/** A word may be a status of charges, of withdrawals, or of both. */
const STATUS_WORDS = { payments: CHARGE_STATUS_WORDS, withdraws: WITHDRAWAL_STATUS_WORDS };

export type FindFlags = OptionsOf<typeof find>;

/** What to search for, how far back, and the maximum number of matches. */
export type FindPlan = ReturnType<typeof readFindPlan>;

/** @throws CommandError (usage), before anything is sent */
export function readFindPlan({ host: { now }, screen: { text } }: Context, flags: FindFlags) {
  const { all = false, limit } = flags;
  const typed = flags.words.join(' ').trim();
  // Beside other words it may be a number: `parcela 31/09`.
  if (isMissingDay(typed, now())) throw usageError('invalid_date', text.find.missingDay(typed));
  const { days, rest, span } = takeDays(typed, now());
  const question = readQuestion(rest, (word) => findStatusOf(word, STATUS_WORDS));
  if (question.isEverything && days.length === 0) throw usageError('nothing_to_find', text.find.emptyText);
  const { from, before } = readTimeSpan(flags, now(), text);
  return {
    typed,
    question,
    // Typed words that name a day, which limit the search to it.
    days,
    statuses: flags.status === undefined ? undefined : readStatusOf(flags.status, STATUS_WORDS, text),
    since: ofBoth(Math.max, from, span.from),
    before: ofBoth(Math.min, before, span.before),
    limit: all ? Number.POSITIVE_INFINITY : (limit ?? MATCHES_DEFAULT),
    isExhaustive: all,
    // The ID of a single match, to the clipboard.
    copies: flags.copy === true,
  };
}

/** The first and last of the typed days (`ontem`, `14/07`), and the other words. */
function takeDays(typed: string, now: number) {
  const days: string[] = [];
  const rest: string[] = [];
  const span: { from: number | undefined; before: number | undefined } = { from: undefined, before: undefined };
  for (const word of typed.split(/\s+/)) {
    const day = readDay(word.replace(/[,;.]+$/, ''), now);
    if (day !== undefined && DAY_LABELS.has(labelIn(rest.at(-1)))) rest.pop();
    (day === undefined ? rest : days).push(word);
    span.from = ofBoth(Math.min, day?.from, span.from);
    span.before = ofBoth(Math.max, day?.before, span.before);
  }
  return { days, rest: rest.join(' '), span };
}

function labelIn(word = ''): string {
  return word.toLowerCase().replace(/:$/, '');
}

function ofBoth(choose: typeof Math.max, one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : choose(one, other);
}
