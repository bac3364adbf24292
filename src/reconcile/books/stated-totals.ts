import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { TableCells } from './table-amounts.ts';
import type { TableLine } from './table.ts';

const NOTHING = centavos(0);
const COLUMNS = ['amount', 'inflow', 'outflow'] as const;

/** What rows come to. */
export interface Sums {
  readonly inflow: Centavos;
  /** Without a sign. */
  readonly outflow: Centavos;
}

export function sumsOf(amounts: readonly Centavos[]): Sums {
  const of = (side: readonly Centavos[]) => side.reduce((sum, amount) => sumCentavos(sum, amount), NOTHING);
  const outflow = of(amounts.filter((amount) => amount < 0));
  return { inflow: of(amounts.filter((amount) => amount > 0)), outflow: centavos(Math.abs(outflow)) };
}

interface CheckedTotal {
  readonly stated: Centavos;
  /** Undefined where the rows come to it. */
  readonly expected: Centavos | undefined;
}

/**
 * Compares a line of totals with the rows that it may sum up: all before it, those since the last such line, or all of
 * the table.
 */
export function checkTotal(line: TableLine, cells: TableCells, scopes: readonly Sums[]): CheckedTotal | undefined {
  const stated = COLUMNS.flatMap((name) => {
    const amount = cells.stated(line, name);
    return amount === undefined ? [] : [{ name, size: amount.size }];
  });
  const [first] = stated;
  if (first === undefined) return undefined;
  const isOf = ({ inflow, outflow }: Sums) =>
    stated.every(({ name, size }) => {
      if (name !== 'amount') return size === (name === 'inflow' ? inflow : outflow);
      return [Math.abs(inflow - outflow), inflow + outflow, inflow, outflow].includes(size);
    });
  if (scopes.some(isOf)) return { stated: first.size, expected: undefined };
  const [{ inflow, outflow } = { inflow: NOTHING, outflow: NOTHING }] = scopes;
  const wrong = stated.find(({ name, size }) => name !== 'amount' && size !== (name === 'inflow' ? inflow : outflow));
  const { name, size } = wrong ?? first;
  const net = centavos(inflow - outflow);
  return { stated: size, expected: name === 'amount' ? net : name === 'inflow' ? inflow : outflow };
}
