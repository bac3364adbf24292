import { TransportError } from '../../src/client/errors.ts';
import type { PageRequest } from '../../src/lists/proof-source.ts';
import type { Page } from '../../src/client/pages.ts';
import type { HeldRow, ProofOptions, ProofStart, ProofVerdict } from '../../src/lists/proof.ts';
import { listSource } from '../../src/client/list-source.ts';
import { ListProof } from '../../src/lists/list-proof.ts';
import { hurriedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}

const START = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
/** An answer may be repeated for this many requests. */
const REQUESTS_REPEATED = 40;

const lost = () => new TransportError('cut', { code: 'answer_cut', outcome: 'unknown', host: 'wallet.example' });

/** A service that repeats answers, loses some, grows, and once removes, inserts or moves an older row. */
export function createSimulation(seed: number, { untilDisruption = 30, disruptionDepth = Infinity } = {}) {
  const random = seededRandom(seed);
  const chance = (probability: number) => random() < probability;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  let made = 0;
  const newRow = (minute: number): Row => ({
    id: `row-${(made += 1)}`,
    value: 1_000,
    status: 'ACTIVE',
    createdAt: new Date(START + minute * MINUTE_MS).toISOString(),
  });
  const count = pick([1, 2, 51, 99, 100, 101, 199, 250, 300, 20 + Math.floor(random() * 600)]);
  const rows = Array.from({ length: count }, (_, minute) => newRow(minute));
  const untouched = new Set(rows);
  const pageMaximum = pick([100, 100, 100, 100, 60, 60, 13, 13, 3, 2]);
  const disruption = {
    atRequest: 2 + Math.floor(random() * untilDisruption),
    kind: pick(['insert', 'remove', 'toTop', 'none']),
  };
  const lossProbability = pick([0, 0, 0.1, 0.3]);
  const growthProbability = pick([0, 0.1, 0.5]);
  const repeated = new Map<string, { readonly page: Page<Row, null>; readonly asked: number }>();
  let asked = 0;

  function append(): void {
    const row = newRow(made);
    rows.push(row);
    untouched.add(row);
  }

  function disrupt(): void {
    const place = rows.length - 1 - Math.floor(random() * Math.min(rows.length, disruptionDepth));
    const minute = (Date.parse(rows[place]?.createdAt ?? '') - START) / MINUTE_MS;
    if (disruption.kind === 'insert') rows.splice(place, 0, newRow(minute));
    if (disruption.kind !== 'remove' && disruption.kind !== 'toTop') return;
    const [moved] = rows.splice(place, 1);
    if (moved === undefined) return;
    untouched.delete(moved);
    if (disruption.kind === 'toTop') rows.push(moved);
  }

  return {
    random,
    untouched,
    count,
    add(rowsAdded: number): void {
      for (let place = 0; place < rowsAdded; place += 1) append();
    },
    fetchPage: async ({ limit, offset }: PageRequest) => {
      await Promise.resolve();
      asked += 1;
      if (asked === disruption.atRequest) disrupt();
      if (chance(growthProbability)) append();
      if (chance(lossProbability)) throw lost();
      const question = `${limit} ${offset}`;
      const earlier = repeated.get(question);
      if (earlier !== undefined && asked - earlier.asked < REQUESTS_REPEATED) return earlier.page;
      const given = Math.min(limit, pageMaximum);
      const items = rows.toReversed().slice(offset, offset + given);
      const page = { items, pagination: { total: rows.length, limit: given, offset }, statistics: null };
      repeated.set(question, { page, asked });
      return page;
    },
  };
}

/** The result of reading a list. */
interface ReadingOutcome {
  readonly verdict: ProofVerdict;
  /** The ids that were returned, and those of rows of the span that existed from the start and were never changed. */
  readonly given: readonly string[];
  readonly wanted: readonly string[];
}

/** Reads a list, resuming after interruptions: the same on every run. @throws {PixError} when no answer is useful */
export async function simulateReading(seed: number): Promise<ReadingOutcome> {
  const simulation = createSimulation(seed);
  const { random, count } = simulation;
  const atFirst = [...simulation.untouched];
  const moment = () => new Date(START + Math.floor(random() * count) * MINUTE_MS);
  const [one, other] = [moment(), moment()].sort((first, second) => first.getTime() - second.getTime());
  const span = { since: random() < 0.4 ? one : undefined, until: random() < 0.4 ? other : undefined };
  const order: ProofOptions['order'] = random() < 0.3 ? 'newest-first' : 'oldest-first';
  let start: ProofStart | undefined;
  let stored: HeldRow[] = [];
  for (let goes = 0; ; goes += 1) {
    const resume = start === undefined ? undefined : { start, held: stored.toSorted((a, b) => a.number - b.number) };
    const list = new ListProof<Row>(listSource(simulation.fetchPage, { ...hurriedClock(), random }, 1), {
      ...span,
      order,
      resume,
    });
    start ??= await list.start();
    const stepsMaximum = goes < 3 && random() < 0.4 ? 1 + Math.floor(random() * 4) : Infinity;
    let isOver = true;
    let steps = 0;
    for await (const step of list.steps()) {
      if (step.type === 'restart') [start, stored] = [step.start, []];
      else stored.push(...step.rows.map(({ number, row }) => ({ number, id: row.id })));
      steps += 1;
      if (steps < stepsMaximum) continue;
      isOver = false;
      break;
    }
    if (!isOver) continue;
    const verdict = list.verdict();
    // What could not be read is requested again later.
    if (!verdict.isProven && goes < 3) continue;
    const wanted = atFirst.filter((row) => {
      const time = Date.parse(row.createdAt);
      return (
        simulation.untouched.has(row) &&
        time >= (span.since?.getTime() ?? 0) &&
        time < (span.until?.getTime() ?? Infinity)
      );
    });
    return { verdict, given: stored.map(({ id }) => id), wanted: wanted.map(({ id }) => id) };
  }
}
