import type { RefusalCode } from '../../../pix/refusal-codes.ts';

/** Why a bank rejected a withdrawal, and what to do then. */
export const refusalCodes = {
  AB03: { why: 'the banks did not settle it in time', advice: 'try again later' },
  AC03: { why: 'the account behind the key does not exist', advice: 'ask the recipient for another key' },
  AC06: { why: "the recipient's account is blocked", advice: 'ask for another key' },
  AC07: { why: "the recipient's account is closed", advice: 'ask for another key' },
  AG03: { why: "the recipient's account does not accept this type of transfer", advice: 'ask for another key' },
  AM02: { why: "it exceeds what the recipient's account accepts", advice: 'ask the recipient, or send less' },
  BE01: { why: "the CPF or CNPJ is not the account holder's", advice: 'check the key with the recipient' },
  DS04: { why: "the recipient's bank rejected it", advice: 'the recipient can ask the bank why' },
  DUPL: {
    why: 'it was rejected as a duplicate',
    advice: 'look for the first one before you try again: pix withdraw list',
  },
  ED05: { why: 'it could not be processed', advice: 'try again later' },
  FRAD: {
    why: 'it was rejected on suspicion of fraud',
    advice: 'verify the recipient, and contact the support of the service',
  },
  RR04: { why: 'it was rejected for a regulatory reason', advice: 'contact the support of the service' },
} satisfies Readonly<Record<RefusalCode, { readonly why: string; readonly advice: string }>>;
