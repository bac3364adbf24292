import { subtractCentavos, sumOf } from '../pix/centavos.ts';
import { matchByAmountAndDay, matchNearDays, matchByIdentifiers, matchFlippedSigns } from './passes.ts';
import { directionOf, Pool, type MatchRule, Vocabulary } from './passes.ts';
import {
  IDENTIFIERS,
  type HereRow,
  type LeftOutRow,
  type ThereRow,
  type UnreadRow,
  type Decision,
  type DecisionProblem,
} from './row.ts';

/** What became of an entry, a row, or both. All but the first three are open. */
export const FINDING_KINDS = [
  'matched',
  'decided',
  'left_out',
  'sum_differs',
  'sign_differs',
  'amount_differs',
  'day_differs',
  'ambiguous',
  'only_here',
  'only_there',
  'unread',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly rule: MatchRule | null;
  /** `repeated`: the file has its match twice. `fee`: the amounts differ by the fee. */
  readonly reason: 'repeated' | 'fee' | null;
  /** Rows that could match in more than one way have the same number. */
  readonly group: number | null;
  readonly here: HereRow | undefined;
  readonly there: ThereRow | undefined;
  readonly unread?: UnreadRow;
  readonly leftOut?: LeftOutRow;
  readonly decision?: Decision;
}

interface Sides {
  readonly here: readonly HereRow[];
  readonly there: readonly ThereRow[];
  readonly unread: readonly UnreadRow[];
  readonly decisions: readonly Decision[];
  /** Whether the IDs of the file are those of the service: another one is another transfer. */
  readonly hasOwnIds?: boolean;
}

interface Reconciliation {
  readonly findings: readonly Finding[];
  readonly problems: readonly DecisionProblem[];
  /** Decisions that name no row of these. */
  readonly unused: readonly Decision[];
}

/** Compares the entries of an account with the rows of the accounting side. Decisions of a person come first. */
export function reconcile({ here, there, unread, decisions, hasOwnIds }: Sides): Reconciliation {
  const pool = new Pool(here, there);
  const decided = applyDecisions(pool, { here, there, unread, decisions });
  const vocabulary = new Vocabulary(here, there, hasOwnIds);
  matchByIdentifiers(pool);
  matchFlippedSigns(pool);
  matchByAmountAndDay(pool, vocabulary);
  matchNearDays(pool, vocabulary);
  const named = new Set(
    pool.pairs.flatMap((pair) => IDENTIFIERS.map((name) => nameOf(name, pair.there.identifiers[name]))),
  );
  named.delete(undefined);
  const isRepeated = (row: ThereRow) => IDENTIFIERS.some((name) => named.has(nameOf(name, row.identifiers[name])));
  const findings: Finding[] = [
    ...pool.pairs.map(({ here: one, there: other, rule }) => pairFinding(one, other, rule)),
    ...pool.ambiguities.flatMap(({ here: ones, there: others, rule }, index) => {
      const facts = { kind: 'ambiguous', rule, reason: null, group: index + 1 } as const;
      return [
        ...ones.map((row) => ({ ...facts, here: row, there: undefined })),
        ...others.map((row) => ({ ...facts, here: undefined, there: row })),
      ];
    }),
    ...pool.here().map((row) => single('only_here', row, undefined)),
    ...pool.there().map((row) => single('only_there', undefined, row, isRepeated(row) ? 'repeated' : null)),
  ];
  const groupsWithin = new Set(findings.filter(isWithin).map(({ group }) => group));
  groupsWithin.delete(null);
  return {
    findings: [
      ...findings.filter((finding) => isWithin(finding) || groupsWithin.has(finding.group)),
      ...decided.findings,
    ],
    problems: decided.problems,
    unused: decided.unused,
  };
}

function nameOf(name: string, text: string | null): string | undefined {
  return text === null ? undefined : `${name} ${text}`;
}

function isWithin({ here, there }: Finding): boolean {
  return here?.isWithin === true || there?.isWithin === true;
}

