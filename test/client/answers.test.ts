import type * as z from 'zod';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  fieldsOf,
  type Balance,
  type CreatedPayment,
  type CreatedWithdrawal,
  type Payment,
  type PaymentDetails,
  type PaymentStatistics,
  type RequestedTransferCode,
  type Withdrawal,
  type WithdrawalDetails,
  type WithdrawalStatistics,
} from '../../src/client/index.ts';
import type { operations } from '../../src/contract/operations.ts';
import type { received } from '../../src/contract/received.ts';
import { centavos } from '../../src/pix/centavos.ts';

type AnswerOf<Name extends keyof typeof operations> = z.output<
  ReturnType<typeof received<(typeof operations)[Name]['answer']>>
>['data'];

/** A type of the contract as the library publishes it: read-only, and with only the documented fields. */
type Published<Answer> = Answer extends string | number
  ? Answer
  : Answer extends object
    ? { readonly [Name in keyof Answer as string extends Name ? never : Name]: Published<Answer[Name]> }
    : Answer;

describe('the types of what a wallet answers', () => {
  it('are those that the contract reads', () => {
    expectTypeOf<Published<Balance>>().toEqualTypeOf<Published<AnswerOf<'getBalance'>>>();
    type Payments = AnswerOf<'listPayments'>;
    expectTypeOf<Published<Payment>>().toEqualTypeOf<Published<Payments['payments'][number]>>();
    expectTypeOf<Published<PaymentStatistics>>().toEqualTypeOf<Published<Payments['statistics']>>();
    expectTypeOf<Published<PaymentDetails>>().toEqualTypeOf<Published<AnswerOf<'getPayment'>>>();
    expectTypeOf<Published<CreatedPayment>>().toEqualTypeOf<Published<AnswerOf<'createPayment'>>>();
    type Withdrawals = AnswerOf<'listWithdrawals'>;
    expectTypeOf<Published<Withdrawal>>().toEqualTypeOf<Published<Withdrawals['withdraws'][number]>>();
    expectTypeOf<Published<WithdrawalStatistics>>().toEqualTypeOf<Published<Withdrawals['statistics']>>();
    expectTypeOf<Published<WithdrawalDetails>>().toEqualTypeOf<Published<AnswerOf<'getWithdrawal'>>>();
    expectTypeOf<Published<CreatedWithdrawal>>().toEqualTypeOf<Published<AnswerOf<'createWithdrawal'>>>();
    expectTypeOf<Published<RequestedTransferCode>>().toEqualTypeOf<Published<AnswerOf<'requestTransferCode'>>>();
  });

  it('name no field that is not documented: a misspelt one does not compile', () => {
    expectTypeOf<Balance['balance']>().not.toHaveProperty('totl');
    expectTypeOf<Payment>().not.toHaveProperty('payerNote');
    expectTypeOf<string>().not.toExtend<keyof Payment>();
  });
});

it('reads fields of an answer that the types do not name', () => {
  const answered = { id: 'p-1', value: centavos(1_00), netValue: null, fee: null, payerNote: 'for the cake' };
  const payment: Payment = answered;
  expect(fieldsOf(payment)).toEqual({ id: 'p-1', value: 100, netValue: null, fee: null, payerNote: 'for the cake' });
});
