import type { SqlRow } from './driver.ts';
import { textOf } from '../row.ts';

interface ResultCode {
  readonly number: number;
  readonly sentence: string;
}

/** https://sqlite.org/rescode.html */
const BUSY: ResultCode = { number: 5, sentence: 'database is locked' };
const LOCKED: ResultCode = { number: 6, sentence: 'database table is locked' };
const MALFORMED: ResultCode = { number: 11, sentence: 'database disk image is malformed' };
const IO_ERROR: ResultCode = { number: 10, sentence: 'disk I/O error' };
const FULL: ResultCode = { number: 13, sentence: 'database or disk is full' };
const NO_DATABASE: ResultCode = { number: 26, sentence: 'file is not a database' };
/** The higher bits of an extended code contain details. */
const PRIMARY_CODE_MASK = 0xff;

/**
 * The problems that SQLite finds in the pages of a database; usually none. It reads every page: a second for some hundred
 * megabytes. Source: https://sqlite.org/pragma.html#pragma_quick_check
 *
 * @param all asks the database
 * @param findingsMaximum it stops after this many
 */
export async function damageIn(
  all: (sql: string) => readonly SqlRow[] | Promise<readonly SqlRow[]>,
  findingsMaximum: number,
): Promise<string[]> {
  try {
    const rows = await all(`PRAGMA quick_check(${findingsMaximum})`);
    return rows.map((row) => textOf(row, 'quick_check')).filter((finding) => finding !== 'ok');
  } catch (error) {
    if (isDamage(error)) return [error.message];
    throw error;
  }
}

/** Whether an error of a statement means that the file is damaged: other software wrote into it, or the disk failed. */
export function isDamage(error: unknown): error is Error {
  return isMalformed(error) || hasCode(error, NO_DATABASE);
}

/** The same for a file that is certainly a database. */
export function isMalformed(error: unknown): error is Error {
  return hasCode(error, MALFORMED);
}

/** Whether the disk had no room for what a statement, or the system, was to write. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, FULL) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');
}

/** What a system says when a disk, or the share of it that one may use, is full, fails, or takes no writes. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);

/** Whether the disk has failed what a statement, or the system, was to write or read; or had no room for it. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfSystem = 'code' in error && typeof error.code === 'string' && DISK_CODES.has(error.code);
  return isOfSystem || hasCode(error, FULL) || hasCode(error, IO_ERROR) || isDiskFailure(error.cause);
}

/** Whether another connection has locked what a statement was to read or write. */
export function isLocked(error: unknown): boolean {
  return hasCode(error, BUSY) || hasCode(error, LOCKED);
}

/** The package that replaces `node:sqlite` gives no number when `all()` fails. */
function hasCode(error: unknown, { number, sentence }: ResultCode): boolean {
  if (!(error instanceof Error)) return false;
  if (!('errcode' in error && typeof error.errcode === 'number')) return error.message === sentence;
  return (error.errcode & PRIMARY_CODE_MASK) === number;
}
