import { savedBySpreadsheet, typedReferences } from './spelling.ts';

/** One payout of a file, as its author intends it. */
export interface IntendedPayout {
  /** Rows for the same payout have the same value, in whichever file, and whatever their references. */
  readonly payout: string;
  readonly reference: string | undefined;
  readonly pixKey: string;
  readonly amountCentavos: number;
  readonly description: string | undefined;
  /** What its row says of the fee; undefined when it says nothing. */
  readonly coverFee?: boolean | undefined;
}

/** How a file relates to the previous one. */
export type FileKind =
  'first' | 'changed' | 'saved by a spreadsheet' | 'corrected' | 'with references' | 'for another account';

export interface IntendedFile {
  readonly kind: FileKind;
  readonly rows: readonly IntendedPayout[];
}

export interface Chances {
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly between: (least: number, most: number) => number;
}

/** What a payout's rows say of its fee, and what that makes of its amount. */
interface FeeSaid {
  readonly coverFee: boolean | undefined;
  readonly addedCentavos: number;
}

const ROWS = [1, 2, 3, 5, 8, 13, 24];

/** The files of one account, in the order in which they are run. */
export function drawFiles(chances: Chances): readonly IntendedFile[] {
  const { chance, pick, between } = chances;
  const all = drawRows(chances);
  const hasReferences = all.some(({ reference }) => reference !== undefined);
  const first: IntendedFile = { kind: 'first', rows: all };
  if (!chance(0.55)) return [first];
  if (!hasReferences && all.length > 1 && chance(0.6)) {
    // Invalid rows were left out at first.
    const right = all.filter((_, index) => index === 0 || chance(0.6));
    return [
      { kind: 'first', rows: right },
      { kind: 'corrected', rows: all },
    ];
  }
  if (hasReferences && chance(0.4)) {
    const spelling = between(0, 3);
    const saved = all.map((row) => ({
      ...row,
      reference: row.reference && savedBySpreadsheet(row.reference, spelling),
    }));
    const added = chance(0.5) ? drawNewcomers(chances, pick([1, 2])) : [];
    return [first, { kind: 'saved by a spreadsheet', rows: [...saved, ...added] }];
  }
  return [first, { kind: 'changed', rows: changedCopy(all, chances) }];
}

/** The rows of a file without references, which its author adds to them. */
export function withReferences({ rows }: IntendedFile, { chance, pick }: Chances): IntendedFile {
  const references = pick(typedReferences);
  const kept = rows.filter((_, index) => index === 0 || chance(0.8));
  return { kind: 'with references', rows: kept.map((row, index) => ({ ...row, reference: references(index + 1) })) };
}

/** The same references, and some of the same rows, but other payouts, because they belong to another account. */
export function drawFilesOfAnother(files: readonly IntendedFile[], { chance }: Chances): readonly IntendedFile[] {
  const [first] = files;
  if (first === undefined) return [];
  const rows = first.rows.map((row) => (chance(0.5) ? row : { ...row, amountCentavos: row.amountCentavos + 10 }));
  return [{ kind: 'for another account', rows: chance(0.5) ? first.rows : rows }];
}

/**
 * The same files with a column for the fee. Some amounts are larger by the fee: from such a one as much leaves, and as much
 * arrives, as of another with the fee on top.
 */
export function feeColumn(fee: number, random: () => number): (file: IntendedFile) => IntendedFile {
  const said = new Map<string, FeeSaid>();
  const draw = (): FeeSaid => {
    const coverFee = [true, false, undefined][Math.floor(random() * 3)];
    const isLarger = random() < 0.4;
    return { coverFee, addedCentavos: coverFee === false && isLarger ? fee : 0 };
  };
  return (file) => ({
    ...file,
    rows: file.rows.map((row) => {
      const { coverFee, addedCentavos } = said.get(row.payout) ?? draw();
      said.set(row.payout, { coverFee, addedCentavos });
      return { ...row, coverFee, amountCentavos: row.amountCentavos + addedCentavos };
    }),
  });
}

function drawRows({ chance, pick, between }: Chances): readonly IntendedPayout[] {
  const rows = pick(ROWS);
  const references = chance(0.7) ? pick(typedReferences) : undefined;
  const payees = chance(0.75) ? rows : Math.max(1, Math.floor(rows / 2));
  const hasOneAmount = payees < rows && chance(0.7);
  const describes = pick(['each', 'all', 'accents', 'some', 'none'] as const);
  return Array.from({ length: rows }, (_, index) => ({
    payout: `row ${index + 1}`,
    reference: references?.(index + 1),
    pixKey: `payee-${payees === rows ? index : between(0, payees - 1)}@example.com`,
    amountCentavos: hasOneAmount ? 2_000 : 10 * between(50, 500),
    description: {
      each: `payment ${index + 1}`,
      all: 'salary',
      accents: 'salário & férias de março',
      some: index % 2 === 0 ? 'março' : undefined,
      none: undefined,
    }[describes],
  }));
}

/** Some rows unchanged, some with another amount, some new ones. */
function changedCopy(rows: readonly IntendedPayout[], chances: Chances): readonly IntendedPayout[] {
  const { chance, between } = chances;
  const kept = rows
    .filter(({ reference }) => reference !== undefined && chance(0.8))
    .map((row) => (chance(0.2) ? { ...row, amountCentavos: row.amountCentavos + 100 } : row));
  return [...kept, ...drawNewcomers(chances, between(1, 4))];
}

function drawNewcomers({ chance, between }: Chances, count: number): readonly IntendedPayout[] {
  return Array.from({ length: count }, (_, index) => ({
    payout: `new ${index}`,
    reference: chance(0.8) ? `new-${index}` : undefined,
    pixKey: `newcomer-${index}@example.com`,
    amountCentavos: 10 * between(50, 500),
    description: undefined,
  }));
}
