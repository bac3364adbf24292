/** `2026-12-05` as `05/12/2026`. */
export const dayText = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
