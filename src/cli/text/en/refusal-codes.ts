import { words } from '../../../contract/words/en.ts';
import type { RefusalCode } from '../../../pix/refusal-codes.ts';

const reasons = words.refusalCodes;

/** Why a bank rejected a withdrawal, and what to do then. */
export const refusalCodes = {
  AB03: { why: reasons.AB03, advice: 'try again later' },
  AC03: { why: reasons.AC03, advice: 'ask the recipient for another key' },
  AC06: { why: reasons.AC06, advice: 'ask for another key' },
  AC07: { why: reasons.AC07, advice: 'ask for another key' },
  AG03: { why: reasons.AG03, advice: 'ask for another key' },
  AM02: { why: reasons.AM02, advice: 'ask the recipient, or send less' },
  BE01: { why: reasons.BE01, advice: 'check the key with the recipient' },
  DS04: { why: reasons.DS04, advice: 'the recipient can ask the bank why' },
  DUPL: { why: reasons.DUPL, advice: 'look for the first one before you try again: pix withdraw list' },
  ED05: { why: reasons.ED05, advice: 'try again later' },
  FRAD: { why: reasons.FRAD, advice: 'verify the recipient, and contact the support of the service' },
  RR04: { why: reasons.RR04, advice: 'contact the support of the service' },
} satisfies Readonly<Record<RefusalCode, { readonly why: string; readonly advice: string }>>;
