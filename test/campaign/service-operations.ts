import assert from 'node:assert/strict';
import { FAULT_KINDS, type FaultKind } from '../../src/contract/fault-kinds.ts';
import type { Random } from '../../src/service/seed/random.ts';
import type { ModelAnswer, ModelService } from './model-service.ts';
import {
  advance,
  countWrongCode,
  createPayment,
  endDispute,
  endWithdrawal,
  isOpen,
  movePayment,
  openCodes,
  openDispute,
  withdraw,
  withdrawalRefusal,
  type Behaviour,
  type Model,
  type ModelAccount,
  type ModelPayment,
  type ModelWithdrawal,
} from './service-model.ts';

/** An operation of a client. */
export interface Operation {
  readonly name: string;
  readonly send: () => Promise<ModelAnswer>;
  /** The expected refusal code without simultaneous requests; undefined: it succeeds. */
  readonly refusal: () => string | undefined;
  /** The effect on the model. */
  readonly succeed: (answer: ModelAnswer) => void;
  /** The effect of a refusal on the model. */
  readonly refused?: (code: string) => void;
  /** How it is found in the lists when its answer was lost; without this, it gets no faults. */
  readonly trace?: { readonly account: ModelAccount; readonly list: 'payment' | 'withdraw'; readonly tag: string };
}

export interface Situation {
  readonly model: Model;
  readonly service: ModelService;
  readonly random: Random;
  /** The last snapshot, the model at that time, and how far the service's clock was ahead. */
  saved?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly model: Model; readonly aheadMs: number };
  /** A unique tag per request. */
  readonly nextTag: () => string;
}

export const REASONS = ['AC03', 'BE01', 'ED05'] as const;
const HOUR_MS = 3_600_000;

/** Faults that process the request before they spoil the answer. */
export const DOING_FAULTS: readonly string[] = ['reset-after', 'truncate', 'malformed', 'hang'];
/** The other one would require real time to pass. */
const FAULTS = FAULT_KINDS.filter((kind): kind is Exclude<FaultKind, 'latency'> => kind !== 'latency');

export function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[random.whole(0, items.length - 1)];
}

function someAccount({ model, random }: Situation): ModelAccount {
  const account = oneOf(random, model.accounts);
  assert.ok(account);
  return account;
}

export function withdrawal(situation: Situation, account = someAccount(situation), isAlone = true): Operation {
  const { model, service, random, nextTag } = situation;
  const open = openCodes(account, model.now);
  const meant = isAlone ? oneOf(random, open) : undefined;
  const isWrong = isAlone && random.fraction() < 0.25;
  const amount =
    random.fraction() < 0.6 && meant !== undefined
      ? meant.amount
      : random.pick([499, 500, random.whole(500, 30_000), random.whole(500, 30_000), random.whole(500, 400_000)]);
  const coverFee = meant === undefined || random.fraction() < 0.1 ? random.fraction() < 0.5 : meant.coverFee;
  const code = isWrong ? String(random.whole(0, 999_999)).padStart(6, '0') : meant?.code;
  const order = { amount, coverFee, code };
  const tag = nextTag();
  return {
    name: `withdraw ${amount} from ${account.id} (coverFee ${coverFee}, code ${code ?? 'none'})`,
    trace: { account, list: 'withdraw', tag },
    send: () =>
      service.api('POST', '/api/v1/withdraw/create', account.key, {
        amount: amount / 100,
        coverFee,
        description: tag,
        pixKey: 'ana@exemplo.example',
        pixKeyType: 'EMAIL',
        ...(code !== undefined && { verificationCode: code }),
      }),
    refusal: () => withdrawalRefusal(model, account, order),
    succeed({ data }) {
      const { value, status } = withdraw(model, account, data.id, order);
      assert.deepEqual([data.value, data.status ?? status], [value, status]);
    },
    refused(refusal) {
      if (refusal === 'verification_invalid') countWrongCode(model, account);
    },
  };
}

