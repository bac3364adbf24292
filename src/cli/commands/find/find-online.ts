import type { Match } from '../../../find/finding.ts';
import { AccountSearch, type SearchEnd, type SearchStep } from '../../../find/search.ts';
import type { Context } from '../../context/context.ts';
import { justCreatedCharges } from '../../context/just-created.ts';
import type { Screen } from '../../context/screen.ts';
import type { Settings } from '../../context/settings.ts';
import { formatMoment } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import type { FindPlan } from './find-plan.ts';
import { assertFound, printMatches, type Findings } from './finding-report.ts';
import { askJournal } from './journal-knowledge.ts';
import type { MatchRow } from './match-fields.ts';
import type { SearchedProfile } from './searched-profiles.ts';

/** One payment and one withdrawal with the id. */
const FIRST_REQUESTS = 2;

/** Searches the service. @throws CommandError nothing_found, search_incomplete */
export async function findOnline(
  context: Context,
  plan: FindPlan,
  profiles: readonly SearchedProfile[],
  output: Output<MatchRow>,
): Promise<void> {
  const { interruption: signal } = context.host;
  const { text } = context.screen;
  const accounts = await Promise.all(
    profiles.map(async ({ name, settings }) => {
      return {
        name,
        client: await context.session.openClient(settings, { firstRequests: FIRST_REQUESTS }),
        ...(await knowledgeOf(context, settings, plan)),
      };
    }),
  );
  let last: SearchStep = { matches: [], rows: 0, backToMs: undefined, lookedUp: 0 };
  let end: SearchEnd | undefined;

  async function* matches(): AsyncGenerator<readonly Match[]> {
    const steps = new AccountSearch(accounts, plan.question, { ...plan, signal }).run();
    try {
      for (;;) {
        const step = await steps.next();
        if (step.done === true) {
          end = step.value;
          return;
        }
        last = step.value;
        if (last.matches.length > 0) {
          // Clears the progress line, which output on stdout would otherwise follow.
          context.screen.showProgress('');
          yield last.matches;
        }
        if (last.rows > 0) context.screen.showProgress(text.find.looking(last.rows, momentOf(last, context.screen)));
      }
    } finally {
      context.screen.showProgress('');
      await steps.return({ reason: 'limit', shortfalls: [] });
      if (context.host.interruption.aborted && last.rows > 0) {
        context.screen.notify(text.find.interruptedAt(last.rows, momentOf(last, context.screen)));
      }
    }
  }

  const findings = (): Findings => ({
    reason: end?.reason ?? 'limit',
    shortfalls: end?.shortfalls ?? [],
    facts: {
      rows: last.rows,
      backTo: last.backToMs === undefined || last.backToMs === Infinity ? null : new Date(last.backToMs).toISOString(),
    },
  });
  const count = await printMatches(context, output, matches(), {
    plan,
    hasSeveralAccounts: profiles.length > 1,
    hasNames: accounts.some(({ names }) => names.size > 0),
    findings,
  });
  const { reason, shortfalls } = findings();
  const isWithinSpan = plan.since !== undefined || plan.before !== undefined;
  if (last.rows > 0) {
    const isWhole =
      reason === 'end' && shortfalls.length === 0 && !isWithinSpan && plan.question.transfer === undefined;
    const found = text.find.found(count);
    context.screen.notify(
      isWhole
        ? text.find.lookedEverywhere(found, last.rows)
        : text.find.lookedBackTo(found, last.rows, momentOf(last, context.screen)),
    );
  }
  if (last.lookedUp > 0) context.screen.notify(text.find.lookedUpNewest(last.lookedUp));
  if (reason === 'limit') context.screen.notify(text.find.thereMayBeMore);
  assertFound(context.screen, count, findings(), text.find.nothing(plan.typed, isWithinSpan));
}

/** What this machine knows in addition to the lists. */
async function knowledgeOf(context: Context, settings: Settings, { question }: FindPlan) {
  const { referenced, names, justCreated: withdraws } = await askJournal(context, settings, question);
  return { referenced, names, justCreated: { payments: await justCreatedCharges(context, settings), withdraws } };
}

function momentOf({ backToMs }: SearchStep, { language }: Screen): string {
  return backToMs === undefined || backToMs === Infinity
    ? '—'
    : formatMoment(new Date(backToMs).toISOString(), language);
}
