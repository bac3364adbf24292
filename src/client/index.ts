/**
 * The API core as a library.
 *
 * @example
 * ```ts
 * import { ApiError, centavos, createPixClient } from 'pix-wallet';
 *
 * const client = createPixClient({ baseUrl: 'https://wallet.example', apiKey });
 *
 * for await (const payment of client.payments.list({ status: 'COMPLETED' })) console.log(payment.id, payment.value);
 *
 * try {
 *   await client.withdraws.create({ amountCentavos: centavos(12_34), pixKey: 'a@example.com', pixKeyType: 'EMAIL' });
 * } catch (error) {
 *   if (error instanceof ApiError && error.code === 'insufficient_balance') console.log(error.balanceCentavos);
 *   else throw error; // `outcome` tells whether the money may have moved
 * }
 * ```
 * @module
 */
export { centavos, type Centavos } from '../pix/centavos.ts';
export type { PixKeyType } from '../pix/pix-key.ts';
export type { Permission } from '../contract/operation.ts';
export type { PaymentStatus } from '../contract/payment.ts';
export type { WithdrawalStatus } from '../contract/withdrawal.ts';
export { createPixClient } from './create-client.ts';
export type * from './answers.ts';
export { fieldsOf } from './answers.ts';
export type * from './client.ts';
export type { Clock } from './clock.ts';
export {
  ApiError,
  type ApiErrorFacts,
  ConfigurationError,
  type ConfigurationErrorCode,
  ContractError,
  InterruptedError,
  type Outcome,
  PixError,
  type RequestProblem,
  TransportError,
  type TransportErrorCode,
} from './errors.ts';
export type * from './events.ts';
export type { KeyFacts, NamedKey, SeenPermissions } from './rate-limit/key-pool.ts';
export type { Page, PageIterable, PagePlace, PageRange } from './pages.ts';
export type { RawAnswer, RawMethod, RawRequest } from './http/addresses.ts';
export type { RefusalForm } from './http/refusal-forms.ts';
export type {
  CollectedProof,
  HeldRow,
  NumberedRow,
  NumberRange,
  ProofOptions,
  ProofProgress,
  ProofStart,
  ProofStep,
  ProofVerdict,
  ProvenList,
  RestartStep,
  ResumedProof,
  RowsStep,
} from '../lists/proof.ts';