export function payment(situation: Situation): Operation {
  const { model, service, random, nextTag } = situation;
  const account = someAccount(situation);
  const { feeCentavos } = account.behaviour;
  const [value, coverFee] = [random.pick([99, 100, random.whole(100, 60_000)]), random.fraction() < 0.3];
  const tag = nextTag();
  const total = coverFee ? value + feeCentavos : value;
  return {
    name: `payment of ${value} to ${account.id}`,
    trace: { account, list: 'payment', tag },
    send: () =>
      service.api('POST', '/api/v1/payment/create', account.key, { value: value / 100, coverFee, description: tag }),
    refusal: () => {
      if (value < 100 || total - feeCentavos <= 0) return 'below_minimum';
      return account.behaviour.blocked ? 'account_blocked' : undefined;
    },
    succeed({ data }) {
      assert.deepEqual([data.value, data.fee, data.status ?? 'PENDING'], [total, feeCentavos, 'PENDING']);
      createPayment(model, account, data.id, total);
    },
  };
}

export function lookUp({ service }: Situation, target: ModelPayment): Operation {
  return {
    name: `look up ${target.id}`,
    send: () => service.api('GET', `/api/v1/payment/get/${target.id}`, target.account.key),
    refusal: () => undefined,
    succeed({ data, statusUpdated }) {
      const isNew = target.status === 'PENDING';
      if (isNew) movePayment(target, 'ACTIVE');
      assert.deepEqual([data.status, statusUpdated], [target.status, isNew]);
      assert.equal(data.qrCode === null, !isOpen(target));
    },
  };
}

export function lookUpWithdrawal({ service }: Situation, target: ModelWithdrawal): Operation {
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    name: `look up ${target.id}`,
    send: () => service.api('GET', `/api/v1/withdraw/get/${target.id}`, target.account.key),
    refusal: () => undefined,
    succeed({ data }) {
      const { status, completedAt, failedAt } = target;
      assert.deepEqual([data.status, data.completedAt, data.failedAt], [status, time(completedAt), time(failedAt)]);
    },
  };
}

const PAYMENT_CONTROLS = { activate: 'ACTIVE', pay: 'COMPLETED', expire: 'FAILED' } as const;

export function paymentControl(
  { service }: Situation,
  target: ModelPayment,
  control: keyof typeof PAYMENT_CONTROLS,
): Operation {
  const to = PAYMENT_CONTROLS[control];
  return {
    name: `${control} ${target.id}`,
    send: () => service.control('POST', `/mock/payment/${control}`, { id: target.id }),
    refusal: () =>
      (to === 'ACTIVE' ? target.status === 'PENDING' : isOpen(target)) ? undefined : 'invalid_transition',
    succeed: () => movePayment(target, to),
  };
}

export function withdrawalControl({ service, model }: Situation, target: ModelWithdrawal, outcome: string): Operation {
  const isSettled = outcome === 'COMPLETED';
  const path = isSettled ? '/mock/withdraw/settle' : '/mock/withdraw/fail';
  return {
    name: `end ${target.id} as ${outcome}`,
    send: () => service.control('POST', path, { id: target.id, ...(!isSettled && { reason: outcome }) }),
    refusal: () => (target.status === 'PENDING' ? undefined : 'invalid_transition'),
    succeed: () => endWithdrawal(target, outcome, model.now),
  };
}

export function disputeOpening({ service }: Situation, target: ModelPayment, isControl: boolean): Operation {
  const body = { paymentId: target.id };
  return {
    name: `dispute ${target.id}`,
    send: () =>
      isControl
        ? service.control('POST', '/mock/dispute/open', body)
        : service.api('POST', '/api/v1/admin/dispute/create', service.keyOf('admin'), body),
    refusal: () => (target.status === 'COMPLETED' && target.dispute === undefined ? undefined : 'invalid_transition'),
    succeed({ data }) {
      assert.equal(data.amount, target.value);
      openDispute(target, data.id);
    },
  };
}

export function disputeEnd(situation: Situation, target: ModelPayment, outcome: 'ACCEPTED' | 'REFUSED'): Operation {
  const { service, random } = situation;
  const verb = outcome === 'ACCEPTED' ? 'accept' : 'refuse';
  const id = target.dispute?.id;
  const isControl = random.fraction() < 0.5 || id === undefined;
  return {
    name: `${verb} the dispute of ${target.id}`,
    send: () =>
      isControl
        ? service.control('POST', `/mock/dispute/${verb}`, { paymentId: target.id })
        : service.api('POST', `/api/v1/admin/dispute/${verb}/${id}`, service.keyOf('admin')),
    refusal: () => {
      if (target.dispute === undefined) return 'not_found';
      return target.dispute.status === 'OPEN' ? undefined : 'invalid_transition';
    },
    succeed: () => endDispute(target, outcome),
  };
}

