import { NOTHING, sumIfExact, type Centavos } from '../../pix/centavos.ts';
import { foldText, type ColumnName } from './column-names.ts';
import { amountOf, type RawRow } from './payout-row.ts';

/** What the rows of a sum were. */
const PAID = /(?:pag[oa]s?|quitad[oa]s?|efetuad[oa]s?|paid)$/;
const LABELS =
  /^(?:(?:sub|grand)?tota(?:l|is)|soma(?:toria|torio)?|sum)(?:geral|parcial|valor|liquido|de|da|dos|folha|pagamentos?|payments?|payouts?|apagar|r\$|\d+|(?:ja)?(?:pag[oa]s?|quitad[oa]s?|efetuad[oa]s?|paid))*$|^valortotal$/;

/** The sum of the amounts so far; undefined once one of them could not be read, or it is beyond every exact sum. */
export class RunningSum {
  #all: Centavos | undefined = NOTHING;
  #sinceLast: Centavos | undefined = NOTHING;
  #rows = 0;

  add(amountCentavos: Centavos | undefined): void {
    this.#rows += 1;
    this.#all = plus(this.#all, amountCentavos);
    this.#sinceLast = plus(this.#sinceLast, amountCentavos);
  }

  /**
   * Whether a row states a sum instead of a payout: it has no key, but a word for a sum, or nothing but the sum of
   * several rows. A row that names a recipient is a payout whose key is missing.
   */
  isStatedBy(row: RawRow): boolean {
    const says = (...columns: readonly ColumnName[]) => columns.some((name) => !isBlankOrLabel(row.cell(name).text));
    if (row.mayBeSum !== true || says('pixKey', 'pixKeyType')) return false;
    const texts = Object.values(row.cells()).filter((text) => text.trim() !== '');
    const stated = amountOf(row);
    // An unreadable amount cannot be compared with the rows above.
    if (stated === undefined && says('amount')) return false;
    // A payment may be described as the total of something.
    if (texts.some(isLabel)) return !says('reference', 'name', 'taxId');
    return texts.length === 1 && this.#rows > 1 && stated !== undefined && this.#comesTo(stated);
  }

  /**
   * Whether a stated sum is wrong: it is neither that of all rows above it nor that of the rows since the last sum; and
   * whether it says that those were paid.
   */
  judge(row: RawRow) {
    const stated = amountOf(row);
    const actual = this.#all;
    const agrees = stated === undefined || actual === undefined || this.#comesTo(stated);
    this.#sinceLast = NOTHING;
    const isOfPaid = Object.values(row.cells()).some((text) => isLabel(text) && PAID.test(foldText(text)));
    return { stated, isOfPaid, mismatch: agrees ? undefined : { statedCentavos: stated, actualCentavos: actual } };
  }

  #comesTo(stated: Centavos): boolean {
    return stated === this.#all || stated === this.#sinceLast;
  }
}

/** Undefined when one of them is, or their sum is beyond every exact one. */
export function plus(sum: Centavos | undefined, amount: Centavos | undefined): Centavos | undefined {
  return sum === undefined || amount === undefined ? undefined : sumIfExact(sum, amount);
}

function isLabel(text: string): boolean {
  // Every row is checked: most are excluded without folding.
  return /^\W*(?:sub|grand|t|s|v)/i.test(text) && LABELS.test(foldText(text));
}

function isBlankOrLabel(text: string): boolean {
  return text.trim() === '' || isLabel(text);
}
