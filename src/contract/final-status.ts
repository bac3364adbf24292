const FINAL_STATUSES: readonly string[] = ['COMPLETED', 'FAILED'];

/** Whether a payment's or a withdrawal's status is for good. Any other may change, one that a newer service invented, too. */
export function isFinal({ status }: { readonly status?: string | null | undefined }): boolean {
  return FINAL_STATUSES.includes(status ?? '');
}
