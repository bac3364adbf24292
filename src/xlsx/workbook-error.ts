/**
 * `not_a_workbook`: an archive of something else; `opendocument`: a spreadsheet of LibreOffice's own; `encrypted`: with a
 * password; `damaged`: archive or XML can't be read; `too_large`: above the
 * maximum.
 */
export type WorkbookFlaw = 'not_a_workbook' | 'opendocument' | 'encrypted' | 'damaged' | 'too_large';

/** A file that can't be read as a workbook. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly flaw: WorkbookFlaw;

  constructor(flaw: WorkbookFlaw, cause?: unknown) {
    super(`the workbook can't be read: ${flaw}`, { cause });
    this.flaw = flaw;
  }
}
