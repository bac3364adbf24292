import { isOpen } from './service-model.ts';
import {
  behaviourChange,
  clockMove,
  codeRequest,
  deposit,
  disputeEnd,
  disputeOpening,
  faultPlan,
  lookUp,
  lookUpWithdrawal,
  oneOf,
  payment,
  paymentControl,
  REASONS,
  withdrawal,
  withdrawalControl,
  type Operation,
  type Situation,
} from './service-operations.ts';
import { restore, snapshot } from './whole-state-operations.ts';

/** Rare, because each takes some dozen times as long as other operations. */
const WHOLE_STATE_SHARE = 0.005;

/** One operation of any kind, without simultaneous requests. */
export function anyOperation(situation: Situation): Operation {
  const { model, random, saved } = situation;
  const share = random.fraction();
  if (share < WHOLE_STATE_SHARE) return snapshot(situation);
  if (share < 2 * WHOLE_STATE_SHARE && saved !== undefined) return restore(situation, saved);
  const [paid, sent] = [oneOf(random, model.payments.slice(-12)), oneOf(random, model.withdrawals.slice(-12))];
  const makers: (() => Operation)[] = [
    () => withdrawal(situation),
    () => withdrawal(situation),
    () => payment(situation),
    () => deposit(situation),
    () => behaviourChange(situation),
    () => behaviourChange(situation),
    () => codeRequest(situation),
    () => clockMove(situation),
    () => faultPlan(situation),
    ...(paid === undefined
      ? []
      : [
          () => lookUp(situation, paid),
          () => paymentControl(situation, paid, random.pick(['activate', 'pay', 'expire'])),
          () => disputeOpening(situation, paid, random.fraction() < 0.5),
          () => disputeEnd(situation, paid, random.pick(['ACCEPTED', 'REFUSED'])),
        ]),
    ...(sent === undefined
      ? []
      : [
          () => lookUpWithdrawal(situation, sent),
          () => withdrawalControl(situation, sent, random.pick(['COMPLETED', ...REASONS])),
        ]),
  ];
  return (oneOf(random, makers) ?? (() => deposit(situation)))();
}

/** Many simultaneous operations on different things, except competing ones with the same goal. */
export function crowd(situation: Situation, size: number): Operation[] {
  const { model, random } = situation;
  const operations: Operation[] = [];
  const payments = model.payments.filter(isOpen).slice(-size);
  const paid = model.payments.filter(({ status }) => status === 'COMPLETED').slice(-size);
  const pending = model.withdrawals.filter(({ status }) => status === 'PENDING').slice(-size);
  while (operations.length < size) {
    const kind = random.whole(0, 9);
    const [open, disputable, sent] = [payments.pop(), paid.pop(), pending.pop()];
    if (kind < 5) operations.push(withdrawal(situation, undefined, false));
    else if (kind === 5) operations.push(payment(situation));
    else if (kind === 6) operations.push(deposit(situation));
    else if (kind === 7 && open !== undefined) {
      operations.push(
        paymentControl(situation, open, 'pay'),
        paymentControl(situation, open, random.pick(['pay', 'expire'])),
      );
    } else if (kind === 8 && disputable !== undefined) {
      if (disputable.dispute === undefined) {
        operations.push(disputeOpening(situation, disputable, true), disputeOpening(situation, disputable, false));
      } else
        operations.push(disputeEnd(situation, disputable, 'ACCEPTED'), disputeEnd(situation, disputable, 'REFUSED'));
    } else if (kind === 9 && sent !== undefined) {
      operations.push(
        withdrawalControl(situation, sent, 'COMPLETED'),
        withdrawalControl(situation, sent, random.pick(REASONS)),
      );
    }
  }
  return operations;
}
