import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import { centavos } from '../../src/pix/centavos.ts';
import type { Routes } from '../../src/service/http/environment.ts';
import { faultControls } from '../../src/service/http/controls.ts';
import { LocalFaultPlans } from '../../src/service/http/fault-plans.ts';
import { addControls } from '../../src/service/http/control-routes.ts';
import { OriginGuard } from '../../src/service/http/origin-guard.ts';
import { LocalRequestLog } from '../../src/service/http/request-log.ts';
import { stateControls, outsideControls, webhookControls, type WholeState } from '../../src/service/http/controls.ts';
import type { Outside } from '../../src/service/outside.ts';
import { Webhooks, type WebhookParts } from '../../src/service/webhooks/webhooks.ts';
import { Refusal } from '../../src/service/wallet/refusal.ts';
import { NOON_IN_SAO_PAULO } from '../support/service.ts';

const NOON = new Date(NOON_IN_SAO_PAULO).toISOString();

const PAYMENT = { id: 'a-1', status: 'COMPLETED', value: centavos(1050) } as const;
const WITHDRAWAL = { ...PAYMENT, status: 'FAILED', failureReason: 'AC03: gone' } as const;
const DISPUTE = { id: 'd-1', paymentId: 'a-1', amount: centavos(1000), status: 'OPEN' } as const;
const BEHAVIOUR: Awaited<ReturnType<Outside['accountBehaviour']>> = {
  id: 'demo',
  name: 'Padaria Aurora',
  instant: true,
  settleAfterMs: null,
  settleAs: 'COMPLETED',
  transferSecurity: false,
  oneAtATime: false,
  blocked: false,
  dailyLimitCentavos: centavos(1),
  monthlyLimitCentavos: centavos(2),
  perTransactionLimitCentavos: centavos(3),
  feeCentavos: centavos(50),
  availableCentavos: centavos(4),
  inTransitCentavos: centavos(5),
  blockedCentavos: centavos(6),
  cache: true,
  clockAheadMs: 0,
};

/** Only the controls, over a fake outside that records its calls. */
function controlsOnly(changes: Partial<Outside & WholeState> = {}) {
  const calls: unknown[][] = [];
  const forget = vi.fn();
  const recorded =
    <Answer>(name: string, answer: Answer) =>
    (...words: unknown[]) => {
      calls.push([name, ...words]);
      return Promise.resolve(answer);
    };
  const outside: Outside & WholeState = {
    movePayment: recorded('movePayment', PAYMENT),
    moveWithdrawal: recorded('moveWithdrawal', WITHDRAWAL),
    deposit: recorded('deposit', PAYMENT),
    moveDispute: recorded('moveDispute', DISPUTE),
    openAccount: recorded('openAccount', { id: 'a-1', key: 'pk_1', availableCentavos: centavos(4) }),
    accountBehaviour: recorded('accountBehaviour', BEHAVIOUR),
    accounts: recorded('accounts', { items: [BEHAVIOUR], total: 1 }),
    entry: () => Promise.reject(new Refusal('not_found', 'There is no such payment or withdrawal')),
    changeAccount: recorded('changeAccount', BEHAVIOUR),
    inbox: recorded('inbox', [
      {
        at: NOON,
        account: 'demo',
        email: 'a@b.example',
        code: '123456',
        amount: centavos(500),
        expiresAt: NOON,
        used: false,
      },
    ]),
    advance: recorded('advance', NOON_IN_SAO_PAULO),
    changes: recorded('changes', [
      { number: 7, kind: 'payment', id: 'a-1', account: 'demo', status: 'COMPLETED', at: NOON },
    ]),
    verify: recorded('verify', [
      { name: 'every transfer balances', holds: true, violations: [] },
      { name: 'the ledger sums to zero', holds: false, violations: ['it sums to 1'] },
    ]),
    world: recorded('world', { version: 1 as const, accounts: [{ id: 'demo', name: 'Padaria' }] }),
    snapshot: recorded('snapshot', new Uint8Array([0, 255, 10])),
    async restore(snapshot) {
      const pieces: Uint8Array[] = [];
      for await (const piece of snapshot) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      return recorded('restore', bytes.byteLength)(bytes);
    },
    reset: recorded('reset', 42),
    ...changes,
  };
  const routes: Routes = new Hono();
  const guard = new OriginGuard({ boundHost: undefined, isExposed: false });
  const rows = [...outsideControls(outside), ...stateControls(outside, forget)];
  addControls(routes, rows, { guard, token: undefined });
  return {
    rows,
    outside,
    calls,
    forget,
    useControl: async (method: string, path: string, body?: unknown) =>
      routes.request(`http://127.0.0.1${path}`, { method, ...(body !== undefined && sentAs(body)) }),
  };
}

