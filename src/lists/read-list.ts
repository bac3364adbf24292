import type { PixClient } from '../client/client.ts';
import type { ProofProgress, ProofVerdict, ProvenList } from './proof.ts';
import { rereadUnsettled } from '../find/reread.ts';
import type { TimeSpan } from '../cli/input/moment.ts';
import type { ExportKind, ListName } from '../cli/commands/export/export-kind.ts';
import { paymentSource, withdrawalSource, type ListSource } from './list-source.ts';
import type { ExportState } from './state-file.ts';

interface Reading {
  readonly client: PixClient;
  readonly kind: ExportKind;
  readonly list: ListName;
  readonly span: TimeSpan;
  readonly state: ExportState;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProofProgress) => void;
  /** The order of the list has moved, and what was read of it is forgotten. */
  readonly onRestart: () => void;
}

/** After these it is the service that can't be relied upon. */
const ORDER_MOVES_MAXIMUM = 3;

/** Reads a list into the state, from where an earlier attempt left it. Ends when it is proven, or can't be. */
export async function readList(reading: Reading): Promise<ProofVerdict> {
  const { client, kind, list } = reading;
  return list === 'payments'
    ? readFrom(paymentSource(client, kind), reading)
    : readFrom(withdrawalSource(client, kind), reading);
}

async function readFrom<Row extends { readonly id: string }>(
  source: ListSource<Row>,
  reading: Reading,
): Promise<ProofVerdict> {
  const { list, state, now, onRestart } = reading;
  for (let moves = 0; ;) {
    const verdict = await prove(source, reading);
    if (verdict.reason === 'order_moved') state.distrust(list);
    if (!verdict.isProven) return verdict;
    assertHeld(reading, verdict);
    const hasStoodStill = await rereadUnsettled({
      page: (query) => source.page(query),
      unsettled: state.unsettled(list),
      keep(rows) {
        const kept = rows.map((row) => source.kept(row));
        state.keep(list, kept);
      },
      total: verdict.total,
      now,
      random: Math.random,
    });
    if (hasStoodStill) return verdict;
    moves += 1;
    if (moves === ORDER_MOVES_MAXIMUM) {
      state.distrust(list);
      return { ...verdict, isProven: false, reason: 'order_moved' };
    }
    state.forget(list);
    onRestart();
  }
}

async function prove<Row>(source: ListSource<Row>, reading: Reading): Promise<ProofVerdict> {
  const { kind, list, span, state, signal, onProgress, onRestart } = reading;
  const start = state.startOf(list);
  // A charge may be paid long after it was created, so a statement looks at older ones, too.
  const since = kind === 'statement' && list === 'payments' ? undefined : span.from;
  const proven: ProvenList<Row> = source.proven({
    since: since === undefined ? undefined : new Date(since),
    until: span.before === undefined ? undefined : new Date(span.before),
    resume: start === undefined ? undefined : { start, held: state.held(list) },
    onProgress,
    signal,
  });
  if (start === undefined) state.begin(list, await proven.start());
  for await (const step of proven.steps()) {
    if (step.type === 'restart') {
      state.begin(list, step.start);
      onRestart();
    } else {
      const kept = step.rows.map((row) => source.kept(row));
      state.keep(list, kept);
    }
  }
  return proven.verdict();
}

/** What was proven while the rows went by has to be what is held. */
function assertHeld({ list, state }: Reading, { rowsGiven }: ProofVerdict): void {
  const { rows } = state.count(list);
  if (rows === rowsGiven) return;
  throw new Error(`${list}: ${rowsGiven} rows are proven, but ${rows} are held`);
}
