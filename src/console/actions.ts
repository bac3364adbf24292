import { controls } from '../contract/control.ts';
import { operations } from '../contract/operations.ts';
import type { FaultKind } from '../contract/fault-kinds.ts';
import type { RefusalCode } from '../pix/refusal-codes.ts';
import { entryPath } from './pages/accounts.tsx';
import { Refused, type DataControl, type Source } from './source.ts';
import type { Catalogue } from './text/texts.ts';
import { formatReaisPlain, parseTypedAmount } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import { parsePixKey, type PixKey } from '../pix/pix-key.ts';
import type { RefusedForm } from './view.ts';

/** Where an action leads: by default back to its form. The detail follows the sentence that says what was done. */
export class Next {
  readonly path: string | undefined;
  readonly detail: string | undefined;

  constructor(path: string | undefined, detail?: string) {
    this.path = path;
    this.detail = detail;
  }
}

type Action = (source: Source, form: Form) => Promise<unknown>;

/** Controls with the same body as this one. */
type Like<Row extends { readonly body: unknown }> = DataControl & Pick<Row, 'body'>;

/** A browser sends a file within a form, which is read as a whole. */
const SNAPSHOT_BYTES_MAXIMUM = 64 * 1024 ** 2;

const byId =
  (control: Like<typeof controls.payPayment>): Action =>
  (source, form) =>
    source.use(control, { id: form.text('id') });

const byPayment =
  (control: Like<typeof controls.openDispute>): Action =>
  (source, form) =>
    source.use(control, { paymentId: form.text('id') });

/** Every form, by the name that its path and its notice have. */
export const ACTIONS: Readonly<Record<keyof Catalogue['done'], Action>> = {
  activate: byId(controls.activatePayment),
  pay: byId(controls.payPayment),
  expire: byId(controls.expirePayment),
  settle: byId(controls.settleWithdrawal),
  // The control refuses any other word.
  fail: (source, form) =>
    source.use(controls.failWithdrawal, { id: form.text('id'), reason: form.text('reason') as RefusalCode }),
  disputeOpen: byPayment(controls.openDispute),
  disputeAccept: byPayment(controls.acceptDispute),
  disputeRefuse: byPayment(controls.refuseDispute),
  async deposit(source, form) {
    const account = form.text('account');
    const { id } = await source.use(controls.deposit, { account, amountCentavos: form.centavos('deposit-amount') });
    return new Next(entryPath('charge', id));
  },
  async charge(source, form) {
    const body = { value: form.reais('amount'), description: form.text('description') };
    const { data } = await source.operate(operations.createPayment, { account: form.text('account'), body });
    return new Next(entryPath('charge', data.id));
  },
  async withdraw(source, form) {
    const { key: pixKey, type: pixKeyType } = form.pixKey('pixKey');
    const body = {
      amount: form.reais('send-amount'),
      pixKey,
      pixKeyType,
      description: form.text('send-description'),
      verificationCode: form.optional('code'),
    };
    const { data } = await source.operate(operations.createWithdrawal, { account: form.text('account'), body });
    return new Next(entryPath('withdrawal', data.id));
  },
  advance: (source, form) => source.use(controls.advanceClock, { durationMs: Number(form.text('durationMs')) }),
  async faultAdd(source, form) {
    const delay = form.number('delay');
    if (form.text('fault') === 'latency' && !delay) throw new Refused(400, 'missing_delay', '', 'delay');
    await source.use(controls.addFault, {
      on: form.text('on'),
      // The control refuses any other word.
      fault: form.text('fault') as FaultKind,
      times: form.number('times'),
      delayMs: delay && Math.round(delay * 1000),
      account: form.optional('account'),
    });
  },
  faultClear: (source) => source.use(controls.clearFaults),
  async webhookAdd(source, form) {
    const body = { url: form.text('url'), secret: form.optional('secret'), account: form.optional('account') };
    return new Next(undefined, (await source.use(controls.addWebhook, body)).secret);
  },
  webhookRemove: byId(controls.removeWebhook),
  webhookResend: byId(controls.resendWebhook),
  async restore(source, form) {
    const snapshot = form.file('snapshot');
    if (snapshot.size > SNAPSHOT_BYTES_MAXIMUM) throw new Refused(413, 'snapshot_too_large', '');
    const headers = { 'Content-Type': 'application/octet-stream' };
    await source.fetch(controls.restore.path, { method: 'POST', body: snapshot, headers });
  },
  reset: (source) => source.use(controls.reset),
};

/** A cookie has 4 KB. */
const KEPT_MAXIMUM = 300;

/** What the service refuses is about one field. */
const FIELD_OF: readonly (readonly [codes: readonly string[], field: RegExp])[] = [
  [['below_minimum', 'insufficient_balance', 'limit_exceeded'], /amount$/],
  [['verification_required', 'verification_invalid'], /^code$/],
];

/** The fields of a form as a person has typed them. All methods throw {@link Refused}. */
export class Form {
  readonly #fields: FormData;

  constructor(fields: FormData) {
    this.#fields = fields;
  }

  /** As it is shown again after a refusal, which the notice explains. No secret is, and no file. */
  refused(action: string, { code, field }: Refused): RefusedForm {
    const texts = [...this.#fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const values = texts.filter(([name]) => !['back', 'code', 'secret'].includes(name));
    const of = FIELD_OF.find(([codes]) => codes.includes(code))?.[1];
    return {
      action,
      field: field ?? texts.find(([name]) => of?.test(name))?.[0],
      values: Object.fromEntries(values.map(([name, value]) => [name, value.slice(0, KEPT_MAXIMUM)])),
    };
  }

  text(name: string): string {
    const value = this.#fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Undefined when it was left empty. */
  optional(name: string): string | undefined {
    return this.text(name) === '' ? undefined : this.text(name);
  }

  number(name: string): number | undefined {
    return this.text(name) === '' ? undefined : Number(this.text(name));
  }

  file(name: string): Blob {
    const value = this.#fields.get(name);
    return value instanceof Blob ? value : new Blob([]);
  }

  centavos(name: string): Centavos {
    const amount = parseTypedAmount(this.text(name));
    if (!amount.ok) throw new Refused(400, 'invalid_amount', this.text(name), name);
    return amount.amountCentavos;
  }

  /** As a body of the API has it. */
  reais(name: string): string {
    return formatReaisPlain(this.centavos(name));
  }

  /** Eleven digits may be a CPF or a phone: then the first. */
  pixKey(name: string): PixKey {
    const key = parsePixKey(this.text(name));
    if (key.ok) return key;
    const [first] = key.reason === 'ambiguous' ? key.readings : [];
    if (first === undefined) throw new Refused(400, 'invalid_key', this.text(name), name);
    return first;
  }
}
