import { hash } from 'node:crypto';
import { type Centavos, sumCentavos, NOTHING } from '../../pix/centavos.ts';
import type { LeftOutRow, ThereRow, UnreadFlaw, UnreadRow } from '../row.ts';
import { type Side, summaryWord } from './typed-values.ts';
import { grouped } from '../../pix/grouped.ts';

/**
 * `unknown_form`: none of the formats that are read; `run_report`: written by `pix payouts report`; `no_columns`: no line names a day and an amount; `ambiguous_sheet`:
 * several sheets do; `no_sheet`: none has that name; `damaged`, or cut off; `too_large`; `foreign_currency`: not only reais;
 * `no_rows`; `no_sides`: nothing says which amounts came in.
 */
type BookFlaw =
  | 'unknown_form'
  | 'run_report'
  | 'no_columns'
  | 'ambiguous_sheet'
  | 'no_sheet'
  | 'damaged'
  | 'too_large'
  | 'foreign_currency'
  | 'no_rows'
  | 'no_sides';

/** A file of the accounting side that cannot be compared. */
export class BookError extends Error {
  override readonly name = 'BookError';
  readonly flaw: BookFlaw;
  /** Sheets, or a currency. */
  readonly names: readonly string[];

  constructor(flaw: BookFlaw, names: readonly string[] = [], cause?: unknown) {
    super(`the file cannot be compared: ${flaw}`, { cause });
    this.flaw = flaw;
    this.names = names;
  }
}

export interface StatedRow {
  readonly line: number;
  /** The local day; undefined when the row states none that can be read. */
  readonly day: string | undefined;
  readonly amount: Centavos | undefined;
  readonly reference?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly id?: string | undefined;
  readonly pixKey?: string | undefined;
  /** Why its amount is compared with nothing, although it is stated. */
  readonly flaw?: UnreadFlaw | undefined;
  /** What a person knows the row by. An end-to-end ID is recognised in it. */
  readonly text: string;
  /** All of its texts, in which one is recognised, too. They are no part of its key. */
  readonly texts?: string | undefined;
}

/** E of a payment, D of a return: kind, institution, minute, and eleven characters of its own. */
const END_TO_END_ID = /(?<![A-Za-z0-9])[ED]\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/g;
const KEY_LENGTH = 12;

/** A balance that nothing in the file proves. */
export interface StatedBalance {
  readonly line: number;
  /** At some moment of this day. */
  readonly day: string;
  readonly amount: Centavos;
  readonly text: string;
  /** Whether it has the form of a movement of money. */
  readonly isRow: boolean;
}

/** Rows with names that stay the same when the file is written again, in whatever order. */
export class StatedRows {
  readonly read: Omit<ThereRow, 'isWithin'>[] = [];
  readonly unread: UnreadRow[] = [];
  readonly leftOut: LeftOutRow[] = [];
  /** The account may prove them. */
  readonly balances: StatedBalance[] = [];
  /** Those of a file whose rows come to them, in their order. The account may have had others. */
  readonly stated: Omit<StatedBalance, 'isRow'>[] = [];
  /** What the person says that all amounts are. */
  readonly assumed: Side | undefined;
  /** Whether pix has written the file, so that its IDs are those of the service. */
  hasOwnIds = false;
  readonly #keys = new Map<string, number>();

  constructor(assumed?: Side) {
    this.assumed = assumed;
  }

