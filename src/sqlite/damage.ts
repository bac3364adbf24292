/** Result codes of SQLite, https://sqlite.org/rescode.html: the file is malformed, or no database. */
const DAMAGE_CODES = [11, 26];
/** The rest of an extended code tells details. */
const PRIMARY_CODE_MASK = 0xff;

/** Whether what a statement has thrown says that the file is damaged: somebody has written into it, or the disk has failed. */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
  return DAMAGE_CODES.includes(error.errcode & PRIMARY_CODE_MASK);
}
