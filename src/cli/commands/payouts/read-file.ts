import { constants, createReadStream, statSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { feeRuleOf, readPayouts, type FileReading } from '../../../payouts/account-payouts.ts';
import type { FeeRule, BatchColumn, BatchOptions } from '../../../payouts/files/batch-summary.ts';
import { dayOf } from '../../../payouts/policy-day.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { accountTerms, lookAtBalance, type AccountFlags } from '../../context/payouts/bind-account.ts';
import type { OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { permissionsOf } from '../../context/payouts/permissions.ts';
import { type AccountSettings, stateFolderPath, storeForLater } from '../../context/state-folder.ts';
import { readPaymentDay } from './schedule.ts';
import { unreadableFile } from '../../errors/plain-cause.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { run } from './command.ts';
import * as z from 'zod';
import { lookAtColumns, type ColumnCandidate } from '../../../payouts/files/batch.ts';
import { cutToWidth, singleLine } from '../../output/text-width.ts';

/** Of the commands that read a file; which account pays is said otherwise by each. */
type FileFlags = Pick<RunFlags, 'file'> & Partial<Omit<RunFlags, 'account'>>;
type RunFlags = OptionsOf<typeof run>;

export interface PayoutFile extends FileReading {
  /** Only rows that are due by a day are read. */
  readonly isOfDueRows: boolean;
}

/** Requires {@link assertReadable}. Reading throws file_unreadable. @param account undefined: for none */
export async function openPayoutFile(
  context: Context,
  flags: FileFlags,
  feeRule: FeeRule,
  balance: Balance | undefined,
  account: AccountSettings | undefined,
): Promise<PayoutFile> {
  const { text } = context.screen;
  const { file, sheet, yes } = flags;
  const bytes = () => (file === '-' ? context.host.stdin.bytes() : fileBytes(file, context.screen));
  // What a pipe contains can be read once.
  const isReadTwice = yes !== true && file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const today = dayOf(context.host.now());
  const dayIn = (flag: '--due' | '--on', typed: string | undefined) =>
    typed === undefined ? undefined : readPaymentDay(flag, typed, today, text);
  const meaningsOf = account && (await columnAnswers(context, account, sheet, isReadTwice ? bytes : undefined));
  const allowed = permissionsOf(flags);
  const source = file === '-' ? text.payouts.standardInput : basename(file);
  const reading = readPayouts(source, bytes(), {
    sheet,
    dueUntil: dayIn('--due', flags.due),
    ...{ today, paidOn: dayIn('--on', flags.on) ?? today },
    meaningsOf,
    allowDuplicates: allowed.names('equal'),
    newReferences: allowed.names('reference'),
    forceKeys: flags.forceKey === true,
    ...{ feeRule, balance, usesMarks: flags.mark !== false },
  });
  return { ...reading, isOfDueRows: flags.due !== undefined };
}

/** The account for which a file is read, and whether its profile adds fees on top. */
export interface AccountReader {
  readonly context: Context;
  readonly account: AccountSettings;
  readonly coverFee: boolean | undefined;
}

/** A file as it is put into the journal. @param reader reads it as for another account */
export function fileToPay(
  context: Context,
  flags: FileFlags & AccountFlags,
  { settings, pastWithdrawals }: OpenPayouts,
  client: Pick<PixClient, 'balance'>,
  reader: AccountReader = { context, account: settings, coverFee: settings.coverFee },
) {
  const feeRule = feeRuleOf(flags.coverFee, reader.coverFee);
  return {
    ...accountTerms(flags),
    balance: lookAtBalance(context.screen, client),
    read: (balance: Balance | undefined) => openPayoutFile(reader.context, flags, feeRule, balance, reader.account),
    coverFee: feeRule.coverFee,
    usesMarks: flags.mark !== false,
    resendsProvenAbsent: false,
    pastWithdrawals,
  };
}

/** Runs before any request is sent. @throws CommandError invalid_digest, file_unreadable */
export async function assertReadable(screen: Screen, { file, digest }: FileFlags): Promise<void> {
  if (digest !== undefined && !/^sha256:[\da-f]{64}$/.test(digest)) {
    throw usageError('invalid_digest', screen.text.payouts.invalidDigest(digest));
  }
  if (file === '-') return;
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    throw unreadableFile(file, error, screen.text);
  }
}

async function* fileBytes(path: string, screen: Screen): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
  } catch (error) {
    throw unreadableFile(path, error, screen.text);
  }
}

const FILE = 'columns.json';
/** A wide sheet would ask too much. */
const ASKED_MAXIMUM = 3;
const EXAMPLE_COLUMNS = 30;

const answers = z.record(z.string(), z.enum(['name', 'reference', 'neither']));
/** By the headings of a file. */
const storedAnswers = z.record(z.string(), answers);
type Answers = z.output<typeof answers>;

/**
 * What unknown columns mean, as a person has said of a file with the same headings. At a terminal, the person is asked once
 * what could be the name or the reference.
 *
 * @param bytes reads the file from its beginning; undefined: nothing is asked
 */
async function columnAnswers(
  context: Context,
  account: AccountSettings,
  sheet: string | undefined,
  bytes: (() => AsyncIterable<Uint8Array>) | undefined,
): Promise<NonNullable<BatchOptions['meaningsOf']>> {
  const { screen } = context;
  const stored = readAnswers(join(await stateFolderPath(context, account), FILE));
  const meaningsOf = (columns: readonly BatchColumn[]) => {
    const given = Object.entries(stored[formOf(columns)] ?? {});
    return new Map(given.flatMap(([heading, answer]) => (answer === 'neither' ? [] : [[heading, answer] as const])));
  };
  if (!screen.isInteractive || screen.format !== 'table' || bytes === undefined) return meaningsOf;
  const { columns, candidates } = await lookAtColumns(bytes(), sheet);
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
  const { payouts: text, labels } = context.screen.text;
  const given = { ...known };
  for (const { heading, example, mayBe } of candidates.slice(0, ASKED_MAXIMUM)) {
    const open = mayBe.filter((meaning) => !Object.values(given).includes(meaning));
    if (given[heading] !== undefined || open.length === 0) continue;
    const question = text.whatIsColumn(singleLine(heading), cutToWidth(singleLine(example), EXAMPLE_COLUMNS));
    const choices = [...open, 'neither' as const].map((value) => ({ value, name: labels.columnMeanings[value] }));
    given[heading] = await (await context.screen.prompts()).choose(question, choices);
  }
  return given;
}

/** The order of columns does not matter. */
function formOf(columns: readonly BatchColumn[]): string {
  return JSON.stringify(columns.map(({ heading }) => heading).toSorted());
}

/** Empty for a missing or invalid file: the person is asked again. */
function readAnswers(path: string): Record<string, Answers> {
  try {
    return storedAnswers.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
