import { grouped } from '../pix/grouped.ts';
import { type HereRow, type LedgerRow, type ThereRow, IDENTIFIERS, type Identifier } from './row.ts';

/** How far a row may be from its entry when only amount and Pix key say that they belong together. */
const DAYS_APART_MAXIMUM = 3;
const DAY_MS = 86_400_000;

/** Rows of a side that say the same in the shared names. */
interface Kind<Row> {
  readonly signature: string;
  readonly rows: Row[];
}

/** Matches rows of the same amount and day: first with the same Pix key, then whatever their key. */
export function matchByAmountAndDay(pool: Pool, vocabulary: Vocabulary): void {
  const withKey = ({ amount, day, pixKey }: LedgerRow) => (pixKey === null ? null : `${amount} ${day} ${pixKey}`);
  for (const bucket of pool.buckets(withKey)) matchKinds(pool, vocabulary, bucket, 'amount_day_key');
  for (const bucket of pool.buckets(amountAndDay)) matchKinds(pool, vocabulary, bucket, 'amount_day');
}

/** Pairs rows of the same amount on neighbouring days where there is only one way to do so. */
export function matchNearDays(pool: Pool, vocabulary: Vocabulary): void {
  for (const { here, there } of pool.buckets(({ amount }) => String(amount))) {
    const waiting = there.toSorted(byDay);
    let group: { here: HereRow[]; there: ThereRow[]; until: number } | undefined;
    const close = () => {
      if (group !== undefined) matchNear(pool, vocabulary, group);
    };
    const all = [...here.map((row) => ({ here: row, row })), ...waiting.map((row) => ({ there: row, row }))];
    for (const item of all.toSorted((one, other) => byDay(one.row, other.row))) {
      const day = dayNumber(item.row);
      if (group === undefined || day > group.until) {
        close();
        group = { here: [], there: [], until: day };
      }
      group.until = day + DAYS_APART_MAXIMUM;
      if ('here' in item) group.here.push(item.here);
      else group.there.push(item.there);
    }
    close();
  }
}

function matchNear(pool: Pool, vocabulary: Vocabulary, bucket: Bucket): void {
  for (const { hereRows, thereRows } of componentsOf(bucket, vocabulary)) {
    const [one, other] = [hereRows[0], thereRows[0]];
    if (one === undefined || other === undefined) continue;
    if (hereRows.length === 1 && thereRows.length === 1) {
      const hasKey = one.pixKey !== null && one.pixKey === other.pixKey;
      pool.pair(one, other, hasKey ? 'amount_key' : 'amount_near_day');
    } else pool.leaveToPerson(hereRows, thereRows, 'amount_near_day');
  }
}

/** Pairs rows that may all match each other, when both sides have as many. What else could match is left to a person. */
function matchKinds(pool: Pool, vocabulary: Vocabulary, bucket: Bucket, rule: MatchRule): void {
  for (const { here, there, hereRows, thereRows } of componentsOf(bucket, vocabulary)) {
    if (thereRows.length === 0) continue;
    const isComplete = here.every((one) => there.every((other) => areCompatible(one.signature, other.signature)));
    if (!isComplete || hereRows.length !== thereRows.length) {
      pool.leaveToPerson(hereRows, thereRows, rule);
      continue;
    }
    for (const [index, row] of hereRows.entries()) {
      const other = thereRows[index];
      if (other !== undefined) pool.pair(row, other, rule);
    }
  }
}

interface Component {
  readonly here: Kind<HereRow>[];
  readonly there: Kind<ThereRow>[];
}

