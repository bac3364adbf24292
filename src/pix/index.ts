/**
 * The rules of Pix and of money, without a network and without dependencies: amounts as people type them, Pix keys and tax
 * ids with their check digits, BR Codes, end-to-end ids and refusal codes.
 *
 * @example
 * ```ts
 * import { parsePixKey, parseTypedAmount } from 'pix-wallet/pix';
 *
 * const key = parsePixKey('529.982.247-25');
 * const amount = parseTypedAmount('R$ 1.234,56');
 * if (key.ok && amount.ok) console.log(key.type, key.key, amount.amountCentavos);
 * ```
 * @module
 */
export { centavos, subtractCentavos, sumCentavos, type Centavos } from './centavos.ts';
export {
  formatReaisPlain,
  parseTypedAmount,
  type AmbiguousAmount,
  type AmountRefusal,
  type ReadAmount,
  type RefusedAmount,
  type TypedAmount,
} from './amount-text.ts';
export {
  isCanonicalPixKey,
  parsePixKey,
  PIX_KEY_TYPES,
  type AmbiguousPixKey,
  type KeyFlaw,
  type ParsedPixKey,
  type PixKey,
  type PixKeyRefusal,
  type PixKeyType,
  type ReadPixKey,
  type RefusedPixKey,
} from './pix-key.ts';
export type { MobileNumberFlaw } from './pix-key.ts';
export { readCnpj, readCpf, type TaxIdFlaw, type TaxIdReading } from './tax-id.ts';
export {
  readBrCode,
  writeBrCode,
  type BrCode,
  type BrCodeOfWrongField,
  type BrCodeReading,
  type BrokenBrCode,
  type Charge,
  type DynamicBrCode,
  type ReadBrCode,
  type StaticBrCode,
} from './br-code.ts';
export { parseEndToEndId, type TransferTime } from './end-to-end-id.ts';
export { describeRefusal, REFUSAL_CODES, type RefusalCode } from './refusal-codes.ts';
