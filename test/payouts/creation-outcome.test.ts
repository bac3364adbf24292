import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConfigurationError,
  ContractError,
  InterruptedError,
  type Outcome,
  PixError,
  TransportError,
  type TransportErrorCode,
} from '../../src/client/errors.ts';
import {
  contradicts,
  hasOtherPrice,
  isPriceDespiteFee,
  leavesCopiesInDoubt,
  outcomeOfFailure,
  type CreationOutcome,
} from '../../src/payouts/engine/creation-outcome.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { payout } from './support/journals.ts';

const api = (status: number, code: string, period?: string) =>
  new ApiError('no', { status, code, outcome: 'refused', period });
const unclear = (status: number, code: string) =>
  new ApiError('no', { status, code, outcome: 'unknown', period: undefined });
const transport = (code: TransportErrorCode, outcome: Outcome) =>
  new TransportError('no', { code, outcome, host: 'wallet.example' });

const LOST = new PayoutError('another process works on the run', { code: 'lock_lost' });
const LOCKED = new PayoutError('no', { code: 'run_locked' });
const NO_NUMBER = new PixError('no', { code: 'invalid_amount', outcome: 'not-sent' });
const heldBack = (cause: unknown) => new InterruptedError({ outcome: 'not-sent', cause });
const UNKNOWN: CreationOutcome = { kind: 'unknown' };
const REFUSED: CreationOutcome = { kind: 'refused' };
const stopFor = (stop: string) => ({ kind: 'again', because: 'stop', stop });
const again = (because: string) => ({ kind: 'again', because });

/** When a request that moves money may be sent again, row by row. */
it.each([
  ['a refused connection', transport('connection_refused', 'not-sent'), again('network')],
  ['an unknown host', transport('host_not_found', 'not-sent'), again('network')],
  ['a bad certificate', transport('certificate_invalid', 'not-sent'), again('network')],
  ['an interruption before it left', heldBack(0), stopFor('interrupted')],
  ['the loss of its lock before it left', heldBack(LOST), stopFor('lock_lost')],
  ['another refusal of ours before it left', heldBack(LOCKED), stopFor('interrupted')],
  ['no key', new ConfigurationError('no', { code: 'no_key' }), stopFor('key_refused')],
  ['an amount for which no number stands', NO_NUMBER, REFUSED],
  ['a rate limit', api(429, 'too_many_requests'), again('rate_limit')],
  ['another one in progress', api(400, 'withdrawal_in_progress'), again('one_at_a_time')],
  ['an unknown key', api(401, 'unauthorized'), stopFor('key_refused')],
  ['a missing permission', api(403, 'permission_missing'), stopFor('key_refused')],
  ['an address that the service refuses', api(403, 'origin_refused'), stopFor('network')],
  ['a blocked account', api(403, 'account_blocked'), stopFor('account_blocked')],
  ['too small a balance', api(400, 'insufficient_balance'), stopFor('insufficient_balance')],
  ['a code that every object has', api(400, 'constructor'), { kind: 'refused' }],
  ['the limit of the day', api(400, 'limit_exceeded', 'day'), stopFor('limit_reached')],
  ['the limit of the month', api(400, 'limit_exceeded', 'month'), stopFor('limit_reached')],
  ['a limit of no told period', api(400, 'limit_exceeded'), stopFor('limit_reached')],
  ['the limit of a transaction', api(400, 'limit_exceeded', 'transaction'), REFUSED],
  ['a code that is wanted', api(400, 'verification_required'), stopFor('verification_wanted')],
  ['a code that is wrong', api(400, 'verification_invalid'), stopFor('verification_wanted')],
  ['too small an amount', api(400, 'below_minimum'), REFUSED],
  ['a field that is wrong', api(400, 'validation_failed'), REFUSED],
  ['a key that is not there', api(404, 'not_found'), REFUSED],
  ['something unprocessable', api(422, 'bad_request'), REFUSED],
  ['a time-out', transport('timed_out', 'unknown'), UNKNOWN],
  ['a lost connection', transport('connection_lost', 'unknown'), UNKNOWN],
  ['half an answer', transport('answer_cut', 'unknown'), UNKNOWN],
  ['408', unclear(408, 'request_timeout'), UNKNOWN],
  ['409', unclear(409, 'conflict'), UNKNOWN],
  ['500', unclear(500, 'internal_error'), UNKNOWN],
  ["a proxy's page", unclear(403, 'forbidden'), UNKNOWN],
  ['an answer that breaks the contract', new ContractError({ path: 'data.id', expected: 'a text' }), UNKNOWN],
  ['an interruption under way', new InterruptedError({ outcome: 'unknown', cause: 0 }), UNKNOWN],
  ['nothing at all', undefined, UNKNOWN],
  ['an error that is not known', new TypeError('undefined is not a function'), UNKNOWN],
])('an attempt to create a withdrawal that ends with %s', (_, error, outcome) =>
  expect(outcomeOfFailure(error)).toEqual(outcome),
);

