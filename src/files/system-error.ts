/** Whether the operating system refused: no such file, no right, no space. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** For work whose failure does no harm. */
export function ignoringSystemErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Whether a package that need not be there is not there. */
export function isNotInstalled(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