  add(row: StatedRow): void {
    const { line, day, amount, text } = row;
    const names = [row.id, row.reference, row.endToEndId, row.pixKey].map((name) => name ?? '');
    const key = this.#keyOf(JSON.stringify([day ?? '', amount ?? '', ...names, text]));
    const isStated = amount !== undefined && amount !== 0 && this.assumed !== undefined;
    const isContradicted = isStated && (this.assumed === 'out') !== amount < 0;
    const flaw = row.flaw ?? (isContradicted ? 'side' : undefined);
    if (flaw !== undefined || amount === undefined || day === undefined) {
      this.unread.push({ line, key, flaw: flaw ?? (amount === undefined ? 'amount' : 'day'), text, day });
      return;
    }
    this.read.push({
      key,
      line,
      day,
      amount,
      text,
      pixKey: row.pixKey ?? null,
      identifiers: {
        reference: row.reference ?? null,
        endToEndId: row.endToEndId ?? endToEndIdIn(row.texts ?? '') ?? endToEndIdIn(`${text} ${names.join(' ')}`),
        // In our OFX, a return has an ID of its own.
        id: row.id?.replace(/-return$/, '') ?? null,
      },
    });
  }

  /** A sum or a balance that is not what the rows come to. */
  addWrongSum(stated: Omit<UnreadRow, 'key' | 'flaw'>, flaw: UnreadFlaw): void {
    const { line, day, text, stated: amount, expected } = stated;
    const key = this.#keyOf(JSON.stringify([flaw, day ?? '', amount ?? '', expected ?? '', text]));
    this.unread.push({ line, key, flaw, text, day, stated: amount, expected });
  }

  #keyOf(contents: string): string {
    const digest = hash('sha256', contents).slice(0, KEY_LENGTH);
    const times = (this.#keys.get(digest) ?? 0) + 1;
    this.#keys.set(digest, times);
    return times === 1 ? digest : `${digest}-${times}`;
  }
}

