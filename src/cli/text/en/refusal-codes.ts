import type { RefusalCode } from '../../../pix/refusal-codes.ts';

export const refusalCodes = {
  AB03: 'the banks did not settle it in time; try again later',
  AC03: 'the account behind the key does not exist; ask the recipient for another key',
  AC06: 'the account of the recipient is blocked; ask them for another key',
  AC07: 'the account of the recipient is closed; ask them for another key',
  AG03: 'the account of the recipient can not take this kind of transfer; ask them for another key',
  AM02: 'it is more than the recipient may receive; ask them, or send less',
  BE01: 'the CPF or CNPJ is not that of the holder of the account; check the key with the recipient',
  DS04: 'the bank of the recipient refused it; they can ask their bank why',
  DUPL: 'it was taken for a repetition; look for the first one before you try again: pix withdraw list',
  ED05: 'it could not be processed; try again later',
  FRAD: 'it was taken for fraud; make sure of the recipient, and ask the support of the service',
  RR04: 'a rule of the regulator forbids it; ask the support of the service',
} satisfies Readonly<Record<RefusalCode, string>>;