export function deposit(situation: Situation): Operation {
  const { model, service, random } = situation;
  const account = someAccount(situation);
  const amountCentavos = random.whole(50, 300_000);
  return {
    name: `deposit ${amountCentavos} to ${account.id}`,
    send: () => service.control('POST', '/mock/deposit', { account: account.id, amountCentavos }),
    refusal: () => {
      if (amountCentavos < 100 || amountCentavos <= account.behaviour.feeCentavos) return 'below_minimum';
      return account.behaviour.blocked ? 'account_blocked' : undefined;
    },
    succeed({ data }) {
      movePayment(createPayment(model, account, data.id, amountCentavos), 'COMPLETED');
    },
  };
}

export function behaviourChange(situation: Situation): Operation {
  const { service, random } = situation;
  const account = someAccount(situation);
  const changes: Partial<Behaviour> = random.pick([
    { instant: random.fraction() < 0.4 },
    {
      instant: false,
      settleAfterMs: random.pick([null, 0, 60_000, 5 * HOUR_MS]),
      settleAs: random.pick(['COMPLETED', 'AC03']),
    },
    { transferSecurity: random.fraction() < 0.5 },
    { oneAtATime: random.fraction() < 0.4 },
    { blocked: random.fraction() < 0.3 },
    { blocked: false },
    { dailyLimitCentavos: random.pick([0, 50_000, 10_000_000]) },
    { monthlyLimitCentavos: random.pick([80_000, 100_000_000]) },
    { perTransactionLimitCentavos: random.pick([20_000, 2_000_000]) },
    { feeCentavos: random.pick([0, 50, 137, 700]) },
  ]);
  return {
    name: `set ${account.id} to ${JSON.stringify(changes)}`,
    send: () => service.control('POST', '/mock/account', { account: account.id, ...changes }),
    refusal: () => undefined,
    succeed: () => Object.assign(account.behaviour, changes),
  };
}

export function codeRequest(situation: Situation): Operation {
  const { model, service, random } = situation;
  const account = model.accounts.find(({ behaviour }) => behaviour.transferSecurity) ?? someAccount(situation);
  const [amount, coverFee] = [random.whole(400, 20_000), random.fraction() < 0.5];
  const { feeCentavos, blocked } = account.behaviour;
  return {
    name: `request a code of ${account.id} for ${amount}`,
    async send() {
      const path = '/api/v1/user/security/request-transfer-code';
      const answer = await service.api('POST', path, account.key, { amount: amount / 100, coverFee });
      if (answer.status !== 200) return answer;
      const { data } = await service.control('GET', '/mock/inbox');
      return { ...answer, data: data.messages[0] };
    },
    refusal: () => {
      if (amount < 500 || (!coverFee && amount <= feeCentavos)) return 'below_minimum';
      return blocked ? 'account_blocked' : undefined;
    },
    succeed({ data }) {
      assert.deepEqual([data.account, data.amount, data.used], [account.id, amount, false]);
      const expiresAt = model.now + 600_000;
      assert.equal(data.expiresAt, new Date(expiresAt).toISOString());
      const replaced = account.codes.filter((code) => code.amount === amount && code.coverFee === coverFee);
      for (const code of replaced) code.wrong = 3;
      account.codes.push({ code: data.code, amount, coverFee, expiresAt, wrong: 0, isUsed: false });
    },
  };
}

export function clockMove({ model, service, random }: Situation): Operation {
  const durationMs = random.pick([
    random.whole(1, 1_000),
    60_000,
    600_000,
    random.whole(1, 30) * HOUR_MS,
    24 * HOUR_MS,
    32 * 24 * HOUR_MS,
  ]);
  const isControl = random.fraction() < 0.5;
  return {
    name: `${isControl ? 'advance' : 'wait'} ${durationMs} ms`,
    send() {
      if (isControl) return service.control('POST', '/mock/clock/advance', { durationMs });
      service.clock.advance(durationMs);
      return service.control('GET', '/mock/account');
    },
    refusal: () => undefined,
    succeed: () => advance(model, durationMs),
  };
}

export function faultPlan({ service, random }: Situation): Operation {
  const plan = {
    on: random.pick(['POST /api/v1/withdraw/create', 'POST /api/v1/payment/create']),
    fault: oneOf(random, FAULTS),
    times: 1,
    after: random.whole(0, 2),
  };
  return {
    name: `fault ${JSON.stringify(plan)}`,
    send: () => service.control('POST', '/mock/faults', plan),
    refusal: () => undefined,
    succeed: () => undefined,
  };
}