/** Kinds of rows that are connected by rows that may match, and the rows of each. */
function componentsOf({ here, there }: Bucket, vocabulary: Vocabulary) {
  const [hereKinds, thereKinds] = [kindsOf(here, vocabulary), kindsOf(there, vocabulary)];
  const [hereLeft, thereLeft] = [new Set(hereKinds), new Set(thereKinds)];
  const components: Component[] = [];
  for (const first of hereKinds) {
    if (!hereLeft.delete(first)) continue;
    const component: Component = { here: [first], there: [] };
    let news: Component = { here: [first], there: [] };
    while (news.here.length + news.there.length > 0) {
      const newThere = [...thereLeft].filter((other) =>
        news.here.some((one) => areCompatible(one.signature, other.signature)),
      );
      const newHere = [...hereLeft].filter((one) =>
        news.there.some((other) => areCompatible(one.signature, other.signature)),
      );
      for (const kind of newThere) thereLeft.delete(kind);
      for (const kind of newHere) hereLeft.delete(kind);
      component.here.push(...newHere);
      component.there.push(...newThere);
      news = { here: newHere, there: newThere };
    }
    components.push(component);
  }
  return components.map((component) => ({
    ...component,
    hereRows: component.here.flatMap(({ rows }) => rows),
    thereRows: component.there.flatMap(({ rows }) => rows),
  }));
}

function kindsOf<Row extends LedgerRow>(rows: readonly Row[], vocabulary: Vocabulary): readonly Kind<Row>[] {
  const bySignature = grouped(rows, (row) => vocabulary.signature(row));
  return Array.from(bySignature, ([signature, ofKind]) => ({ signature, rows: ofKind }));
}

function amountAndDay({ amount, day }: LedgerRow): string {
  return `${amount} ${day}`;
}

function byDay(one: LedgerRow, other: LedgerRow): number {
  return dayNumber(one) - dayNumber(other);
}

function dayNumber({ day }: LedgerRow): number {
  return Math.round(Date.parse(day) / DAY_MS);
}

/**
 * Matches rows with an equal identifier: first those where each side has one such row, by every identifier; then the
 * others, by amount and day among them.
 */
