import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { lookAtColumns, type AskedMeaning, type ColumnCandidate } from '../../../payouts/files/column-candidates.ts';
import type { BatchColumn, BatchOptions } from '../../../payouts/files/batch-summary.ts';
import type { Context } from '../../context/context.ts';
import { stateFolderPath, storeForLater, type AccountSettings } from '../../context/state-folder.ts';
import { singleLine } from '../../output/control-characters.ts';
import { cutToWidth } from '../../output/text-width.ts';

const FILE = 'columns.json';
/** A wide sheet would ask too much. */
const ASKED_MAXIMUM = 3;
const EXAMPLE_COLUMNS = 30;

const answers = z.record(z.string(), z.enum(['name', 'reference', 'neither']));
/** By the headings of a file. */
const storedAnswers = z.record(z.string(), answers);
type Answers = z.output<typeof answers>;

interface AskedFile {
  readonly sheet: string | undefined;
  /** Reads it from its beginning. Undefined: nothing is asked. */
  readonly bytes: (() => AsyncIterable<Uint8Array>) | undefined;
}

/**
 * What unknown columns mean, as a person has said of a file with the same headings. At a terminal, the person is asked once
 * what could be the name or the reference.
 */
export async function columnAnswers(
  context: Context,
  account: AccountSettings,
  file: AskedFile,
): Promise<NonNullable<BatchOptions['meaningsOf']>> {
  const { screen } = context;
  const stored = readAnswers(join(await stateFolderPath(context, account), FILE));
  const meaningsOf = (columns: readonly BatchColumn[]) => meaningsIn(stored[formOf(columns)]);
  if (!screen.isInteractive || screen.format !== 'table' || file.bytes === undefined) return meaningsOf;
  const { columns, candidates } = await lookAtColumns(file.bytes(), file.sheet);
  const form = formOf(columns);
  const known = stored[form] ?? {};
  const given = await ask(context, candidates, known);
  if (Object.keys(given).length > Object.keys(known).length) {
    stored[form] = given;
    await storeForLater(context, account, FILE, stored);
  }
  return meaningsOf;
}

/** @returns the known answers, and the new ones */
async function ask(context: Context, candidates: readonly ColumnCandidate[], known: Answers): Promise<Answers> {
  const { payouts: text } = context.screen.text;
  const given = { ...known };
  for (const { heading, example, mayBe } of candidates.slice(0, ASKED_MAXIMUM)) {
    const open = mayBe.filter((meaning) => !Object.values(given).includes(meaning));
    if (given[heading] !== undefined || open.length === 0) continue;
    const question = text.whatIsColumn(singleLine(heading), cutToWidth(singleLine(example), EXAMPLE_COLUMNS));
    const choices = [...open, 'neither' as const].map((value) => ({ value, name: text.columnMeanings[value] }));
    given[heading] = await (await context.screen.prompts()).choose(question, choices);
  }
  return given;
}

/** The order of columns does not matter. */
function formOf(columns: readonly BatchColumn[]): string {
  return JSON.stringify(columns.map(({ heading }) => heading).toSorted());
}

function meaningsIn(given: Answers = {}): ReadonlyMap<string, AskedMeaning> {
  return new Map(
    Object.entries(given).flatMap(([heading, answer]) => (answer === 'neither' ? [] : [[heading, answer] as const])),
  );
}

/** Empty for a missing or invalid file: the person is asked again. */
function readAnswers(path: string): Record<string, Answers> {
  try {
    return storedAnswers.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
