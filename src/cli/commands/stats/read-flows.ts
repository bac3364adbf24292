import { ApiError } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import type { ProofOptions, ProofVerdict, ProvenList } from '../../../lists/proof.ts';
import { isFinal } from '../../../contract/final-status.ts';
import { uncachedLimit } from '../../../contract/limits.ts';
import type { Flow } from './day-flows.ts';

interface ReadRow {
  readonly id: string;
  readonly status?: string | null | undefined;
}

interface FlowSource<Row> {
  proven(options: ProofOptions): ProvenList<Row>;
  page(query: { limit: number; offset: number }): Promise<Page<Row, unknown>>;
}

export interface ReadFlows {
  readonly flows: readonly Flow[];
  readonly verdict: ProofVerdict;
}

/**
 * The amounts of a list's rows since a moment; reads no further back, and proves that no row is missing.
 *
 * @returns undefined when the key may not read the list
 */
export async function readFlows<Row extends ReadRow>(
  source: FlowSource<Row>,
  flowOf: (row: Row) => Flow | undefined,
  options: ProofOptions & { readonly now: number },
): Promise<ReadFlows | undefined> {
  try {
    const newest = await newestRows(source, options.now);
    const proven = source.proven(options);
    let flows: Flow[] = [];
    for await (const step of proven.steps()) {
      if (step.type === 'restart') flows = [];
      else {
        for (const { row } of step.rows) {
          const flow = flowOf(isFinal(row) ? row : (newest.get(row.id) ?? row));
          if (flow !== undefined) flows.push(flow);
        }
      }
    }
    return { flows, verdict: proven.verdict() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && error.code !== 'account_blocked') return undefined;
    throw error;
  }
}

/** Pages of full size may come from a cache that is a minute old; the newest rows are requested past it. */
async function newestRows<Row extends ReadRow>(source: FlowSource<Row>, now: number): Promise<Map<string, Row>> {
  const { items } = await source.page({ limit: uncachedLimit(now), offset: 0 });
  return new Map(items.map((row) => [row.id, row]));
}
