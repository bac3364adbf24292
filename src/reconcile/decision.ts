/**
 * What a person decided. `match`: these are the same transfer, and their amounts must agree. `accept`: this is expected as
 * it is.
 */
export type DecisionWord = 'match' | 'accept';

export interface Decision {
  /** The key of an entry. */
  readonly here: string | null;
  /** The key of a row of the file. */
  readonly there: string | null;
  readonly word: DecisionWord;
  readonly note: string;
  /** Its line in the file of decisions. */
  readonly line: number;
}

type DecisionFlaw = 'word' | 'sides' | 'repeated' | 'sums';

/** A decision that cannot be applied. */
export interface DecisionProblem {
  readonly line: number;
  readonly flaw: DecisionFlaw;
}
