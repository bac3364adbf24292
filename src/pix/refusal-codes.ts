/** Why the Pix network rejects a transfer. Source: BCB, Catálogo de Mensagens (pacs.002). */
export const REFUSAL_CODES = {
  AB03: 'Settlement timed out',
  AC03: 'The account of the recipient does not exist',
  AC06: 'The account of the recipient is blocked',
  AC07: 'The account of the recipient is closed',
  AG03: 'This kind of transfer is not allowed on the account of the recipient',
  AM02: 'The amount is over the limit of the recipient',
  BE01: 'The tax id does not match the holder of the account',
  DS04: 'Refused by the bank of the recipient',
  DUPL: 'Duplicate transfer',
  ED05: 'The transfer could not be processed',
  FRAD: 'Suspected fraud',
  RR04: 'Refused for regulatory reasons',
} as const satisfies Record<string, string>;
/** A code of the Pix network. */
export type RefusalCode = keyof typeof REFUSAL_CODES;

export function isRefusalCode(word: string): word is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, word);
}

/** `failureReason` of a withdrawal: the code, then what it means. */
export function describeRefusal(code: RefusalCode): string {
  return `${code}: ${REFUSAL_CODES[code]}`;
}

/** The refusal code that a `failureReason` begins with: `AC03: …`. */
export function refusalCodeIn(reason: string): RefusalCode | undefined {
  const word = reason.trim().replace(/\W.*/s, '');
  return isRefusalCode(word) ? word : undefined;
}
