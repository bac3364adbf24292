import { readQuestion, type Question } from '../../../find/question.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { readTimeSpan } from '../../input/moment.ts';

/** Matches shown without `--limit`. */
const MATCHES_DEFAULT = 50;

export interface FindFlags {
  /** Words of what is looked for. */
  readonly words: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly month?: string;
  readonly all?: boolean;
  readonly limit?: number;
  readonly offline?: boolean;
}

/** What is looked for, how far, and how many of it. */
export interface FindPlan {
  readonly question: Question;
  /** Epoch milliseconds. */
  readonly since: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
  readonly isExhaustive: boolean;
}

/** @throws CommandError (usage), before anything is sent */
export function readFindPlan({ host: { now }, screen: { text } }: Context, flags: FindFlags): FindPlan {
  const { all = false, limit } = flags;
  if (all && limit !== undefined) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--all', '--limit'));
  }
  const question = readQuestion(flags.words.join(' '));
  if (question.words === '') throw usageError('nothing_to_find', text.find.emptyText);
  const { from, before } = readTimeSpan(flags, now(), text);
  return {
    question,
    since: from,
    before,
    limit: all ? Number.POSITIVE_INFINITY : (limit ?? MATCHES_DEFAULT),
    isExhaustive: all,
  };
}
