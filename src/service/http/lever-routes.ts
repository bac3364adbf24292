import { levers } from '../../contract/lever.ts';
import { centavos } from '../../pix/centavos.ts';
import { INVARIANTS } from '../ledger/invariants.ts';
import type { FaultPlans } from './fault-plans.ts';
import { lever, type LeverRoute } from './lever.ts';
import { bodyPieces } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import { bodyOf, nothing, queryOf, type RouteRequest } from './route.ts';
import type { MovedPayment, MovedWithdrawal, WholeState, World } from './world.ts';

const SNAPSHOT_TYPE = 'application/octet-stream';
/** Some hundred million transactions. It goes to the disk as it comes in. */
const SNAPSHOT_BYTES_MAXIMUM = 64 * 1024 ** 3;

/** The controls of the door: what spoils requests, and what came through. */
export function faultLevers(plans: FaultPlans, log: RequestLog): readonly LeverRoute[] {
  return [
    lever(levers.addFault, bodyOf(levers.addFault.body), (plan) => plans.add(plan)),
    lever(levers.listFaults, nothing, () => ({ faults: [...plans.list()] })),
    lever(levers.clearFaults, nothing, () => ({ faults: [...plans.clear()] })),
    lever(levers.listRequests, queryOf(levers.listRequests.query), ({ after }) => ({
      requests: log.after(after).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    })),
  ];
}

export function worldLevers(world: World): readonly LeverRoute[] {
  const { activatePayment, payPayment, expirePayment, settleWithdrawal, failWithdrawal } = levers;
  const { openDispute, acceptDispute, refuseDispute, showAccount, setAccount } = levers;

  return [
    lever(activatePayment, bodyOf(activatePayment.body), async ({ id }) =>
      movedPayment(await world.movePayment(id, 'ACTIVE')),
    ),
    lever(payPayment, bodyOf(payPayment.body), async ({ id }) =>
      movedPayment(await world.movePayment(id, 'COMPLETED')),
    ),
    lever(expirePayment, bodyOf(expirePayment.body), async ({ id }) =>
      movedPayment(await world.movePayment(id, 'FAILED')),
    ),
    lever(settleWithdrawal, bodyOf(settleWithdrawal.body), async ({ id }) =>
      movedWithdrawal(await world.moveWithdrawal(id, 'COMPLETED')),
    ),
    lever(failWithdrawal, bodyOf(failWithdrawal.body), async ({ id, reason }) =>
      movedWithdrawal(await world.moveWithdrawal(id, reason)),
    ),
    lever(levers.deposit, bodyOf(levers.deposit.body), async ({ account, amountCentavos }) =>
      movedPayment(await world.deposit(account, centavos(amountCentavos))),
    ),
    lever(openDispute, bodyOf(openDispute.body), ({ paymentId }) => world.moveDispute(paymentId, 'OPEN')),
    lever(acceptDispute, bodyOf(acceptDispute.body), ({ paymentId }) => world.moveDispute(paymentId, 'ACCEPTED')),
    lever(refuseDispute, bodyOf(refuseDispute.body), ({ paymentId }) => world.moveDispute(paymentId, 'REFUSED')),
    lever(showAccount, queryOf(showAccount.query), ({ account }) => world.accountBehaviour(account)),
    lever(setAccount, bodyOf(setAccount.body), ({ account, ...changes }) => world.changeAccount(account, changes)),
    lever(levers.inbox, nothing, async () => ({ messages: [...(await world.inbox())] })),
    lever(levers.advanceClock, bodyOf(levers.advanceClock.body), async ({ durationMs }) => ({
      now: new Date(await world.advance(durationMs)).toISOString(),
    })),
    lever(levers.verify, nothing, async () => {
      const invariants = [...(await world.verify())];
      const isDamaged = invariants.some(({ name, holds }) => name === INVARIANTS.storageIntact && !holds);
      return { holds: invariants.every(({ holds }) => holds), isDamaged, invariants };
    }),
  ];
}

/** @param forget called when the whole state has become another one */
export function stateLevers(state: WholeState, forget: () => void): readonly LeverRoute[] {
  return [
    { lever: levers.snapshot, pull: async () => snapshotResponse(await state.snapshot()) },
    lever(levers.restore, snapshotOf, async (snapshot) => {
      const bytes = await state.restore(snapshot);
      forget();
      return { bytes };
    }),
    lever(levers.reset, nothing, async () => {
      const seed = await state.reset();
      forget();
      return { seed };
    }),
  ];
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
