import type * as z from 'zod';
import { controls } from '../../contract/control.ts';
import { centavos } from '../../pix/centavos.ts';
import { INVARIANTS } from '../ledger/invariants.ts';
import type { EntryHistory } from '../wallet/wallet-store.ts';
import { disputeFields } from './administration-answers.ts';
import { isoTime, lookedUpPayment, lookedUpWithdrawal, paginationOf } from './answers.ts';
import { control, type ControlRoute } from './control.ts';
import { bodyPieces } from './request-body.ts';
import { bodyOf, nothing, queryOf, type RouteRequest } from './route.ts';
import type { FaultPlans, LoggedRequest, RequestLog } from './shared-state.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { MovedPayment, MovedWithdrawal, WholeState, Outside } from './outside.ts';

const SNAPSHOT_TYPE = 'application/octet-stream';
/** Enough for some hundred million payments. The body is written to the disk as it arrives. */
const SNAPSHOT_BYTES_MAXIMUM = 64 * 1024 ** 3;

/** Controls that inject faults and list requests. */
export function faultControls(
  plans: FaultPlans,
  log: RequestLog,
  outside: Pick<Outside, 'accountBehaviour'>,
): readonly ControlRoute[] {
  return [
    control(controls.addFault, bodyOf(controls.addFault.body), async (plan) => {
      if (plan.account !== undefined) await outside.accountBehaviour(plan.account);
      return plans.add(plan);
    }),
    control(controls.listFaults, nothing, async () => ({ faults: [...(await plans.list())] })),
    control(controls.clearFaults, nothing, async () => ({ faults: [...(await plans.clear())] })),
    control(controls.clearFaultsOf, bodyOf(controls.clearFaultsOf.body), async ({ account }) => ({
      faults: [...(await plans.clear(account))],
    })),
    control(controls.listRequests, queryOf(controls.listRequests.query), async ({ after, ...selection }) => ({
      requests: selected(await log.after(after), selection).map(({ at, ...entry }) => ({ ...entry, at: isoTime(at) })),
    })),
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

export function outsideControls(outside: Outside): readonly ControlRoute[] {
  const { activatePayment, payPayment, expirePayment, settleWithdrawal, failWithdrawal } = controls;
  const { openDispute, acceptDispute, refuseDispute, showAccount, setAccount, listAccounts, showEntry } = controls;

  return [
    control(activatePayment, bodyOf(activatePayment.body), async ({ id }) =>
      movedPayment(await outside.movePayment(id, 'ACTIVE')),
    ),
    control(payPayment, bodyOf(payPayment.body), async ({ id }) =>
      movedPayment(await outside.movePayment(id, 'COMPLETED')),
    ),
    control(expirePayment, bodyOf(expirePayment.body), async ({ id }) =>
      movedPayment(await outside.movePayment(id, 'FAILED')),
    ),
    control(settleWithdrawal, bodyOf(settleWithdrawal.body), async ({ id }) =>
      movedWithdrawal(await outside.moveWithdrawal(id, 'COMPLETED')),
    ),
    control(failWithdrawal, bodyOf(failWithdrawal.body), async ({ id, reason }) =>
      movedWithdrawal(await outside.moveWithdrawal(id, reason)),
    ),
    control(controls.deposit, bodyOf(controls.deposit.body), async ({ account, amountCentavos }) =>
      movedPayment(await outside.deposit(account, centavos(amountCentavos))),
    ),
    control(openDispute, bodyOf(openDispute.body), ({ paymentId }) => outside.moveDispute(paymentId, 'OPEN')),
    control(acceptDispute, bodyOf(acceptDispute.body), ({ paymentId }) => outside.moveDispute(paymentId, 'ACCEPTED')),
    control(refuseDispute, bodyOf(refuseDispute.body), ({ paymentId }) => outside.moveDispute(paymentId, 'REFUSED')),
    control(controls.openAccount, bodyOf(controls.openAccount.body), ({ balanceCentavos }) =>
      outside.openAccount(centavos(balanceCentavos)),
    ),
    control(showAccount, queryOf(showAccount.query), ({ account }) => outside.accountBehaviour(account)),
    control(listAccounts, queryOf(listAccounts.query), async (page) => {
      const { items, total } = await outside.accounts(page);
      return { accounts: [...items], pagination: paginationOf(page, items.length, total) };
    }),
    control(showEntry, queryOf(showEntry.query), async ({ id }) => entryFields(await outside.entry(id))),
    control(setAccount, bodyOf(setAccount.body), ({ account, ...changes }) => outside.changeAccount(account, changes)),
    control(controls.inbox, nothing, async () => ({ messages: [...(await outside.inbox())] })),
    control(controls.advanceClock, bodyOf(controls.advanceClock.body), async ({ durationMs, account }) => ({
      now: new Date(await outside.advance(durationMs, account)).toISOString(),
    })),
    control(controls.listChanges, queryOf(controls.listChanges.query), async ({ after, id }) => ({
      changes: [...(await outside.changes(after, id))],
    })),
    control(controls.verify, nothing, async () => {
      const invariants = [...(await outside.verify())];
      const isDamaged = invariants.some(({ name, holds }) => name === INVARIANTS.storageIntact && !holds);
      return { holds: invariants.every(({ holds }) => holds), isDamaged, invariants };
    }),
  ];
}

/** Controls of webhooks. */
export function webhookControls(
  webhooks: Webhooks,
  outside: Pick<Outside, 'accountBehaviour'>,
): readonly ControlRoute[] {
  const { addWebhook, removeWebhook, listDeliveries, resendWebhook } = controls;
  return [
    control(addWebhook, bodyOf(addWebhook.body), async (registration) => {
      if (registration.account !== undefined) await outside.accountBehaviour(registration.account);
      const { id, url, account, secret } = webhooks.add(registration);
      return { id, url, account, secret };
    }),
    control(controls.listWebhooks, nothing, () => ({ webhooks: webhooks.list() })),
    control(removeWebhook, bodyOf(removeWebhook.body), ({ id }) => {
      const { url, account } = webhooks.remove(id);
      return { id, url, account };
    }),
    control(listDeliveries, queryOf(listDeliveries.query), ({ after, id }) => ({
      deliveries: webhooks.deliveries(after, id).map((delivery) => ({ ...delivery })),
    })),
    control(resendWebhook, bodyOf(resendWebhook.body), async ({ id }) => ({
      deliveries: (await webhooks.resend(id)).map((delivery) => ({ ...delivery })),
    })),
  ];
}

/** @param forget called when the whole state was replaced */
export function stateControls(state: WholeState, forget: () => Promise<void>): readonly ControlRoute[] {
  return [
    control(controls.exportWorld, nothing, () => state.world()),
    { control: controls.snapshot, answer: async () => snapshotResponse(await state.snapshot()) },
    control(controls.restore, snapshotOf, async (snapshot) => {
      const bytes = await state.restore(snapshot);
      await forget();
      return { bytes };
    }),
    control(controls.reset, nothing, async () => {
      const seed = await state.reset();
      await forget();
      return { seed };
    }),
  ];
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

function movedPayment({ id, status, valueCentavos: value }: MovedPayment) {
  return { id, status, value };
}

function movedWithdrawal({ id, status, valueCentavos: value, failureReason }: MovedWithdrawal) {
  return { id, status, value, failureReason };
}

function snapshotOf({ request }: RouteRequest): AsyncIterable<Uint8Array> {
  return bodyPieces(request, SNAPSHOT_TYPE, SNAPSHOT_BYTES_MAXIMUM);
}

function snapshotResponse(snapshot: Awaited<ReturnType<WholeState['snapshot']>>): Response {
  return new Response(snapshot, { headers: { 'Content-Type': SNAPSHOT_TYPE } });
}