function pairFinding(here: HereRow, there: ThereRow, rule: MatchRule): Finding {
  const difference = subtractCentavos(there.amount, here.amount);
  const isFlipped = directionOf(here) !== directionOf(there);
  const isOnDay = here.day === there.day;
  const kind = isFlipped ? 'sign_differs' : difference !== 0 ? 'amount_differs' : isOnDay ? 'matched' : 'day_differs';
  const isFee = !isFlipped && difference !== 0 && here.fee !== null && Math.abs(difference) === Math.abs(here.fee);
  return { kind, rule, reason: isFee ? 'fee' : null, group: null, here, there };
}

function single(
  kind: FindingKind,
  here: HereRow | undefined,
  there: ThereRow | undefined,
  reason: Finding['reason'] = null,
): Finding {
  return { kind, rule: null, reason, group: null, here, there };
}

function unreadFinding(row: UnreadRow): Finding {
  const kind = row.flaw === 'sum' || row.flaw === 'count' ? 'sum_differs' : 'unread';
  return { ...single(kind, undefined, undefined), unread: row };
}

/** A line of the file that moves no money, as it is reported. */
export function leftOutFinding(row: LeftOutRow): Finding {
  return { ...single('left_out', undefined, undefined), leftOut: row };
}

function applyDecisions(pool: Pool, { here, there, unread, decisions }: Sides): Reconciliation {
  const hereByKey = new Map(here.map((row) => [row.key, row]));
  const thereByKey = new Map(there.map((row) => [row.key, row]));
  const unreadByKey = new Map(unread.map((row) => [row.key, row]));
  const findings: Finding[] = [];
  const problems: DecisionProblem[] = [];
  const unused: Decision[] = [];
  const words = new Map<string, Decision>();
  const sums = new SumsOfMatches();
  for (const decision of decisions) {
    const { word, line } = decision;
    const [one, other] = [hereByKey.get(decision.here ?? ''), thereByKey.get(decision.there ?? '')];
    const unreadRow = unreadByKey.get(decision.there ?? '');
    const isKnown =
      (decision.here === null || one !== undefined) &&
      (decision.there === null || other !== undefined || unreadRow !== undefined);
    if (!isKnown) {
      unused.push(decision);
      continue;
    }
    const keys = [one && `here ${one.key}`, (other ?? unreadRow) && `there ${decision.there ?? ''}`];
    const named = keys.filter((key) => key !== undefined);
    const isRepeated = named.some((key) => words.has(key) && (word === 'accept' || words.get(key)?.word === 'accept'));
    if (isRepeated) {
      problems.push({ line, flaw: 'repeated' });
      continue;
    }
    for (const key of named) words.set(key, decision);
    if (word === 'match' && one !== undefined && other !== undefined) sums.add(one, other, line);
    pool.take(one === undefined ? [] : [one], other === undefined ? [] : [other]);
    const facts = { kind: 'decided', rule: 'decision', reason: null, group: null, decision } as const;
    findings.push({ ...facts, here: one, there: other, ...(unreadRow !== undefined && { unread: unreadRow }) });
  }
  const left = unread.filter(({ key }) => !words.has(`there ${key}`));
  problems.push(...sums.problems());
  return {
    findings: [...findings, ...left.map(unreadFinding)],
    problems,
    unused,
  };
}

/** Several entries may be one row of the file, or the other way round: the sums of both sides must agree. */
class SumsOfMatches {
  readonly #groups = new Set<{ here: Set<HereRow>; there: Set<ThereRow>; line: number }>();

  add(here: HereRow, there: ThereRow, line: number): void {
    const touched = [...this.#groups].filter((group) => group.here.has(here) || group.there.has(there));
    for (const group of touched) this.#groups.delete(group);
    this.#groups.add({
      here: new Set([here, ...touched.flatMap((group) => [...group.here])]),
      there: new Set([there, ...touched.flatMap((group) => [...group.there])]),
      line,
    });
  }

  problems(): readonly DecisionProblem[] {
    return [...this.#groups]
      .filter(({ here, there }) => amountOf(here) !== amountOf(there))
      .map(({ line }) => ({ line, flaw: 'sums' }));
  }
}

function amountOf(rows: ReadonlySet<HereRow | ThereRow>) {
  return sumOf(Array.from(rows, ({ amount }) => amount));
}
