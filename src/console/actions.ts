import { controls } from '../contract/control.ts';
import { operations } from '../contract/operations.ts';
import { FAULT_KINDS } from '../contract/fault-kinds.ts';
import type { RefusalCode } from '../pix/refusal-codes.ts';
import type { Form } from './form.ts';
import { entryPath } from './pages/accounts.tsx';
import { Refused, type Source } from './source.ts';
import type { Catalogue } from './text/en.ts';

interface Next {
  /** By default the page that the form was on. */
  readonly path?: string;
  /** Follows the sentence that says what was done. */
  readonly detail?: string;
}

/** Carries a form out. */
type Action = (source: Source, form: Form) => Promise<Next | undefined>;

/** A browser sends a file within a form, which is read as a whole. */
const SNAPSHOT_BYTES_MAXIMUM = 64 * 1024 ** 2;

const byId =
  (
    control:
      | typeof controls.activatePayment
      | typeof controls.payPayment
      | typeof controls.expirePayment
      | typeof controls.settleWithdrawal
      | typeof controls.removeWebhook
      | typeof controls.resendWebhook,
  ): Action =>
  async (source, form) => {
    await source.use(control, { id: form.text('id') });
    return undefined;
  };

const byPayment =
  (control: typeof controls.openDispute | typeof controls.acceptDispute | typeof controls.refuseDispute): Action =>
  async (source, form) => {
    await source.use(control, { paymentId: form.text('id') });
    return undefined;
  };

/** Every form, by the name that its path and its notice have. */
export const ACTIONS: Readonly<Record<keyof Catalogue['done'], Action>> = {
  activate: byId(controls.activatePayment),
  pay: byId(controls.payPayment),
  expire: byId(controls.expirePayment),
  settle: byId(controls.settleWithdrawal),
  async fail(source, form) {
    // The control refuses any other word.
    const reason = form.text('reason') as RefusalCode;
    await source.use(controls.failWithdrawal, { id: form.text('id'), reason });
    return undefined;
  },
  disputeOpen: byPayment(controls.openDispute),
  disputeAccept: byPayment(controls.acceptDispute),
  disputeRefuse: byPayment(controls.refuseDispute),
  async deposit(source, form) {
    const account = form.text('account');
    const { id } = await source.use(controls.deposit, { account, amountCentavos: form.centavos('deposit-amount') });
    return { path: entryPath('payment', id) };
  },
  async charge(source, form) {
    const body = { value: form.reais('amount'), description: form.text('description') };
    const { data } = await source.operate(operations.createPayment, { account: form.text('account'), body });
    return { path: entryPath('payment', data.id) };
  },
  async withdraw(source, form) {
    const { key: pixKey, type: pixKeyType } = form.pixKey('pixKey');
    const verificationCode = form.optional('code');
    const body = {
      amount: form.reais('send-amount'),
      pixKey,
      pixKeyType,
      description: form.text('send-description'),
      ...(verificationCode !== undefined && { verificationCode }),
    };
    const { data } = await source.operate(operations.createWithdrawal, { account: form.text('account'), body });
    return { path: entryPath('withdrawal', data.id) };
  },
  async advance(source, form) {
    await source.use(controls.advanceClock, { durationMs: Number(form.text('durationMs')) });
    return undefined;
  },
  async faultAdd(source, form) {
    const [times, delay, account] = [form.optional('times'), form.optional('delay'), form.optional('account')];
    const fault = FAULT_KINDS.find((kind) => kind === form.text('fault'));
    if (fault === undefined) throw new Refused(400, 'not_found', form.text('fault'));
    await source.use(controls.addFault, {
      on: form.text('on'),
      fault,
      ...(times !== undefined && { times: Number(times) }),
      ...(delay !== undefined && { delayMs: Math.round(Number(delay) * 1000) }),
      ...(account !== undefined && { account }),
    });
    return undefined;
  },
  async faultClear(source) {
    await source.use(controls.clearFaults);
    return undefined;
  },
  async webhookAdd(source, form) {
    const [secret, account] = [form.optional('secret'), form.optional('account')];
    const given = { ...(secret !== undefined && { secret }), ...(account !== undefined && { account }) };
    return { detail: (await source.use(controls.addWebhook, { url: form.text('url'), ...given })).secret };
  },
  webhookRemove: byId(controls.removeWebhook),
  webhookResend: byId(controls.resendWebhook),
  async restore(source, form) {
    const snapshot = form.file('snapshot');
    if (snapshot.size > SNAPSHOT_BYTES_MAXIMUM) throw new Refused(413, 'snapshot_too_large', '');
    await source.restore(snapshot);
    return undefined;
  },
  async reset(source) {
    await source.use(controls.reset);
    return undefined;
  },
};
