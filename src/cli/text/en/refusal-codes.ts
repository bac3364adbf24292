import type { RefusalCode } from '../../../pix/refusal-codes.ts';

export const refusalCodes = {
  AB03: 'the banks did not settle it in time; try again later',
  AC03: 'the account behind the key does not exist; ask the recipient for another key',
  AC06: "the recipient's account is blocked; ask for another key",
  AC07: "the recipient's account is closed; ask for another key",
  AG03: "the recipient's account does not accept this type of transfer; ask for another key",
  AM02: "it exceeds what the recipient's account accepts; ask the recipient, or send less",
  BE01: "the CPF or CNPJ is not the account holder's; check the key with the recipient",
  DS04: "the recipient's bank rejected it; the recipient can ask the bank why",
  DUPL: 'it was rejected as a duplicate; look for the first one before you try again: pix withdraw list',
  ED05: 'it could not be processed; try again later',
  FRAD: 'it was rejected on suspicion of fraud; verify the recipient, and contact the support of the service',
  RR04: 'it was rejected for a regulatory reason; contact the support of the service',
} satisfies Readonly<Record<RefusalCode, string>>;
