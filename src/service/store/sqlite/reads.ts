import type { SqlRow, SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Read, Reading } from '../statement.ts';
import type { GroupCommit } from './group-commit.ts';

/** Reads several queries in one turn, between two groups: they see one moment. */
export function readingBetween(commits: GroupCommit): Read {
  return async <Part extends string>({ parts }: Reading<Part>, values: readonly SqlValue[]) => {
    await commits.settled();
    const rows = Object.entries<string>(parts).map(([part, text]): [string, SqlRow[]] => {
      const used = values.slice(0, parametersOf(text));
      return [part, commits.statements.all({ text }, used)];
    });
    return Object.fromEntries(rows) as Record<Part, SqlRow[]>;
  };
}

const PARAMETERS = new Map<string, number>();

/** The highest number of a parameter. */
function parametersOf(text: string): number {
  const known = PARAMETERS.get(text);
  if (known !== undefined) return known;
  const number = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
  PARAMETERS.set(text, number);
  return number;
}
