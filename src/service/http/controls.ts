import { timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import { CONTROL_TOKEN_HEADER, controls, type Control } from '../../contract/control.ts';
import type { WorldFile } from '../../contract/world.ts';
import { centavos } from '../../pix/centavos.ts';
import { INVARIANTS } from '../ledger/ledger.ts';
import type { EntryHistory } from '../wallet/wallet-store.ts';
import { isoTime } from '../clock.ts';
import { lookedUpPayment, lookedUpWithdrawal, paginationOf, disputeFields } from './answers.ts';
import { bodyPieces, readInput, type InputOf, type RouteRequest } from './route.ts';
import type { LoggedRequest, SharedState } from './shared-state.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Outside } from '../outside.ts';
import { answerOrRefuse, jsonResponse, methodRefusal } from './http-refusal.ts';
import type { RequestContext, Routes } from './intake.ts';
import type { OriginGuard } from './origin-guard.ts';
import { digestOfKey } from '../wallet/account.ts';
import { Refusal } from '../wallet/refusal.ts';

/** A control of the contract and its implementation. */
interface ControlRoute {
  readonly control: Control;
  readonly answer: (request: RouteRequest) => Promise<Response>;
}

type DataControl = Control & { readonly data: z.ZodType };
type Answered<Row extends DataControl> = z.input<Row['data']> | Promise<z.input<Row['data']>>;

/** The type of `run` must match the contract's answer. */
function control<Row extends DataControl>(row: Row, run: (input: InputOf<Row>) => Answered<Row>): ControlRoute {
  return {
    control: row,
    async answer(request) {
      const input: InputOf<Row> = await readInput(row, request);
      return dataResponse<Row>(await run(input));
    },
  };
}

function dataResponse<Row extends DataControl>(data: z.input<Row['data']>): Response {
  return jsonResponse(JSON.stringify({ success: true, data }), 200, {});
}

const SNAPSHOT_TYPE = 'application/octet-stream';
/** Enough for some hundred million payments. The body is written to the disk as it arrives. */
const SNAPSHOT_BYTES_MAXIMUM = 64 * 1024 ** 3;

/** The complete stored state. */
export interface WholeState {
  world(): Promise<WorldFile>;
  /** Between two transactions. */
  snapshot(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
  /**
   * Replaces it.
   *
   * @returns the size of the snapshot in bytes
   * @throws {Refusal} `validation_failed` when it is no snapshot of this service, or the error of reading it
   */
  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number>;
  /** Resets to the first history, as if it were created today. @returns its seed */
  reset(): Promise<number>;
}

export interface ControlParts {
  readonly outside: Outside;
  readonly state: WholeState;
  readonly shared: SharedState;
  readonly webhooks: Webhooks;
}

function controlRoutes({ outside, state, shared, webhooks }: ControlParts): readonly ControlRoute[] {
  const { window, cache, plans, log } = shared;
  /** What refers to a state that was replaced. */
  const forget = async () => {
    await plans.clear();
    webhooks.clear();
    cache.clear?.();
    window.clear?.();
  };
  return [
    control(controls.addFault, async (plan) => {
      if (plan.account !== undefined) await outside.accountBehaviour(plan.account);
      return plans.add(plan);
    }),
    control(controls.listFaults, async () => ({ faults: [...(await plans.list())] })),
    control(controls.clearFaults, async () => ({ faults: [...(await plans.clear())] })),
    control(controls.clearFaultsOf, async ({ account }) => ({ faults: [...(await plans.clear(account))] })),
    control(controls.listRequests, async ({ after, ...selection }) => ({
      requests: selected(await log.after(after), selection).map(({ at, ...entry }) => ({ ...entry, at: isoTime(at) })),
    })),
    control(controls.activatePayment, ({ id }) => outside.movePayment(id, 'ACTIVE')),
    control(controls.payPayment, ({ id }) => outside.movePayment(id, 'COMPLETED')),
    control(controls.expirePayment, ({ id }) => outside.movePayment(id, 'FAILED')),
    control(controls.settleWithdrawal, ({ id }) => outside.moveWithdrawal(id, 'COMPLETED')),
    control(controls.failWithdrawal, ({ id, reason }) => outside.moveWithdrawal(id, reason)),
    control(controls.deposit, ({ account, amountCentavos }) => outside.deposit(account, centavos(amountCentavos))),
    control(controls.openDispute, ({ paymentId }) => outside.moveDispute(paymentId, 'OPEN')),
    control(controls.acceptDispute, ({ paymentId }) => outside.moveDispute(paymentId, 'ACCEPTED')),
    control(controls.refuseDispute, ({ paymentId }) => outside.moveDispute(paymentId, 'REFUSED')),
    control(controls.openAccount, ({ balanceCentavos }) => outside.openAccount(centavos(balanceCentavos))),
    control(controls.showAccount, ({ account }) => outside.accountBehaviour(account)),
    control(controls.listAccounts, async (page) => {
      const listed = await outside.accounts(page);
      return { accounts: listed.items, pagination: paginationOf(page, listed) };
    }),
    control(controls.showEntry, async ({ id }) => entryFields(await outside.entry(id))),
    control(controls.setAccount, ({ account, ...changes }) => outside.changeAccount(account, changes)),
    control(controls.inbox, async () => ({ messages: await outside.inbox() })),
    control(controls.advanceClock, async ({ durationMs, account }) => ({
      now: isoTime(await outside.advance(durationMs, account)),
    })),
    control(controls.listChanges, async ({ after, id }) => ({ changes: await outside.changes(after, id) })),
    control(controls.verify, async () => {
      const invariants = await outside.verify();
      const isDamaged = invariants.some(({ name, holds }) => name === INVARIANTS.storageIntact && !holds);
      return { holds: invariants.every(({ holds }) => holds), isDamaged, invariants };
    }),
    control(controls.addWebhook, async (registration) => {
      if (registration.account !== undefined) await outside.accountBehaviour(registration.account);
      return webhooks.add(registration);
    }),
    control(controls.listWebhooks, () => ({ webhooks: webhooks.list() })),
    control(controls.removeWebhook, ({ id }) => webhooks.remove(id)),
    control(controls.listDeliveries, ({ after, id }) => ({ deliveries: webhooks.deliveries(after, id) })),
    control(controls.resendWebhook, async ({ id }) => ({ deliveries: await webhooks.resend(id) })),
    control(controls.exportWorld, () => state.world()),
    {
      control: controls.snapshot,
      answer: async () => new Response(await state.snapshot(), { headers: { 'Content-Type': SNAPSHOT_TYPE } }),
    },
    {
      control: controls.restore,
      async answer({ request }) {
        const bytes = await state.restore(bodyPieces(request, SNAPSHOT_TYPE, SNAPSHOT_BYTES_MAXIMUM));
        await forget();
        return dataResponse<typeof controls.restore>({ bytes });
      },
    },
    control(controls.reset, async () => {
      const seed = await state.reset();
      await forget();
      return { seed };
    }),
  ];
}

type Selection = Omit<z.output<typeof controls.listRequests.query>, 'after'>;

function selected(entries: readonly LoggedRequest[], { before = Infinity, text = '', limit }: Selection) {
  const sought = text.toLowerCase();
  const isSought = (entry: LoggedRequest) =>
    entry.number < before &&
    (sought === '' || Object.values(entry).some((value) => String(value).toLowerCase().includes(sought)));
  const found = before === Infinity && sought === '' ? entries : entries.filter(isSought);
  return limit === undefined ? found : found.slice(Math.max(0, found.length - limit));
}

function entryFields({
  payment,
  withdrawal,
  dispute,
  transfers,
}: EntryHistory): z.input<typeof controls.showEntry.data> {
  return {
    account: (payment ?? withdrawal).accountId,
    payment: payment && {
      ...lookedUpPayment(payment),
      copyPaste: payment.brCode,
      expiresAt: isoTime(payment.expiresAt),
    },
    withdrawal: withdrawal && {
      ...lookedUpWithdrawal(withdrawal),
      description: withdrawal.description,
      settlesAt: withdrawal.dueSettlement && isoTime(withdrawal.dueSettlement.at),
      settlesAs: withdrawal.dueSettlement && withdrawal.dueSettlement.as,
    },
    dispute: dispute && disputeFields(dispute),
    ledger: transfers.map(({ at, ...transfer }) => ({ at: isoTime(at), ...transfer })),
  };
}

/**
 * Serves the controls: without an API key, outside the rate limit, and not to web pages of other origins.
 *
 * @param token without one, every caller that reaches the service may use them
 */
export function addControls(routes: Routes, parts: ControlParts, guard: OriginGuard, token: string | undefined) {
  const served = controlRoutes(parts);
  const admit = ({ req }: RequestContext, answer: () => Promise<Response>) =>
    answerOrRefuse(() => {
      guard.checkOrigin(req.raw.headers);
      if (token !== undefined) checkToken(req.raw.headers, token);
      return answer();
    });

  for (const { control, answer } of served) {
    routes.on(control.method, control.path, (context) =>
      admit(context, () => answer({ request: context.req.raw, query: context.req.query(), id: '' })),
    );
  }
  for (const path of new Set(served.map(({ control }) => control.path))) {
    const methods = served.filter(({ control }) => control.path === path).map(({ control }) => control.method);
    routes.all(path, (context) => admit(context, () => Promise.reject(methodRefusal(methods))));
  }
  routes.all('/mock/*', (context) =>
    admit(context, () => Promise.reject(new Refusal('not_found', 'There is no such control'))),
  );
}

/** @throws {Refusal} `unauthorized` */
function checkToken(headers: Headers, token: string): void {
  const shown = headers.get(CONTROL_TOKEN_HEADER);
  // Digests, so that texts of different lengths can be compared in constant time.
  if (shown !== null && timingSafeEqual(digestOfKey(shown), digestOfKey(token))) return;
  throw new Refusal(
    'unauthorized',
    `The controls of an exposed service want its token in the header ${CONTROL_TOKEN_HEADER}`,
  );
}
