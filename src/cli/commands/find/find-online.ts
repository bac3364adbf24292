import type { Match } from '../../../find/finding.ts';
import type { Question } from '../../../find/question.ts';
import { AccountSearch, type SearchEnd, type SearchStep } from '../../../find/search.ts';
import { isDamage } from '../../../sql/sqlite/damage.ts';
import { indexIfAny } from '../../context/account-index.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import type { Settings } from '../../context/settings.ts';
import { CommandError } from '../../errors/command-error.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import type { FindPlan } from './find-plan.ts';
import { assertFound, printMatches, type Findings } from './finding-report.ts';
import { askJournal } from './journal-knowledge.ts';
import type { MatchRow } from './match-fields.ts';
import type { SearchedProfile } from '../searched-profiles.ts';

/** One payment and one withdrawal with the id. */
const FIRST_REQUESTS = 2;
/** Letters and digits, too few for a part of an ID. */
const SHORT_ID = /^(?=.*\d)(?=.*[a-z])[\da-z]{3,5}$/i;
/** A shorter end may be that of several. */
const END_OF_TRANSFER_ID = /^[\da-z]{8,32}$/i;

export async function findOnline(
  context: Context,
  plan: FindPlan,
  profiles: readonly SearchedProfile[],
  output: Output<MatchRow>,
): Promise<void> {
  const accounts = await Promise.all(
    profiles.map(async ({ name, settings }) => {
      const client = await context.session.openClient(settings, { firstRequests: FIRST_REQUESTS });
      return { name, service: settings.baseUrl, client, ...(await knowledgeOf(context, settings, plan)) };
    }),
  );
  const steps = new AccountSearch(accounts, plan.question, { ...plan, signal: context.host.interruption }).run();
  const search = new ShownSearch(context, steps);
  const findings = () => search.findings();
  const count = await printMatches(context, output, search.matches(), { plan, profiles, findings });
  search.notifyEnd(count);
  const isWithinSpan = plan.since !== undefined || plan.before !== undefined;
  const nothing = context.screen.text.find.nothing(
    plan.typed,
    isWithinSpan,
    plan.days.join(' '),
    SHORT_ID.test(plan.typed),
  );
  assertFound(context.screen, count, search.findings(), plan.typed, nothing);
}

/** A search that shows how far it has come, and says at its end how far that was. */
class ShownSearch {
  readonly #context: Context;
  readonly #steps: AsyncGenerator<SearchStep, SearchEnd>;
  #last: SearchStep = { matches: [], rows: 0, backToMs: undefined, lookedUp: 0 };
  #end: SearchEnd | undefined;

  constructor(context: Context, steps: AsyncGenerator<SearchStep, SearchEnd>) {
    this.#context = context;
    this.#steps = steps;
  }

  async *matches(): AsyncGenerator<readonly Match[]> {
    const { host, screen } = this.#context;
    const { looking, interruptedAt } = screen.text.find;
    try {
      for await (const step of this.#untilEnd()) {
        this.#last = step;
        const { matches, rows } = step;
        if (matches.length > 0) yield matches;
        if (rows > 0) screen.showProgress(looking(rows, momentOf(step, screen)));
      }
    } finally {
      const { rows } = this.#last;
      if (host.interruption.aborted && rows > 0) screen.notify(interruptedAt(rows, momentOf(this.#last, screen)));
    }
  }

  async *#untilEnd(): AsyncGenerator<SearchStep> {
    this.#end = yield* this.#steps;
  }

  findings(): Findings {
    const { rows, backToMs } = this.#last;
    const backTo = backToMs === undefined || backToMs === Infinity ? null : isoTime(backToMs);
    const { reason = 'limit', shortfalls = [], sameAccounts = [] } = this.#end ?? {};
    return { reason, shortfalls, sameAccounts, facts: { rows, backTo } };
  }

  /** @param count of matches */
  notifyEnd(count: number): void {
    const { screen } = this.#context;
    const { found, lookedBackTo, lookedUpNewest, thereMayBeMore } = screen.text.find;
    const { rows, lookedUp } = this.#last;
    const { reason, shortfalls } = this.findings();
    const isIncomplete = reason === 'limit' || shortfalls.length > 0;
    if (rows > 0 && isIncomplete) screen.notify(lookedBackTo(found(count), rows, momentOf(this.#last, screen)));
    // Without a match, the error says it.
    if (lookedUp > 0 && count > 0) screen.notify(lookedUpNewest(lookedUp));
    if (reason === 'limit') screen.notify(thereMayBeMore);
  }
}

async function knowledgeOf(context: Context, settings: Settings, { question }: FindPlan) {
  const known = await askJournal(context, settings, question);
  return { ...known, transferred: await transferredIn(context, settings, question) };
}

/** Withdrawals whose end-to-end ID, in the index, ends with what was typed. A search can do without the index. */
async function transferredIn(context: Context, settings: Settings, { typed }: Question): Promise<readonly string[]> {
  if (!END_OF_TRANSFER_ID.test(typed)) return [];
  try {
    const index = await indexIfAny(context, settings);
    try {
      return index?.account.idsOfTransfers(typed) ?? [];
    } finally {
      index?.close();
    }
  } catch (error) {
    if (error instanceof CommandError || isDamage(error)) return [];
    throw error;
  }
}

function momentOf({ backToMs }: SearchStep, { language }: Screen): string {
  return backToMs === undefined || backToMs === Infinity ? '—' : formatMoment(backToMs, language);
}
