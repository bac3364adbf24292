import { centavos, NOTHING, type Centavos } from '../../pix/centavos.ts';
import { readDay, readSignedAmount } from './typed-values.ts';
import { placeBalances, type BalanceStep } from './own-balances.ts';
import type { StatedRows } from './stated-row.ts';
import { sumsOf } from './stated-totals.ts';

export type Values = ReadonlyMap<string, string>;

const OPENING = ['OPBD', 'PRCD'];
const SIDES = [
  ['TtlNtries', (amount: Centavos) => amount !== 0],
  ['TtlCdtNtries', (amount: Centavos) => amount > 0],
  ['TtlDbtNtries', (amount: Centavos) => amount < 0],
] as const;

/** What a statement says of itself beside its entries: balances, counts and sums. */
export class CamtFigures {
  readonly #rows: StatedRows;
  #balances: Values[] = [];
  #summary: Values | undefined;
  #entries: { readonly amount: Centavos | undefined; readonly day: string | undefined; readonly isBooked: boolean }[] =
    [];

  constructor(rows: StatedRows) {
    this.#rows = rows;
  }

  addBalance(values: Values): void {
    this.#balances.push(values);
  }

  addSummary(values: Values): void {
    this.#summary = values;
  }

  addEntry(amount: Centavos | undefined, day: string | undefined, isBooked: boolean): void {
    this.#entries.push({ amount, day, isBooked });
  }

  /** Compares them with the entries of the statement. @param line of its last entry */
  endStatement(line: number): void {
    const booked = this.#entries.filter(({ isBooked }) => isBooked);
    const steps = booked.map(({ amount, day }) => ({ ...stepOf(line, day, ''), amount, balance: undefined }));
    const [opening] = OPENING.flatMap((code) => this.#balanceOf(line, code));
    const [closing] = this.#balanceOf(line, 'CLBD');
    placeBalances(this.#rows, steps, { opening, closing: opening === undefined ? undefined : closing });
    if (opening === undefined && closing?.day !== undefined && closing.balance !== undefined) {
      const { day, balance, text } = closing;
      this.#rows.balances.push({ line, day, amount: balance, text, isRow: false });
    }
    const amounts = [booked, this.#entries].map((entries) => entries.flatMap(({ amount }) => amount ?? []));
    const isRead = this.#entries.every(({ amount }) => amount !== undefined);
    if (isRead)
      for (const [name, isOf] of SIDES)
        this.#checkTotals(
          line,
          name,
          amounts.map((list) => list.filter(isOf)),
        );
    [this.#balances, this.#entries, this.#summary] = [[], [], undefined];
  }

  #balanceOf(line: number, code: string): readonly BalanceStep[] {
    return this.#balances.flatMap((values) => {
      const balance = signed(values.get('Amt'), values.get('CdtDbtInd'));
      if (values.get('Tp/CdOrPrtry/Cd') !== code || balance === undefined) return [];
      const day = readDay(values.get('Dt/Dt') ?? values.get('Dt/DtTm') ?? '');
      return [{ ...stepOf(line, day, code), amount: NOTHING, balance }];
    });
  }

  /** A bank counts what is booked, or what is pending, too. */
  #checkTotals(line: number, name: string, lists: readonly (readonly Centavos[])[]): void {
    const of = (path: string) => this.#summary?.get(`${name}/${path}`);
    const facts = { line, day: undefined };
    const count = of('NbOfNtries');
    const [own = []] = lists;
    if (count !== undefined && lists.every(({ length }) => length !== Number(count))) {
      this.#rows.addWrongSum({ ...facts, text: `${name}: ${count} (${own.length})` }, 'count');
    }
    const sums = lists.map(sumsOf);
    const gross = sums.map(({ inflow, outflow }) => centavos(inflow + outflow));
    const net = sums.map(({ inflow, outflow }) => centavos(inflow - outflow));
    const netStated = signed(
      of('TtlNetNtry/Amt') ?? of('TtlNetNtryAmt'),
      of('TtlNetNtry/CdtDbtInd') ?? of('CdtDbtInd'),
    );
    for (const [stated, known] of [
      [signed(of('Sum'), 'CRDT'), gross],
      [netStated, net],
    ] as const) {
      if (stated === undefined || known.includes(stated)) continue;
      this.#rows.addWrongSum({ ...facts, text: name, stated, expected: known[0] }, 'sum');
    }
  }
}

function stepOf(line: number, day: string | undefined, text: string) {
  return { line, day, text, isBalance: false, needsProof: false };
}

export function signed(typed: string | undefined, indicator: string | undefined): Centavos | undefined {
  if (typed === undefined || (indicator !== 'DBIT' && indicator !== 'CRDT')) return undefined;
  const plain = typed.replace(/(\.\d\d)0+$/, '$1').replace(/^\./, '0.');
  return readSignedAmount(indicator === 'DBIT' ? `-${plain}` : plain);
}