export function matchByIdentifiers(pool: Pool): void {
  for (const identifier of IDENTIFIERS) {
    for (const bucket of bucketsOf(pool, identifier)) pairSingles(pool, bucket, identifier);
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
      return text === null ? null : `${Math.abs(amount)} ${text}`;
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

/** @returns false unless each side has one row, and nothing is against their match */
function pairSingles(pool: Pool, { here, there }: Bucket, identifier: Identifier): boolean {
  const [one, other] = [here[0], there[0]];
  if (one === undefined || other === undefined || here.length + there.length > 2) return false;
  if (areContradicting(one, other)) return false;
  pool.pair(one, other, identifier);
  return true;
}

/** Rows with one identifier, of which a side has several. */
function matchAmong(pool: Pool, { here, there }: Bucket, identifier: Identifier): void {
  const [hereLeft, thereLeft] = [new Set(here), new Set(there)];
  const thereByForm = grouped(there, amountAndDay);
  for (const [form, ofHere] of grouped(here, amountAndDay)) {
    const ofThere = thereByForm.get(form) ?? [];
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
  const left = { here: [...hereLeft], there: [...thereLeft] };
  if (!pairSingles(pool, left, identifier)) pool.leaveToPerson(left.here, left.there, identifier);
}

/** The central bank gives each transfer one end-to-end ID. */
function areContradicting(one: LedgerRow, other: LedgerRow): boolean {
  const [here, there] = [one.identifiers.endToEndId, other.identifiers.endToEndId];
  return here !== null && there !== null && here !== there;
}

/** Why two rows are the same transfer. */
export type MatchRule = Identifier | 'amount_day_key' | 'amount_day' | 'amount_key' | 'amount_near_day' | 'decision';

/** The rows that are not matched yet, and what became of the others. */
export class Pool {
  /** An entry and a row of the file that are the same transfer. */
  readonly pairs: { readonly here: HereRow; readonly there: ThereRow; readonly rule: MatchRule }[] = [];
  readonly ambiguities: (Bucket & { readonly rule: MatchRule })[] = [];
  readonly #here: Set<HereRow>;
  readonly #there: Set<ThereRow>;

  constructor(here: readonly HereRow[], there: readonly ThereRow[]) {
    this.#here = new Set(here);
    this.#there = new Set(there);
  }

  here(): readonly HereRow[] {
    return [...this.#here];
  }

  there(): readonly ThereRow[] {
    return [...this.#there];
  }

  pair(here: HereRow, there: ThereRow, rule: MatchRule): void {
    this.pairs.push({ here, there, rule });
    this.take([here], [there]);
  }

  leaveToPerson(here: readonly HereRow[], there: readonly ThereRow[], rule: MatchRule): void {
    this.ambiguities.push({ here, there, rule });
    this.take(here, there);
  }

  take(here: readonly HereRow[], there: readonly ThereRow[]): void {
    for (const row of here) this.#here.delete(row);
    for (const row of there) this.#there.delete(row);
  }

  /** The remaining rows of both sides by a text; rows without one are left out, and so are texts of one side alone. */
  buckets(textOf: (row: HereRow | ThereRow) => string | null): readonly Bucket[] {
    const thereByText = grouped(this.#there, textOf);
    return Array.from(grouped(this.#here, textOf), ([text, here]) => ({
      here,
      there: thereByText.get(text) ?? [],
    })).filter(({ there }) => there.length > 0);
  }
}

export interface Bucket {
  readonly here: readonly HereRow[];
  readonly there: readonly ThereRow[];
}

/** The direction of a transfer: what was received is never matched with what was sent. */
export function directionOf({ amount }: { readonly amount: number }): 'in' | 'out' {
  return amount < 0 ? 'out' : 'in';
}

const NAMES = [...IDENTIFIERS, 'pixKey'] as const;
type Name = (typeof NAMES)[number];

/**
 * Which names both sides share. Accounting may have references of its own: another reference contradicts a match only
 * where the file has references of the account elsewhere. Received and sent are looked at apart.
 */
export class Vocabulary {
  readonly #shared = new Set<string>();

  constructor(here: readonly HereRow[], there: readonly ThereRow[], hasOwnIds = false) {
    for (const name of NAMES) {
      const known = new Set(here.map((row) => spoken(row, name)));
      known.delete(null);
      for (const row of there) if (known.has(spoken(row, name))) this.#shared.add(`${directionOf(row)} ${name}`);
    }
    for (const direction of ['in', 'out']) {
      // Both are given by the central bank.
      this.#shared.add(`${direction} endToEndId`);
      if (hasOwnIds) this.#shared.add(`${direction} id`);
    }
  }

  /**
   * What a row says in the shared names, as a text. Rows of the same side with the same text can be matched with the
   * same rows of the other side.
   */
  signature(row: LedgerRow): string {
    const identifiers = IDENTIFIERS.map((name) => (this.#says(row, name) ? '1' : '0')).join('');
    return `${identifiers} ${this.#says(row, 'pixKey') ? (row.pixKey ?? '') : ''}`;
  }

  #says(row: LedgerRow, name: Name): boolean {
    return textOf(row, name) !== null && this.#shared.has(`${directionOf(row)} ${name}`);
  }
}

/** Whether rows with these signatures may be the same transfer, although no identifier of theirs is equal. */
function areCompatible(here: string, there: string): boolean {
  const hasBoth = IDENTIFIERS.some((_, index) => here.charAt(index) === '1' && there.charAt(index) === '1');
  if (hasBoth) return false;
  const [hereKey, thereKey] = [here, there].map((signature) => signature.slice(IDENTIFIERS.length + 1));
  return hereKey === '' || thereKey === '' || hereKey === thereKey;
}

function textOf(row: LedgerRow, name: Name): string | null {
  return name === 'pixKey' ? row.pixKey : row.identifiers[name];
}

function spoken(row: LedgerRow, name: Name): string | null {
  const text = textOf(row, name);
  return text === null ? null : `${directionOf(row)} ${text}`;
}
