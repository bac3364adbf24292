import { basename } from 'node:path';
import type { Context } from '../../context/context.ts';
import { ofKind, allFields, type Field } from '../../output/fields.ts';
import { Output } from '../../output/output.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import type { ExportFormat, ExportKind, ExportPlan } from './plan.ts';
import type { StatedBalances } from './statement.ts';
import type { Tally } from './formats/file-text.ts';
import type { WrittenFile } from '../../../files/write-whole.ts';
import { LIST_CACHE_SECONDS } from '../../../contract/limits.ts';
import type { ProofVerdict } from '../../../lists/proof.ts';

/** Row numbers of a list that could not be read, both ends included; 0 is the oldest row of the list. */
interface Gap {
  readonly list: ListName;
  readonly first: number;
  readonly last: number;
}

interface ListReport {
  readonly list: ListName;
  /** Exactly one id has each row number from `firstNumber` on and before `endNumber`. */
  readonly proven: boolean;
  readonly reason: string | null;
  readonly firstNumber: number;
  readonly endNumber: number;
  /** Rows in the list, and when it had that length. */
  readonly total: number;
  readonly asOf: string;
  /** How often its order changed, so that it was read again. */
  readonly restarts: number;
}

/** The contents of an exported file, written beside it: a promise to scripts. Money in centavos, times RFC 3339. */
export interface Manifest extends WrittenFile, Tally {
  readonly version: 1;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  /** Without its folder, so that both files may be moved together. */
  readonly file: string;
  readonly fields: readonly string[];
  readonly order: 'oldest-first';
  readonly service: string;
  readonly profile: string | null;
  /** The requested span: from `since` on, and before `until`. */
  readonly since: string | null;
  readonly until: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly resumed: boolean;
  readonly proven: boolean;
  readonly gaps: readonly Gap[];
  readonly lists: readonly ListReport[];
  /** Rows whose status may still change, and the time at which the oldest of them was read. */
  readonly notFinal: NotFinal;
  /** Whether the local index was read as it was, without a request. */
  readonly offline: boolean;
  /** The time by which rows belong to the span: `settled` is when the balance changed. */
  readonly by: 'created' | 'settled';
  /** Of days and months in the request. */
  readonly timeZone: string;
  /** Null if they are not known. Lists have none. */
  readonly balances?: StatedBalances | null;
}

/** Rows whose status may still change, and when the oldest of them was read. */
interface NotFinal {
  readonly rows: number;
  readonly asOf: string | null;
}

export interface ListFacts {
  readonly lists: readonly ListReport[];
  readonly gaps: readonly Gap[];
  readonly notFinal: NotFinal;
}

/** What is shown of a manifest without `--fields`. */
const MANIFEST_FIELDS: readonly Field[] = [
  { path: 'file', kind: 'text' },
  { path: 'kind', kind: 'word' },
  { path: 'format', kind: 'text' },
  { path: 'rows', kind: 'count' },
  ...ofKind('text', 'proven', 'firstId', 'lastId', 'sha256'),
];

export interface ReadyExport {
  readonly plan: ExportPlan;
  readonly settings: Settings;
  readonly span: TimeSpan;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly isResumed: boolean;
  readonly listFacts: ListFacts;
}

interface ExportFacts extends ReadyExport {
  readonly written: WrittenFile & Tally;
  readonly balances: StatedBalances | null;
  readonly finishedAt: number;
}

export function manifestOf(facts: ExportFacts): Manifest {
  const { plan, settings, span, startedAt, isResumed, listFacts, written, balances, finishedAt } = facts;
  const isStatement = plan.kind === 'statement';
  return {
    version: 1,
    kind: plan.kind,
    format: plan.format,
    file: basename(plan.path),
    fields: plan.selection.columns.map(({ path }) => path),
    order: 'oldest-first',
    service: originOf(settings.baseUrl),
    profile: settings.profileName ?? null,
    since: isoTime(span.from),
    until: isoTime(span.before),
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date(finishedAt).toISOString(),
    resumed: isResumed,
    offline: plan.isOffline,
    by: isStatement ? 'settled' : 'created',
    timeZone: new Intl.DateTimeFormat('en').resolvedOptions().timeZone,
    proven: listFacts.lists.every(({ proven }) => proven),
    ...listFacts,
    ...(isStatement && { balances }),
    ...written,
  };
}

function isoTime(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString();
}

/** The manifest: for programs, and for a person with `--verbose`, who otherwise needs the number of rows alone. */
export async function printManifest(context: Context, manifest: Manifest): Promise<void> {
  if (context.screen.format === 'table' && context.session.flags.verbose !== true) {
    context.screen.showProgress('');
    return;
  }
  await new Output<Manifest>(context, allFields(MANIFEST_FIELDS)).one(manifest);
}

/** The maximum age of a list answer. */
const LIST_AGE_MS = LIST_CACHE_SECONDS * 1_000;

interface Countable {
  countUnsettled(): { readonly rows: number; readonly readAt: number | undefined };
}

export function listFactsOf(
  verdicts: readonly (readonly [ListName, ProofVerdict])[],
  stored: Readonly<Record<ListName, Countable>>,
): ListFacts {
  return {
    gaps: verdicts.flatMap(([list, { gaps }]) => gaps.map(({ from, to }) => ({ list, first: from, last: to - 1 }))),
    lists: verdicts.map(([list, { isProven, reason, firstNumber, endNumber, total, asOf, restarts }]) => ({
      list,
      proven: isProven,
      reason: reason ?? null,
      firstNumber,
      endNumber,
      total,
      asOf: new Date(asOf).toISOString(),
      restarts,
    })),
    notFinal: notFinalOf(verdicts.map(([list]) => stored[list])),
  };
}

export function notFinalOf(stored: readonly Countable[]): ListFacts['notFinal'] {
  const unsettled = stored.map((list) => list.countUnsettled());
  const unsettledAt = Math.min(...unsettled.map(({ readAt }) => readAt ?? Infinity));
  return {
    rows: unsettled.reduce((sum, { rows }) => sum + rows, 0),
    asOf: unsettledAt === Infinity ? null : new Date(unsettledAt - LIST_AGE_MS).toISOString(),
  };
}
