import { constants, createReadStream, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import type { Balance } from '../../../client/answers.ts';
import { readBatch } from '../../../payouts/files/batch.ts';
import type { BatchNotice, BatchProblem } from '../../../payouts/files/batch-problem.ts';
import type { BatchReading, FeeRule } from '../../../payouts/files/batch-summary.ts';
import { dayOf } from '../../../payouts/policy-day.ts';
import { MARKED_DESCRIPTION_LENGTH_MAXIMUM } from '../../../payouts/rules/mark.ts';
import { amountBounds } from '../../../payouts/rules/preflight.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { permissionsOf, type Permission } from '../../context/payouts/permissions.ts';
import type { AccountSettings } from '../../context/state-folder.ts';
import { readPaymentDay } from '../../input/payment-day.ts';
import { columnAnswers } from './column-answers.ts';
import { plainCause } from '../../errors/plain-cause.ts';

export interface FileFlags {
  readonly file: string;
  /** Of a workbook. */
  readonly sheet?: string;
  readonly due?: string;
  /** The day on which it is paid. */
  readonly on?: string;
  readonly onlyValid?: boolean;
  readonly allow?: readonly Permission[];
  readonly forceKey?: boolean;
  readonly coverFee?: boolean;
  readonly digest?: string;
  readonly yes?: boolean;
  /** False with `--no-mark`. */
  readonly mark?: boolean;
}

/** A file of payouts that is being read, and its findings so far. */
export interface PayoutFile {
  /** The name shown to people. */
  readonly source: string;
  readonly reading: BatchReading;
  readonly problems: readonly BatchProblem[];
  readonly notices: readonly BatchNotice[];
  /** Only rows that are due by a day are read. */
  readonly isOfDueRows: boolean;
}

/** Findings that are stored; further ones are only counted, so that a million wrong rows do not fill the memory. */
const KEPT_MAXIMUM = 10_000;

/** For whom a file is read. */
interface FileReader {
  readonly feeRule: FeeRule;
  readonly balance: Balance | undefined;
  /** Undefined: not for an account. */
  readonly account: AccountSettings | undefined;
}

/** Requires {@link assertReadable}. Reading throws file_unreadable. */
export async function openPayoutFile(
  context: Context,
  flags: FileFlags,
  { feeRule, balance, account }: FileReader,
): Promise<PayoutFile> {
  const { text } = context.screen;
  const problems: BatchProblem[] = [];
  const notices: BatchNotice[] = [];
  const { file, sheet, yes } = flags;
  const bytes = () => (file === '-' ? context.host.stdin.bytes() : fileBytes(file, context.screen));
  // What a pipe contains can be read once.
  const isReadTwice = yes !== true && file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const asked = { sheet, bytes: isReadTwice ? bytes : undefined };
  const today = dayOf(context.host.now());
  const dayIn = (flag: '--due' | '--on', typed: string | undefined) =>
    typed === undefined ? undefined : readPaymentDay(flag, typed, today, text);
  const meaningsOf = account && (await columnAnswers(context, account, asked));
  const allowed = permissionsOf(flags);
  const reading = readBatch(bytes(), {
    sheet,
    dueUntil: dayIn('--due', flags.due),
    paidOn: dayIn('--on', flags.on) ?? today,
    meaningsOf,
    allowDuplicates: allowed.names('equal'),
    newReferences: allowed.names('reference'),
    forceKeys: flags.forceKey === true,
    feeRule,
    boundsOf: (coverFee) => amountBounds(balance, coverFee),
    ...(flags.mark !== false && { descriptionMaximum: MARKED_DESCRIPTION_LENGTH_MAXIMUM }),
    onProblem: (problem) => {
      if (problems.length < KEPT_MAXIMUM) problems.push(problem);
    },
    onNotice: (notice) => {
      if (notices.length < KEPT_MAXIMUM) notices.push(notice);
    },
  });
  const source = file === '-' ? text.payouts.standardInput : basename(file);
  return { source, reading, problems, notices, isOfDueRows: flags.due !== undefined };
}

/** Runs before any request is sent. @throws CommandError invalid_digest, file_unreadable */
export async function assertReadable(screen: Screen, { file, digest }: FileFlags): Promise<void> {
  assertDigest(digest, screen);
  if (file === '-') return;
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    throw unreadable(file, error, screen);
  }
}

async function* fileBytes(path: string, screen: Screen): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
  } catch (error) {
    throw unreadable(path, error, screen);
  }
}

/** The error for a file that cannot be read. */
export function unreadable(path: string, error: unknown, { text }: Screen): unknown {
  if (!isSystemError(error)) return error;
  return usageError('file_unreadable', text.payouts.fileUnreadable(path, plainCause(error, text)), { file: path });
}

function assertDigest(digest: string | undefined, { text }: Screen): void {
  if (digest === undefined || /^sha256:[\da-f]{64}$/.test(digest)) return;
  throw usageError('invalid_digest', text.payouts.invalidDigest(digest));
}
