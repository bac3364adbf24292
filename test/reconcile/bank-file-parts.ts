/** A row of a workbook. */
export type CellRow = readonly (string | number | null)[];

export interface BookRow {
  readonly day: string;
  readonly amount: number;
  readonly text: string;
}

/** What a bank knows of a month. */
export interface Book {
  readonly opening: number;
  readonly rows: readonly BookRow[];
  /** Added to the last figure that the file states of itself. */
  readonly error: number;
}

export interface BankFile {
  /** Says what of the shape was not seen. */
  readonly name: string;
  /** Whether it states a balance, a sum or a count of its own: the most do. */
  readonly hasFigures?: false;
  /** Whether it states balances at the ends of days alone: of one day, they prove nothing. */
  readonly isDaily?: true;
  /** How many lines move no money, in a book of three days: by default none. */
  readonly leftOut?: number;
  readonly encoding?: 'latin1';
  /** A text, or the rows of a workbook. */
  readonly write: (book: Book) => string | readonly CellRow[];
}

/** The last day before the month. */
export const BEFORE = '2026-06-30';

const grouped = (whole: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, '.');
const parts = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return [digits.slice(0, -2), digits.slice(-2)] as const;
};
export const unsigned = (amount: number) => `${grouped(parts(amount)[0])},${parts(amount)[1]}`;
export const reais = (amount: number) => `${amount < 0 ? '-' : ''}${unsigned(amount)}`;
export const plain = (amount: number) => `${amount < 0 ? '-' : ''}${parts(amount).join('.')}`;
export const ofSide = (amount: number, credit: string, debit: string) => (amount < 0 ? debit : credit);
export const brazilian = (day: string) => day.split('-').toReversed().join('/');
export const digits = (day: string) => day.replaceAll('-', '');
export const lines = (texts: readonly string[], end = '\r\n') => texts.map((text) => `${text}${end}`).join('');
export const sum = (rows: readonly BookRow[]) => rows.reduce((total, { amount }) => total + amount, 0);
export const quoted = (...cells: readonly string[]) => cells.map((cell) => `"${cell}"`);

/** Rows with the balance after each; the last balance has the error of the book. */
export function running({ opening, rows, error }: Book) {
  let balance = opening;
  return rows.map((row, index) => {
    balance += row.amount;
    return { ...row, balance: balance + (index === rows.length - 1 ? error : 0) };
  });
}

/** Rows by their days, with the balance at the end of each day. */
export function daily(book: Book) {
  const days: { day: string; balance: number; rows: BookRow[] }[] = [];
  for (const { balance, ...row } of running(book)) {
    const last = days.at(-1);
    if (last?.day === row.day) {
      last.rows.push(row);
      last.balance = balance;
    } else days.push({ day: row.day, balance, rows: [row] });
  }
  return days;
}

export const closing = ({ opening, rows, error }: Book) => opening + sum(rows) + error;
export const firstDay = ({ rows }: Book) => rows[0]?.day ?? '';
export const lastDay = ({ rows }: Book) => rows.at(-1)?.day ?? '';