/** The only end-to-end ID in a text. */
export function endToEndIdIn(text: string): string | null {
  const found = new Set(text.match(END_TO_END_ID));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

/** A row, or a fact beside the rows, that states a balance or moves money. */
export interface BalanceStep {
  /** What the row moves; 0 for a row that states a balance alone, undefined where it cannot be read. */
  readonly amount: Centavos | undefined;
  readonly balance?: Centavos | undefined;
  readonly line: number;
  readonly day: string | undefined;
  readonly text: string;
  /** Whether it is a row that states a balance, and moves no money. */
  readonly isBalance?: boolean | undefined;
  /** Whether only its text says so: it has the form of a movement. */
  readonly needsProof?: boolean | undefined;
  /** Whether it begins another part of the file: the rows before it do not come to it. */
  readonly isStart?: boolean | undefined;
}

interface Ends {
  /** What the file states of its beginning and of its end, wherever that is written. */
  readonly opening?: BalanceStep | undefined;
  readonly closing?: BalanceStep | undefined;
  /** A balance of its end that may not be compared with the rows. */
  readonly unproven?: BalanceStep | undefined;
}

/** Leaves out the balances of a file, reports those that the rows do not come to, and leaves the others to the account. */
export function placeBalances(rows: StatedRows, steps: readonly BalanceStep[], ends: Ends): void {
  const days = steps.map(({ day }) => day).filter((day) => day !== undefined);
  const isNewestFirst = (days[0] ?? '') > (days.at(-1) ?? '');
  const { proven, broken, isOfPeriod } = proveBalances(steps, ends, isNewestFirst);
  const wrong = new Set(broken.map(({ step }) => step));
  for (const { step, expected } of broken) {
    const { line, day, text, balance } = step;
    rows.addWrongSum({ line, day, text, stated: balance, expected }, 'sum');
  }
  for (const step of [ends.opening, ...steps, ends.closing]) {
    if (step?.isBalance !== true || step.balance === undefined || wrong.has(step)) continue;
    const { line, day, text, balance } = step;
    if (day !== undefined && step.needsProof === true && !proven.has(step) && balance !== 0) {
      rows.balances.push({ line, day, amount: balance, text, isRow: true });
    } else rows.leftOut.push({ line, form: 'balance', day, amount: balance, text });
  }
  if (broken.length === 0 && !isOfPeriod) {
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
    for (const step of [ends.opening, ...(isNewestFirst ? steps.toReversed() : steps), ends.closing]) {
      const day = step?.day ?? (step === ends.opening ? first : step === ends.closing ? last : undefined);
      if (step?.balance === undefined || day === undefined) continue;
      rows.stated.push({ line: step.line, day, amount: step.balance, text: step.text });
    }
  }
  const { line = 0, day, text = '', balance } = ends.unproven ?? {};
  if (day !== undefined && balance !== undefined)
    rows.balances.push({ line, day, amount: balance, text, isRow: false });
}

/** Follows the balances of a file in its order, against it where its newest row is the first, or by the ends of its days. */
function proveBalances(steps: readonly BalanceStep[], ends: Ends, isNewestFirst: boolean) {
  const [usual, other] = isNewestFirst ? [steps.toReversed(), steps] : [steps, steps.toReversed()];
  const proofs = [usual, other, closedDays(usual), closedDays(usual, true)].map((list) =>
    follow([ends.opening, ...list, ends.closing].filter((step) => step !== undefined)),
  );
  return proofs.reduce((best, proof) => (proof.broken.length < best.broken.length ? proof : best));
}

/**
 * The steps with the balance of a day behind its rows, where a file states it before them, or beside each.
 *
 * @param isFirstOfDay whether a balance before all rows may be that of the first day's end, and not of its beginning
 */
function closedDays(steps: readonly BalanceStep[], isFirstOfDay = false): readonly BalanceStep[] {
  let day = '';
  const [first] = steps;
  const isBefore = first?.isBalance === true && (!isFirstOfDay || summaryWord(first.text) === 'opening');
  const days = grouped(steps, (step) => {
    if (step !== first || !isBefore) day = step.day ?? day;
    return day;
  });
  return [...days]
    .toSorted(([one], [next]) => (one < next ? -1 : 1))
    .flatMap(([, list]) => {
      const rows = list.filter(({ isBalance }) => isBalance !== true);
      const [balance, ...others] = new Set(rows.flatMap((row) => row.balance ?? []));
      const isSame = balance !== undefined && others.length === 0;
      const placed = rows.map((row, at) => ({ ...row, balance: at === rows.length - 1 ? balance : undefined }));
      return [...(isSame ? placed : rows), ...list.filter(({ isBalance }) => isBalance === true)];
    });
}

/**
 * @returns `proven`: balances that are what the one before them and the rows in between come to; `expected`: what the
 *   rows before a broken one come to; `isOfPeriod`: the first balance is what its rows come to, so that it may begin
 *   with nothing, whatever the account had
 */
function follow(steps: readonly BalanceStep[]) {
  const proven = new Set<BalanceStep>();
  const broken: { readonly step: BalanceStep; readonly expected: Centavos }[] = [];
  /** Stated by a step that nothing proves yet: the next one does, or does not. */
  let first: BalanceStep | undefined;
  let running: Centavos | undefined;
  let sinceStart: Centavos | undefined = NOTHING;
  let isOfPeriod = false;
  for (const step of steps) {
    const { amount, balance, isStart } = step;
    if (isStart === true) [first, running, sinceStart] = [undefined, undefined, undefined];
    if (amount === undefined) {
      [first, running, sinceStart] = [undefined, balance, undefined];
      continue;
    }
    running = running === undefined ? undefined : sumCentavos(running, amount);
    sinceStart = sinceStart === undefined ? undefined : sumCentavos(sinceStart, amount);
    if (balance === undefined) continue;
    if (running === undefined) {
      // A file may begin with nothing in the account.
      if (sinceStart === balance) proven.add(step);
      else first = step;
      isOfPeriod ||= sinceStart === balance && balance !== 0;
    } else {
      if (running === balance) for (const one of [step, first]) if (one !== undefined) proven.add(one);
      if (running !== balance) broken.push({ step, expected: running });
      first = undefined;
    }
    running = balance;
  }
  return { proven, broken, isOfPeriod };
}
