import { directionOf, type Bucket, type Pool } from './pool.ts';
import { IDENTIFIERS, type HereRow, type Identifier, type LedgerRow, type ThereRow } from './row.ts';

/**
 * Matches rows with an equal identifier: first those where each side has one such row, by every identifier; then the
 * others, by amount and day among them.
 */
export function matchByIdentifiers(pool: Pool): void {
  for (const identifier of IDENTIFIERS) {
    for (const { here, there } of bucketsOf(pool, identifier)) {
      const [one, other] = [here[0], there[0]];
      const isSingle = here.length === 1 && there.length === 1;
      if (isSingle && one !== undefined && other !== undefined && !areContradicting(one, other)) {
        pool.pair(one, other, identifier);
      }
    }
  }
  for (const identifier of IDENTIFIERS) {
    for (const bucket of bucketsOf(pool, identifier)) matchAmong(pool, bucket, identifier);
  }
}

/**
 * Pairs rows with an equal identifier whose amounts have the same size and opposite signs. A withdrawal and its return
 * share their names, so rows that agree go first.
 */
export function matchFlippedSigns(pool: Pool): void {
  for (const identifier of IDENTIFIERS) {
    const buckets = pool.buckets(({ identifiers, amount }) => {
      const text = identifiers[identifier];
      return text === null || amount === 0 ? null : `${Math.abs(amount)} ${text}`;
    });
    for (const { here, there } of buckets) {
      const left = new Set(there);
      for (const row of here) {
        const other = [...left].find((one) => directionOf(one) !== directionOf(row) && !areContradicting(row, one));
        if (other === undefined) continue;
        left.delete(other);
        pool.pair(row, other, identifier);
      }
    }
  }
}

function bucketsOf(pool: Pool, identifier: Identifier): readonly Bucket[] {
  return pool.buckets((row) => {
    const text = row.identifiers[identifier];
    return text === null ? null : `${directionOf(row)} ${text}`;
  });
}

/** Rows with one identifier, of which a side has several. */
function matchAmong(pool: Pool, { here, there }: Bucket, identifier: Identifier): void {
  const [hereLeft, thereLeft] = [new Set(here), new Set(there)];
  const byForm = new Map<string, { here: HereRow[]; there: ThereRow[] }>();
  const ofForm = (row: LedgerRow) => {
    const form = `${row.amount} ${row.day}`;
    const known = byForm.get(form) ?? { here: [], there: [] };
    byForm.set(form, known);
    return known;
  };
  for (const row of here) ofForm(row).here.push(row);
  for (const row of there) ofForm(row).there.push(row);
  for (const { here: ofHere, there: ofThere } of byForm.values()) {
    // One entry that the file has twice is matched once. Which of several entries the file lacks is left open.
    if (ofThere.length < ofHere.length) continue;
    for (const [index, row] of ofHere.entries()) {
      const other = ofThere[index];
      if (other === undefined || areContradicting(row, other)) continue;
      pool.pair(row, other, identifier);
      hereLeft.delete(row);
      thereLeft.delete(other);
    }
  }
  if (hereLeft.size === 0 || thereLeft.size === 0) return;
  const [one, other] = [[...hereLeft][0], [...thereLeft][0]];
  const isSingle = hereLeft.size === 1 && thereLeft.size === 1;
  if (isSingle && one !== undefined && other !== undefined && !areContradicting(one, other)) {
    pool.pair(one, other, identifier);
  } else pool.leaveToPerson([...hereLeft], [...thereLeft], identifier);
}

/** The central bank gives each transfer one end-to-end ID. */
function areContradicting(one: LedgerRow, other: LedgerRow): boolean {
  const [here, there] = [one.identifiers.endToEndId, other.identifiers.endToEndId];
  return here !== null && there !== null && here !== there;
}
