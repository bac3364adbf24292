import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { ProblemDetails } from './batch-problem.ts';
import { foldText, type ColumnName } from './column-names.ts';
import { amountOf, type RawRow } from './payout-row.ts';

const LABELS =
  /^(?:(?:sub|grand)?tota(?:l|is)|soma(?:toria|torio)?|sum)(?:geral|parcial|valor|liquido|de|da|dos|folha|pagamentos?|payments?|payouts?|apagar|r\$|\d+)*$|^valortotal$/;

/** The sum of the amounts so far; undefined once one of them could not be read. */
export interface RunningSum {
  add(amountCentavos: Centavos | undefined): void;
  /**
   * Whether a row states a sum instead of a payout: it has no key, but a word for a sum, or nothing but the sum of
   * several rows. A row that names a recipient is a payout whose key is missing.
   */
  isStatedBy(row: RawRow): boolean;
  /** Whether a stated sum is wrong: it is neither that of all rows above it nor that of the rows since the last sum. */
  judge(row: RawRow): {
    readonly stated: Centavos | undefined;
    readonly mismatch: ProblemDetails['sum_mismatch'] | undefined;
  };
}

export function runningSum(): RunningSum {
  let all: Centavos | undefined = centavos(0);
  let sinceLast: Centavos | undefined = centavos(0);
  let rows = 0;
  const plus = (sum: Centavos | undefined, amount: Centavos | undefined) =>
    sum === undefined || amount === undefined ? undefined : sumCentavos(sum, amount);
  return {
    add(amountCentavos) {
      rows += 1;
      all = plus(all, amountCentavos);
      sinceLast = plus(sinceLast, amountCentavos);
    },
    isStatedBy(row) {
      if (
        row.mayBeSum !== true ||
        !isBlankOrLabel(row.cell('pixKey').text) ||
        !isBlankOrLabel(row.cell('pixKeyType').text)
      )
        return false;
      const texts = Object.values(row.cells()).filter((text) => text.trim() !== '');
      const stated = amountOf(row);
      // An unreadable amount cannot be compared with the rows above.
      if (stated === undefined && !isBlankOrLabel(row.cell('amount').text)) return false;
      if (texts.some(isLabel)) return !speaksForPayment(row);
      return texts.length === 1 && rows > 1 && stated !== undefined && (stated === all || stated === sinceLast);
    },
    judge(row) {
      const stated = amountOf(row);
      const actual = all;
      const agrees = stated === undefined || actual === undefined || stated === actual || stated === sinceLast;
      sinceLast = centavos(0);
      return { stated, mismatch: agrees ? undefined : { statedCentavos: stated, actualCentavos: actual } };
    },
  };
}

const OF_PAYMENTS = ['reference', 'name', 'taxId'] as const satisfies readonly ColumnName[];

/** A payment may be described as the total of something. */
function speaksForPayment(row: RawRow): boolean {
  return OF_PAYMENTS.some((column) => !isBlankOrLabel(row.cell(column).text));
}

function isLabel(text: string): boolean {
  // Every row is checked: most are excluded without folding.
  return /^\W*(?:sub|grand|t|s|v)/i.test(text) && LABELS.test(foldText(text));
}

function isBlankOrLabel(text: string): boolean {
  return text.trim() === '' || isLabel(text);
}
