const FINAL_STATUSES: readonly string[] = ['COMPLETED', 'FAILED'];

/** Whether a status can no longer change. A status that this version does not know may change. */
export function isFinal({ status }: { readonly status?: string | null | undefined }): boolean {
  return FINAL_STATUSES.includes(status ?? '');
}
