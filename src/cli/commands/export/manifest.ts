import { basename } from 'node:path';
import type { Context } from '../../context/context.ts';
import { isoTime, zoneName } from '../../output/dates.ts';
import { ofKind, allFields, type Field } from '../../output/fields.ts';
import { Output } from '../../output/output.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import type { ExportPlan } from './plan.ts';
import type { StatedBalances } from './statement.ts';
import type { Tally } from './formats/file-text.ts';
import type { WrittenFile } from '../../../files/write-whole.ts';
import { notFinalRow } from '../sync-index.ts';
import type { ProofVerdict } from '../../../lists/proof.ts';

/** What is shown of a manifest without `--fields`. */
const MANIFEST_FIELDS: readonly Field[] = [
  { path: 'file', kind: 'text' },
  { path: 'kind', kind: 'word' },
  { path: 'format', kind: 'text' },
  { path: 'rows', kind: 'count' },
  { path: 'proven', kind: 'flag' },
  ...ofKind('text', 'firstId', 'lastId', 'sha256'),
];

/** What is known of the lists once they were read. */
type ListFacts = ReturnType<typeof listFactsOf>;

export interface ReadyExport {
  readonly plan: ExportPlan;
  readonly settings: Settings;
  readonly span: TimeSpan;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly isResumed: boolean;
  readonly listFacts: ListFacts;
}

/** The contents of an exported file, written beside it: a promise to scripts. Money in centavos, times RFC 3339. */
export type Manifest = ReturnType<typeof manifestOf>;

export function manifestOf(
  { plan, settings, span, startedAt, isResumed, listFacts }: ReadyExport,
  written: WrittenFile & Tally,
  /** Null if they are not known. */
  balances: StatedBalances | null,
  finishedAt: number,
) {
  const isStatement = plan.kind === 'statement';
  // Until when the rows of a span must be known, if it is over.
  const end = span.before === undefined || span.before > startedAt ? -Infinity : span.before;
  return {
    version: 1,
    kind: plan.kind,
    format: plan.format,
    // Without its folder, so that both files may be moved together.
    file: basename(plan.path),
    fields: plan.selection.columns.map(({ path }) => path),
    order: 'oldest-first',
    service: originOf(settings.baseUrl),
    profile: settings.profileName ?? null,
    // The requested span: from `since` on, and before `until`.
    since: span.from === undefined ? null : isoTime(span.from),
    until: span.before === undefined ? null : isoTime(span.before),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
    resumed: isResumed,
    offline: plan.isOffline,
    // The time by which rows belong to the span: `settled` is when the balance changed.
    by: isStatement ? 'settled' : 'created',
    // Of days and months in the request.
    timeZone: zoneName(),
    proven: listFacts.lists.every(({ proven, asOf }) => proven && Date.parse(asOf) >= end),
    ...listFacts,
    ...(isStatement && { balances }),
    ...written,
  };
}

/** The manifest, for programs: a person needs the number of rows alone. */
export async function printManifest(context: Context, manifest: Manifest): Promise<void> {
  context.screen.showProgress('');
  if (context.screen.format === 'table') return;
  await new Output<Manifest>(context.screen, allFields(MANIFEST_FIELDS)).one(manifest);
}

export function listFactsOf(
  verdicts: readonly (readonly [ListName, Omit<ProofVerdict, 'rowsHeld' | 'rowsGiven'>])[],
  storedIn: (list: ListName) => { countUnsettled(): { readonly rows: number; readonly readAt: number | undefined } },
) {
  const unsettled = verdicts.map(([list]) => storedIn(list).countUnsettled());
  const unsettledAt = Math.min(...unsettled.map(({ readAt }) => readAt ?? Infinity));
  return {
    // Row numbers, both ends included; 0 is the oldest row of the list.
    gaps: verdicts.flatMap(([list, { gaps }]) => gaps.map(({ from, to }) => ({ list, first: from, last: to - 1 }))),
    lists: verdicts.map(([list, { isProven, reason, firstNumber, endNumber, total, asOf, restarts }]) => ({
      list,
      // Exactly one id has each row number from `firstNumber` on and before `endNumber`.
      proven: isProven,
      reason: reason ?? null,
      firstNumber,
      endNumber,
      total,
      asOf: isoTime(asOf),
      restarts,
    })),
    notFinal: notFinalRow({
      rows: unsettled.reduce((sum, { rows }) => sum + rows, 0),
      readAt: unsettledAt === Infinity ? undefined : unsettledAt,
    }),
  };
}
