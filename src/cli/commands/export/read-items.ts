import { isOfBank, LISTS_OF, type ExportPlan } from './plan.ts';
import { closePeriod, type BalanceNote } from '../../../account/balance-notes.ts';
import { postedMs, type AccountEntry } from '../../../account/entry.ts';
import { noteBalance, type NotedBalance } from '../../../account/note-balance.ts';
import type { PixClient } from '../../../client/client.ts';
import { listFailures } from '../../../client/list-source.ts';
import { LIST_NAMES, type ListName } from '../../../find/wallet-entry.ts';
import type { ProofVerdict } from '../../../lists/proof.ts';
import type { StoredList } from '../../../lists/stored-list.ts';
import { StoredReading, type ReadingOptions, type StoredVerdict } from '../../../lists/stored-reading.ts';
import { centavos, sumCentavos, type Centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { withCompleteIndex } from '../../context/account-index.ts';
import type { Screen } from '../../context/screen.ts';
import type { Settings } from '../../context/settings.ts';
import { commandError, EXIT, CommandError, usageError } from '../../errors/command-error.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import { listProgress } from '../../output/progress-line.ts';
import type { ExportState } from './export-state.ts';
import { accountNameOf, boundsOf, reportBalances, unstatedEntry, type Statement } from './statement.ts';
import { type ExportedItems, writeBoth } from './write-files.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { printManifest, listFactsOf } from './manifest.ts';

export interface Exporting {
  readonly context: Context;
  readonly plan: ExportPlan;
  readonly settings: Settings;
  readonly client: PixClient;
  readonly state: ExportState;
  readonly span: TimeSpan;
}

const WHOLE_TIME: TimeSpan = { from: undefined, before: undefined };

/** Reads what the export contains, resuming an earlier attempt. */
export async function readItems(exporting: Exporting): ReturnType<typeof readStatement> {
  const { kind } = exporting.plan;
  if (kind === 'statement') return readStatement(exporting);
  const verdict = await readingOf(exporting, kind).read();
  return { verdicts: [[kind, verdict]], items: { of: 'list', rows: () => exporting.state[kind].items() } };
}

/**
 * Both lists until now, whatever the span: its balances follow from the one that the service reports now, less all that was
 * posted since. The lists are read on until they contain what led to it.
 *
 * @throws CommandError balance_moved or not_proven for OFX, which requires a balance
 */
async function readStatement(
  exporting: Exporting,
): Promise<{ readonly verdicts: readonly (readonly [ListName, ProofVerdict])[]; readonly items: ExportedItems }> {
  const { context, plan, settings, client, state, span } = exporting;
  const { now } = context.host;
  let verdicts: readonly (readonly [ListName, StoredVerdict])[] = [];
  const bounds = boundsOf(span);
  const sums = new EntrySums(() => state.entries(), [bounds.from, bounds.before]);
  const note = await noteBalance({
    client,
    account: { sumBefore: (moment) => sums.before(moment), unstated: () => undefined, notes: () => [] },
    now,
    isRequired: isOfBank(plan.format),
    read: async () => {
      const [startedAt, isFirst] = [now(), verdicts.length === 0];
      verdicts = await readLists(exporting, isFirst);
      sums.forget();
      return {
        isProven: verdicts.every(([, { isProven }]) => isProven),
        isCurrent: verdicts.every(([list]) => (state[list].countUnsettled().readAt ?? Infinity) >= startedAt),
        newRows: Math.max(...verdicts.map(([, { newRows }]) => newRows)),
      };
    },
  });
  if (note === undefined && isOfBank(plan.format)) {
    throw balanceUnknown(
      verdicts.every(([, { isProven }]) => isProven),
      context.screen,
    );
  }
  const period = note && closePeriod(bounds, await notesUntil(note, exporting), (moment) => sums.before(moment));
  const statement = { accountName: accountNameOf(settings), period, knownUntil: note?.notedAt ?? now() };
  return { verdicts, items: { of: 'statement', statement, entries: () => state.entries() } };
}

async function readLists(exporting: Exporting, isFirst: boolean): Promise<[ListName, StoredVerdict][]> {
  const verdicts: [ListName, StoredVerdict][] = [];
  for (const list of LISTS_OF.statement) {
    const reading = readingOf(exporting, list);
    verdicts.push([list, isFirst ? await reading.read() : await reading.readOn()]);
  }
  return verdicts;
}

/** The reading of a list into the state. It resumes an earlier attempt. */
function readingOf({ context, plan, client, state, span }: Exporting, list: ListName) {
  const { now, interruption: signal } = context.host;
  const { text, warn } = context.screen;
  // A charge may be paid, and a withdrawal returned, long after its creation.
  const { from, before } = plan.kind === 'statement' ? WHOLE_TIME : span;
  const options: ReadingOptions = {
    since: from === undefined ? undefined : new Date(from),
    until: before === undefined ? undefined : new Date(before),
    failures: listFailures,
    now,
    random: Math.random,
    signal,
    onProgress: listProgress(context, list),
    onRestart() {
      warn(text.export.startingOver(text.lists.names[list]));
    },
  };
  return list === 'payments'
    ? new StoredReading(client.payments, state.payments, options)
    : new StoredReading(client.withdraws, state.withdraws, options);
}

/**
 * The notes of the account's index, and the one of now after them. It is stored there, too, so that a later statement says of
 * a span what this one says. An index that is unusable, or of other lists, is left alone.
 */
async function notesUntil(
  note: NotedBalance,
  { context, settings, state }: Exporting,
): Promise<[BalanceNote, ...BalanceNote[]]> {
  try {
    return await withCompleteIndex(context, settings, ({ index }) => {
      const isSame = LIST_NAMES.every((list) => isSameList(index.list(list), state[list]));
      if (isSame) index.account.addNote(note);
      const [first = note, ...later] = isSame ? index.account.notes() : [];
      return Promise.resolve([first, ...later]);
    });
  } catch (error) {
    if (error instanceof CommandError) return [note];
    throw error;
  }
}

/** Whether the newest row of the index has the same number in the list. */
function isSameList(indexed: Pick<StoredList<never>, 'state' | 'ids'>, read: Pick<StoredList<never>, 'ids'>) {
  const { total = 0 } = indexed.state();
  const newest = { from: total - 1, to: total };
  const [[one], [other]] = [[...indexed.ids(newest)], [...read.ids(newest)]];
  return total === 0 || one?.id === other?.id;
}

/** Why an OFX cannot state the balance that it requires. */
function balanceUnknown(areListsProven: boolean, { text }: Screen): CommandError {
  const [errorText, code] = areListsProven
    ? [text.export.balanceMoved, 'balance_moved']
    : [text.export.balanceLacksRows, 'not_proven'];
  return commandError(EXIT.failed, code, errorText);
}

/** What entries come to. The moments that are asked for are added up together, because reading the entries takes long. */
class EntrySums {
  readonly #entries: () => Iterable<AccountEntry>;
  readonly #moments: readonly number[];
  #known = new Map<number, Centavos>();

  constructor(entries: () => Iterable<AccountEntry>, moments: readonly number[]) {
    this.#entries = entries;
    this.#moments = moments;
  }

  /** After more entries were read. */
  forget(): void {
    this.#known = new Map();
  }

  /** What the entries posted before a moment come to. Epoch milliseconds. */
  before(moment: number): Centavos {
    const known = this.#known.get(moment);
    if (known !== undefined) return known;
    const sums = new Map([...this.#moments, moment].map((each) => [each, centavos(0)]));
    for (const entry of this.#entries()) {
      const postedAt = postedMs(entry);
      for (const [each, sum] of sums) if (postedAt < each) sums.set(each, sumCentavos(sum, entry.netAmount));
    }
    this.#known = sums;
    return sums.get(moment) ?? centavos(0);
  }
}

/** A statement from the index, without a request, closed by the notes of the balance. */
export async function exportFromIndex(context: Context, plan: ExportPlan, settings: Settings): Promise<void> {
  await withCompleteIndex(context, settings, async ({ index, asOf }) => {
    const startedAt = context.host.now();
    const span = plan.span(startedAt);
    const bounds = boundsOf(span);
    const unstated = index.account.unstated();
    if (unstated !== undefined) throw unstatedEntry(unstated, context.screen);
    const [first, ...later] = index.account.notes();
    if (first === undefined && isOfBank(plan.format)) {
      throw plan.isOffline
        ? usageError('no_balance_note', context.screen.text.export.noNote)
        : balanceUnknown(true, context.screen);
    }
    const period =
      first === undefined
        ? undefined
        : closePeriod(bounds, [first, ...later], (moment) => index.account.sumBefore(moment), asOf);
    const verdicts = LIST_NAMES.map((list) => verdictOf(index, list));
    const statement: Statement = { accountName: accountNameOf(settings), period, knownUntil: asOf };
    const manifest = await writeBoth(context, {
      plan,
      settings,
      span,
      items: { of: 'statement', statement, entries: () => index.account.entries(bounds) },
      startedAt,
      isResumed: false,
      listFacts: listFactsOf(verdicts, (list) => index.list(list)),
    });
    await printManifest(context, manifest);
    const { text, language, notify } = context.screen;
    if (!manifest.proven) {
      const told = text.export.indexEnds(formatMoment(isoTime(asOf), language));
      const details = { asOf: isoTime(asOf), manifest: plan.manifestPath };
      throw commandError(EXIT.partlyDone, 'index_too_old', told, { details });
    }
    notify(text.export.done(manifest.rows, plan.path));
    reportBalances(statement, plan.path, context);
  });
}

/** What an index contains was proven when it was brought up to date. */
function verdictOf(index: WalletIndex, list: ListName) {
  const { total = 0, asOf = 0 } = index.list(list).state();
  return [list, { isProven: true, gaps: [], firstNumber: 0, endNumber: total, total, asOf, restarts: 0 }] as const;
}