it.each([
  ['a refusal', api(400, 'below_minimum'), undefined, true],
  ['the refusal of a missing code', api(400, 'verification_required'), undefined, false],
  ['the refusal of a code', api(400, 'verification_required'), '123456', true],
  ['a refused connection', transport('connection_refused', 'not-sent'), undefined, false],
  ['a lost connection', transport('connection_lost', 'unknown'), undefined, false],
  ['something else', { outcome: 'refused', code: 'below_minimum' }, undefined, false],
])('after %s, a copy of the request may have been paid', (_, error, verificationCode, isDoubted) => {
  expect(leavesCopiesInDoubt(error, verificationCode)).toBe(isDoubted);
});

describe('an answer of success', () => {
  const asked = payout(1, { pixKey: '+5511987654321', pixKeyType: 'PHONE', amountCentavos: centavos(2_500) });
  const told = { id: 'w', value: centavos(2_500), fee: centavos(100), sent: centavos(2_400), pixKey: asked.pixKey };

  it.each([
    ['tells what was asked', told, false, false],
    ['writes the key in another way', { ...told, pixKey: '(11) 98765-4321' }, false, false],
    ['hides a part of the key', { ...told, pixKey: '+55119****4321' }, false, false],
    ['reports no key', { ...told, pixKey: null }, false, false],
    ['tells another key', { ...told, pixKey: '+5511987654322' }, false, true],
    ['tells another value', { ...told, value: centavos(250_000) }, false, true],
    ['adds the fee, which was not asked for', { ...told, value: centavos(2_600), sent: centavos(2_500) }, false, true],
    ['adds the fee as asked', { ...told, value: centavos(2_600), sent: centavos(2_500) }, true, false],
    ['takes the fee off, where it should be added', told, true, true],
    ['adds the fee as asked, and tells it alone', { ...told, value: centavos(2_600), sent: null }, true, false],
    ['adds a fee that it does not tell', { ...told, value: centavos(2_600), fee: null, sent: null }, true, false],
    ['adds another fee than it tells', { ...told, value: centavos(2_600), fee: centavos(50), sent: null }, true, true],
    ['reports no fee, and adds none', { ...told, fee: null, sent: null }, true, false],
    ['reports no fee, and pays less', { ...told, value: centavos(2_499), fee: null, sent: null }, true, true],
  ])('that %s', (_, answer, coverFee, isContradiction) => {
    expect(contradicts(answer, { ...asked, coverFee })).toBe(isContradiction);
    const hasItsKey = answer.pixKey !== '+5511987654322';
    expect(hasOtherPrice(answer, { ...asked, coverFee })).toBe(isContradiction && hasItsKey);
    const otherKey = { ...answer, pixKey: '+5511987654322' };
    expect(hasOtherPrice(otherKey, { ...asked, coverFee })).toBe(false);
  });
});

it.each([
  ['the fee alone', { fee: centavos(100), sent: null }, true],
  ['what was sent alone', { fee: null, sent: centavos(2_500) }, true],
  ['another fee', { fee: centavos(50), sent: null }, false],
  ['another amount sent', { fee: null, sent: centavos(2_550) }, false],
  ['neither', { fee: null, sent: null }, true],
  ['what was sent of less', { value: centavos(2_400), fee: null, sent: centavos(2_300) }, true],
])('a withdrawal that took the fee off although it was to be added, and tells %s, may be it: %s', (_, told, mayBe) => {
  const price = { value: centavos(2_600), ...told };
  expect(isPriceDespiteFee({ amountCentavos: centavos(2_500) }, price)).toBe(mayBe);
});
