import { readReturn, readStatements } from '../../cnab/statement.ts';
import { centavos } from '../../pix/centavos.ts';
import { BookError } from './book-error.ts';
import { placeBalances, type BalanceStep } from './own-balances.ts';
import type { Side } from './side.ts';
import { StatedRows } from './stated-row.ts';

const NOTHING = centavos(0);
/** Of a charge or of a withdrawal, as `pix export statement` writes it. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The entries of CNAB 240 statements (segment E), or the payments that a return states as made. @throws {BookError} */
export function readCnab240(text: string, assumed?: Side): StatedRows {
  const rows = new StatedRows(assumed);
  const statements = readStatements(text);
  if (statements === undefined) {
    const payments = readReturn(text);
    if (payments === undefined || payments.some(({ centavos: amount }) => Number.isNaN(amount))) {
      throw new BookError('damaged');
    }
    for (const { line, day, centavos: amount, reference, name } of payments) {
      rows.add({ line, day, amount: centavos(amount), reference, text: name });
    }
    return rows;
  }
  for (const { opening, closing, entries } of statements) {
    const stepOf = ({ line, day }: typeof opening, history: string) => ({
      ...{ line, day, text: history, isBalance: false, needsProof: false, amount: NOTHING, balance: undefined },
    });
    const steps = entries.map((entry): BalanceStep => ({
      ...stepOf(entry, entry.history),
      amount: centavos(entry.centavos),
    }));
    const balanceOf = (end: typeof opening, name: string): BalanceStep => ({
      ...stepOf(end, name),
      balance: centavos(end.centavos),
    });
    placeBalances(rows, steps, {
      opening: balanceOf(opening, 'Saldo Inicial'),
      closing: balanceOf(closing, 'Saldo Final'),
    });
    for (const { line, day, centavos: amount, history, document } of entries) {
      const named = ID.test(document) ? { id: document } : { reference: document === '' ? undefined : document };
      rows.add({ line, day, amount: centavos(amount), text: history, ...named });
    }
  }
  return rows;
}
