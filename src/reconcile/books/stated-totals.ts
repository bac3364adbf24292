import { centavos, negative, sumOf, NOTHING, type Centavos } from '../../pix/centavos.ts';
import { AMOUNTS, type TableCells, type TableSides } from './table-amounts.ts';
import type { TableLine } from './table.ts';
import { foldText } from '../../payouts/files/column-names.ts';
import { summaryWord } from './typed-values.ts';

/** What rows come to. */
export interface Sums {
  readonly inflow: Centavos;
  /** Without a sign. */
  readonly outflow: Centavos;
}

export function sumsOf(amounts: readonly Centavos[]): Sums {
  const outflow = sumOf(amounts.filter((amount) => amount < 0));
  return { inflow: sumOf(amounts.filter((amount) => amount > 0)), outflow: centavos(Math.abs(outflow)) };
}

/**
 * Compares a line of totals with the rows that it may sum up: all before it, those since the last such line, or all of
 * the table.
 *
 * @param named the side that the line names beside its amount
 * @returns `expected`: undefined where they come to it
 */
export function checkTotal(
  line: TableLine,
  cells: TableCells,
  named: ReturnType<TableSides['sideNamed']>,
  scopes: readonly Sums[],
) {
  const stated = AMOUNTS.flatMap((name) => {
    const size = name === 'outflow' ? cells.stated(line, name)?.size : cells.sumIn(line, name);
    if (size === undefined) return [];
    return [{ name, size: name === 'amount' && named === 'out' && size > 0 ? negative(size) : size }];
  });
  const { sign, side = named } = cells.stated(line, 'amount') ?? {};
  const isCredit = sign === '+' || side === 'in';
  const [first] = stated;
  if (first === undefined) return undefined;
  const isOf = ({ inflow, outflow }: Sums) =>
    stated.every(({ name, size }) => {
      if (name !== 'amount') return size === (name === 'inflow' ? inflow : outflow);
      // A minus is that of the net sum, or of what went out. Without a sign or a side, it may be any of them.
      const net = inflow - outflow;
      const unsigned = isCredit ? [] : [Math.abs(net), inflow + outflow, outflow];
      return [net, inflow, negative(outflow), ...unsigned].includes(size);
    });
  if (scopes.some(isOf)) return { stated: first.size, expected: undefined };
  const [{ inflow, outflow } = { inflow: NOTHING, outflow: NOTHING }] = scopes;
  const wrong = stated.find(({ name, size }) => name !== 'amount' && size !== (name === 'inflow' ? inflow : outflow));
  const { name, size } = wrong ?? first;
  const net = centavos(inflow - outflow);
  return { stated: size, expected: name === 'amount' ? net : name === 'inflow' ? inflow : outflow };
}

/** What a table states about all of its rows, beside them. */
type FactName = 'opening' | 'closing' | 'inflow' | 'outflow' | 'count';

export interface StatedFact {
  readonly name: FactName;
  readonly line: number;
  readonly text: string;
  /** Negative where it says so; of a count, its number. */
  readonly value: Centavos;
}

const IN = /^(?:total(?:de|das?|dos)?)?(?:entradas|creditos|recebimentos|credits|received|recebido)$/;
const OUT = /^(?:total(?:de|das?|dos)?)?(?:saidas|debitos|envios|debits|sent|enviado)$/;
const COUNT =
  /^(?:(?:quantidade|numero|total|qtde?|nº?)(?:de|dos|das)?)?(?:lancamentos|registros|linhas|transacoes|movimentacoes|movimentos)$|^(?:number|no|count)?(?:of)?(?:entries|rows|transactions)$|^count$/;

/** Labels with their values beside them, behind a colon, or in the line below. */
export function statedFacts(lines: readonly TableLine[], cells: TableCells): readonly StatedFact[] {
  const facts: StatedFact[] = [];
  const add = (name: FactName | undefined, line: number, label: string, typed: string) => {
    if (name === undefined) return;
    const amount = name === 'count' ? countIn(typed) : cells.sumBeside(typed);
    if (amount === undefined) return;
    facts.push({ name, line, text: `${label}: ${typed.trim()}`, value: amount });
  };
  for (const [index, { line, cells: row }] of lines.entries()) {
    const texts = row.map(({ text }) => text.trim());
    const names = texts.map(factName);
    const next = lines[index + 1];
    const areLabels = texts.every((text, column) => text === '' || names[column] !== undefined);
    for (const [column, text] of texts.entries()) {
      const [, label, typed = ''] = /^([^:]+):\s*(\S.*)$/.exec(text) ?? [];
      const beside = texts.slice(column + 1).find((other) => other !== '') ?? '';
      if (label !== undefined) add(factName(label), line, label, typed);
      else if (areLabels && next !== undefined) add(names[column], next.line, text, next.cells[column]?.text ?? '');
      else add(names[column], line, text.replace(/:$/, ''), beside);
    }
  }
  return facts;
}

function factName(text: string): FactName | undefined {
  const label = foldText(text);
  if (IN.test(label)) return 'inflow';
  if (OUT.test(label)) return 'outflow';
  if (COUNT.test(label)) return 'count';
  const word = summaryWord(text);
  return word === 'opening' || word === 'closing' ? word : undefined;
}

function countIn(text: string): Centavos | undefined {
  const number = /^\d{1,9}$/.exec(text.trim())?.[0];
  return number === undefined ? undefined : centavos(Number(number));
}
