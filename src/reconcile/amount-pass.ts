import type { MatchRule, Pool } from './pool.ts';
import type { HereRow, LedgerRow, ThereRow } from './row.ts';
import { areCompatible, type Vocabulary } from './vocabulary.ts';

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
  for (const { here, there } of pool.buckets((row) =>
    row.pixKey === null ? null : `${row.amount} ${row.day} ${row.pixKey}`,
  )) {
    matchKinds(pool, kindsOf(here, vocabulary), kindsOf(there, vocabulary), 'amount_day_key');
  }
  for (const { here, there } of pool.buckets(({ amount, day }) => `${amount} ${day}`)) {
    matchKinds(pool, kindsOf(here, vocabulary), kindsOf(there, vocabulary), 'amount_day');
  }
}

/** Pairs rows of the same amount on neighbouring days where there is only one way to do so. */
export function matchNearDays(pool: Pool, vocabulary: Vocabulary): void {
  for (const { here, there } of pool.buckets(({ amount }) => String(amount))) {
    const waiting = there.toSorted(byDay);
    let group: { here: HereRow[]; there: ThereRow[]; until: number } | undefined;
    const close = () => {
      if (group !== undefined) matchNear(pool, vocabulary, group.here, group.there);
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

function matchNear(pool: Pool, vocabulary: Vocabulary, here: readonly HereRow[], there: readonly ThereRow[]): void {
  const [hereKinds, thereKinds] = [kindsOf(here, vocabulary), kindsOf(there, vocabulary)];
  for (const component of componentsOf(hereKinds, thereKinds)) {
    const [hereRows, thereRows] = [component.here.flatMap(rowsOf), component.there.flatMap(rowsOf)];
    const [one, other] = [hereRows[0], thereRows[0]];
    if (one === undefined || other === undefined) continue;
    if (hereRows.length === 1 && thereRows.length === 1) {
      const hasKey = one.pixKey !== null && one.pixKey === other.pixKey;
      pool.pair(one, other, hasKey ? 'amount_key' : 'amount_near_day');
    } else pool.leaveToPerson(hereRows, thereRows, 'amount_near_day');
  }
}

/** Pairs rows that may all match each other, when both sides have as many. What else could match is left to a person. */
function matchKinds(
  pool: Pool,
  hereKinds: readonly Kind<HereRow>[],
  thereKinds: readonly Kind<ThereRow>[],
  rule: MatchRule,
): void {
  for (const { here, there } of componentsOf(hereKinds, thereKinds)) {
    const [hereRows, thereRows] = [here.flatMap(rowsOf), there.flatMap(rowsOf)];
    if (hereRows.length === 0 || thereRows.length === 0) continue;
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

/** Kinds that are connected by rows that may match. */
function componentsOf(
  hereKinds: readonly Kind<HereRow>[],
  thereKinds: readonly Kind<ThereRow>[],
): readonly Component[] {
  const [hereLeft, thereLeft] = [new Set(hereKinds), new Set(thereKinds)];
  const components: Component[] = [];
  for (const first of hereKinds) {
    if (!hereLeft.delete(first)) continue;
    const component: Component = { here: [first], there: [] };
    let news: { here: Kind<HereRow>[]; there: Kind<ThereRow>[] } = { here: [first], there: [] };
    while (news.here.length + news.there.length > 0) {
      const there = [...thereLeft].filter((other) =>
        news.here.some((one) => areCompatible(one.signature, other.signature)),
      );
      const here = [...hereLeft].filter((one) =>
        news.there.some((other) => areCompatible(one.signature, other.signature)),
      );
      for (const kind of there) thereLeft.delete(kind);
      for (const kind of here) hereLeft.delete(kind);
      component.here.push(...here);
      component.there.push(...there);
      news = { here, there };
    }
    components.push(component);
  }
  return components;
}

function kindsOf<Row extends LedgerRow>(rows: readonly Row[], vocabulary: Vocabulary): readonly Kind<Row>[] {
  const kinds = new Map<string, Kind<Row>>();
  for (const row of rows) {
    const signature = vocabulary.signature(row);
    const kind = kinds.get(signature);
    if (kind === undefined) kinds.set(signature, { signature, rows: [row] });
    else kind.rows.push(row);
  }
  return [...kinds.values()];
}

function rowsOf<Row>({ rows }: Kind<Row>): readonly Row[] {
  return rows;
}

function byDay(one: LedgerRow, other: LedgerRow): number {
  return dayNumber(one) - dayNumber(other);
}

function dayNumber({ day }: LedgerRow): number {
  return Math.round(Date.parse(day) / DAY_MS);
}