function sentAs(body: unknown): RequestInit {
  return body instanceof Uint8Array
    ? { body: Buffer.from(body), headers: { 'Content-Type': 'application/octet-stream' } }
    : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

describe('the controls of the service', () => {
  it('are all those of the contract', () => {
    const rows = [
      ...controlsOnly().rows,
      ...faultControls(new LocalFaultPlans(1), new LocalRequestLog(), controlsOnly().outside),
      ...webhookControls(new Webhooks({} as WebhookParts), controlsOnly().outside),
    ];
    const served = rows.map(({ control }) => control);
    expect(new Set(served)).toEqual(new Set(Object.values(controls)));
    expect(served).toHaveLength(Object.keys(controls).length);
  });

  it.each([
    ['openAccount', {}, ['openAccount', 500_000]],
    ['activatePayment', { id: 'a-1' }, ['movePayment', 'a-1', 'ACTIVE']],
    ['payPayment', { id: 'a-1' }, ['movePayment', 'a-1', 'COMPLETED']],
    ['expirePayment', { id: 'a-1' }, ['movePayment', 'a-1', 'FAILED']],
    ['settleWithdrawal', { id: 'a-1' }, ['moveWithdrawal', 'a-1', 'COMPLETED']],
    ['failWithdrawal', { id: 'a-1' }, ['moveWithdrawal', 'a-1', 'AC03']],
    ['failWithdrawal', { id: 'a-1', reason: 'ED05' }, ['moveWithdrawal', 'a-1', 'ED05']],
    ['deposit', { amountCentavos: 1 }, ['deposit', 'demo', 1]],
    ['openDispute', { paymentId: 'a-1' }, ['moveDispute', 'a-1', 'OPEN']],
    ['acceptDispute', { paymentId: 'a-1' }, ['moveDispute', 'a-1', 'ACCEPTED']],
    ['refuseDispute', { paymentId: 'a-1' }, ['moveDispute', 'a-1', 'REFUSED']],
    ['showAccount', undefined, ['accountBehaviour', 'demo']],
    ['listAccounts', undefined, ['accounts', { limit: 50, offset: 0 }]],
    ['setAccount', { account: 'other', instant: false }, ['changeAccount', 'other', { instant: false }]],
    ['inbox', undefined, ['inbox']],
    ['advanceClock', { durationMs: 90_000 }, ['advance', 90_000, undefined]],
    ['advanceClock', { account: 'other', durationMs: 5 }, ['advance', 5, 'other']],
    ['listChanges', undefined, ['changes', 0, undefined]],
    ['verify', undefined, ['verify']],
    ['reset', undefined, ['reset']],
  ] as const)('%s %j triggers the event, and answers as the contract says', async (name, body, call) => {
    const { method, path, data } = controls[name];
    const { useControl, calls } = controlsOnly();
    const answer = await useControl(method, path, body);
    const json = JSON.parse(await answer.text());
    expect(answer.status).toBe(200);
    expect(json.success).toBe(true);
    expect(data.safeParse(json.data).error).toBeUndefined();
    expect(calls).toEqual([call]);
  });

  it('report whether all invariants hold', async () => {
    const answer = await controlsOnly().useControl('GET', '/mock/verify');
    expect(await answer.json()).toMatchObject({
      data: { holds: false, invariants: [{ holds: true }, { holds: false }] },
    });
  });

  it('send and receive the state as bytes, and clear all caches of the old state', async () => {
    const { useControl, calls, forget } = controlsOnly();
    const snapshot = await useControl('GET', '/mock/snapshot');
    expect(snapshot.headers.get('Content-Type')).toBe('application/octet-stream');
    const bytes = new Uint8Array(await snapshot.arrayBuffer());
    expect(bytes).toEqual(new Uint8Array([0, 255, 10]));
    expect(forget).not.toHaveBeenCalled();

    const restored = await useControl('POST', '/mock/restore', bytes);
    expect(await restored.json()).toEqual({ success: true, data: { bytes: 3 } });
    expect(new Uint8Array(calls.at(-1)?.[1] as Uint8Array)).toEqual(bytes);
    expect(forget).toHaveBeenCalledOnce();
    expect((await useControl('POST', '/mock/restore', { not: 'bytes' })).status).toBe(415);
    expect(forget).toHaveBeenCalledOnce();
  });

  it('pass refusals on, and then clear nothing', async () => {
    const notFound = () => Promise.reject(new Refusal('not_found', 'There is no such payment'));
    const invalid = () => Promise.reject(new Refusal('validation_failed', 'It is no snapshot'));
    const { useControl, forget } = controlsOnly({ movePayment: notFound, restore: invalid });
    const pay = await useControl('POST', '/mock/payment/pay', { id: 'nothing' });
    expect([pay.status, await pay.json()]).toMatchObject([404, { success: false, code: 'not_found' }]);
    expect((await useControl('POST', '/mock/restore', new Uint8Array([1]))).status).toBe(400);
    expect(forget).not.toHaveBeenCalled();
  });

  it.each([
    ['/mock/deposit', { amountCentavos: 0 }, 'amountCentavos'],
    ['/mock/clock/advance', { durationMs: -1 }, 'durationMs'],
    ['/mock/withdraw/fail', { id: 'a-1', reason: 'XX99' }, 'reason'],
    ['/mock/account', { fee: 1 }, 'fee'],
    ['/mock/payment/pay', {}, 'id'],
  ])('POST %s with %j is refused, naming the field', async (path, body, field) => {
    const { useControl, calls } = controlsOnly();
    const answer = await useControl('POST', path, body);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', details: [{ path: field }] });
    expect(calls).toEqual([]);
  });
});
