import { hash, randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { controls } from '../../contract/control.ts';
import { maskKey } from '../../contract/mask-key.ts';
import { isStandardSecret } from '../../contract/addresses.ts';
import { isoTime, type MovableClock } from '../clock.ts';
import { lookedUpPayment, lookedUpWithdrawal, disputeFields } from '../http/answers.ts';
import { loggedBody, loggedLine } from '../http/logged-text.ts';
import type { RequestLog } from '../http/shared-state.ts';
import { Latest } from '../latest.ts';
import type { Change, Moved } from '../wallet/change-feed.ts';
import { invalidField, Refusal } from '../wallet/refusal.ts';
import { upToDate, type Wallet } from '../wallet/wallet.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { post } from './post.ts';
import { WEBHOOK_SIGNATURES, type WebhookSignature } from './signature.ts';

/** Without a secret: that of the service. */
export type WebhookRegistration = z.output<(typeof controls)['addWebhook']['body']>;

export type RegisteredWebhook = Readonly<{
  id: string;
  url: string;
  /** Null: changes of every account. */
  account: string | null;
  secret: string;
}>;

/** An attempt to send an event, and the event. */
type Delivery = WebhookEvent & {
  readonly at: string;
  readonly webhook: string;
  readonly url: string;
  readonly attempt: number;
  readonly delivered: boolean;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Null when it is not sent again. */
  readonly retryAfterMs: number | null;
};

interface Endpoint extends RegisteredWebhook {
  /** Registered at the start: it outlives a reset. */
  readonly isFixed: boolean;
  queue: DeliveryQueue<WebhookEvent>;
  dropped: number;
}

export interface WebhookParts {
  readonly wallet: Wallet;
  readonly clock: MovableClock;
  readonly log: RequestLog;
  readonly signature: keyof typeof WEBHOOK_SIGNATURES | WebhookSignature;
  /** Only addresses of the start are accepted: otherwise, callers of the controls could make it post anywhere. */
  readonly isExposed: boolean;
}

const ENDPOINTS_MAXIMUM = 20;
/** Each is stored with its body. */
const DELIVERIES_MAXIMUM = 2_000;
const WAKE_EVERY_MS = 500;

/** Reports changes of status to registered addresses. Without an address it does nothing. */
export class Webhooks {
  /** That of an address that brings none. */
  readonly #secret = `whsec_${randomBytes(24).toString('base64')}`;
  readonly #parts: WebhookParts;
  readonly #deliveries = new Latest<Delivery>(DELIVERIES_MAXIMUM);
  readonly #sending = new Set<AbortController>();
  #endpoints: readonly Endpoint[] = [];
  #registered = 0;
  #listening: (() => void) | undefined;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** @throws {Refusal} `validation_failed` */
  add({ url, secret = this.#secret, account }: WebhookRegistration, isFixed = false): RegisteredWebhook {
    const { isExposed, signature } = this.#parts;
    if (isExposed && !isFixed) {
      throw invalidField('url', 'an exposed service sends only to addresses of its start: pix serve --mock --webhook');
    }
    if (signature === 'standard' && !isStandardSecret(secret)) {
      throw invalidField('secret', 'must be whsec_ and base64 of 24 to 64 bytes');
    }
    if (this.#endpoints.length >= ENDPOINTS_MAXIMUM) {
      throw invalidField('url', `there are ${ENDPOINTS_MAXIMUM} addresses already: remove one first`);
    }
    this.#registered += 1;
    const id = `webhook-${this.#registered}`;
    const registered = { id, url, account: account ?? null, secret };
    const queue = this.#queueTo(registered);
    this.#endpoints = [...this.#endpoints, { ...registered, isFixed, queue, dropped: 0 }];
    this.#listening ??= this.#listen();
    return registered;
  }

  list() {
    return this.#endpoints.map(({ id, url, account, secret, queue, dropped }) => {
      return { id, url, account, secret: maskKey(secret), pending: queue.pending, dropped };
    });
  }

  /** @throws {Refusal} `not_found` */
  remove(id: string) {
    const removed = this.#endpoints.find((endpoint) => endpoint.id === id);
    if (removed === undefined) throw new Refusal('not_found', 'There is no such webhook');
    this.#keep((endpoint) => endpoint !== removed);
    const { url, account } = removed;
    return { id, url, account };
  }

  /** The latest attempts, oldest first. @param id only those of this event or of this payment or withdrawal */
  deliveries(after: number, id?: string) {
    const isSought = (one: Delivery) => id === undefined || id === one.id || id === one.transaction;
    return this.#deliveries.after(after).filter(isSought);
  }

  /**
   * Sends an event once more, at once, to each address that it is for.
   *
   * @throws {Refusal} `not_found` when it was never sent or is no longer stored, or no address is left
   */
  async resend(id: string) {
    const event = this.#deliveries.after(0).find((delivery) => delivery.id === id);
    if (event === undefined) throw new Refusal('not_found', 'No such event was sent');
    const endpoints = this.#endpoints.filter((endpoint) => isFor(endpoint, event.account));
    if (endpoints.length === 0) throw new Refusal('not_found', 'No address is registered for the event');
    return Promise.all(endpoints.map((endpoint) => this.#send(endpoint, event, 1, undefined)));
  }

  /**
   * Call it when the whole state was replaced: forgets what is pending, the addresses that controls registered, and what
   * was posted, because ids may begin again.
   */
  clear(): void {
    this.#keep(({ isFixed }) => isFixed);
    this.#abort('the state was replaced');
    this.#deliveries.clear();
    for (const endpoint of this.#endpoints) {
      endpoint.queue.stop();
      endpoint.queue = this.#queueTo(endpoint);
    }
  }

  /** @returns how many events were not delivered */
  stop(): number {
    const dropped = this.#endpoints.reduce((sum, { queue }) => sum + queue.pending, 0);
    this.#keep(() => false);
    this.#abort('the service stops');
    return dropped;
  }

  #abort(reason: string): void {
    for (const controller of this.#sending) controller.abort(new Error(reason));
    this.#sending.clear();
  }

  #keep(isKept: (endpoint: Endpoint) => boolean): void {
    for (const endpoint of this.#endpoints) if (!isKept(endpoint)) endpoint.queue.stop();
    this.#endpoints = this.#endpoints.filter(isKept);
    if (this.#endpoints.length > 0) return;
    this.#listening?.();
    this.#listening = undefined;
  }

  /** @returns ends it */
  #listen(): () => void {
    const unsubscribe = this.#parts.wallet.store.changes.subscribe((changes) => {
      for (const change of changes) this.#report(change);
    });
    // What becomes due by itself is carried out by requests: without one, a webhook would wait for it.
    const timer = setInterval(() => {
      void upToDate(this.#parts.wallet).catch(() => undefined);
      for (const { queue } of this.#endpoints) queue.wake();
    }, WAKE_EVERY_MS);
    timer.unref();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  #report(change: Change & Moved): void {
    const endpoints = this.#endpoints.filter((endpoint) => isFor(endpoint, change.account));
    if (endpoints.length === 0) return;
    const event = webhookEventOf(change);
    for (const endpoint of endpoints) if (!endpoint.queue.add(event.transaction, event)) endpoint.dropped += 1;
  }

  #queueTo(endpoint: RegisteredWebhook): DeliveryQueue<WebhookEvent> {
    return new DeliveryQueue(
      async (event, attempt, retryInMs) => (await this.#send(endpoint, event, attempt, retryInMs)).delivered,
      () => performance.now() + this.#parts.clock.aheadMs(),
    );
  }

  async #send(
    { id: webhook, url, secret }: RegisteredWebhook,
    event: WebhookEvent,
    attempt: number,
    retryInMs: number | undefined,
  ) {
    const { clock, log, signature } = this.#parts;
    const { id, type, account, transaction, body } = event;
    const sign = typeof signature === 'function' ? signature : WEBHOOK_SIGNATURES[signature];
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = () => ({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...sign({ id, timestamp, body, secret }),
    });
    const [at, startedAt] = [clock.now(), performance.now()];
    const controller = new AbortController();
    this.#sending.add(controller);
    const { status, answer, error } = await post(url, headers, body, controller);
    const result = { status, error, durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000 };
    if (this.#sending.has(controller)) {
      const path = loggedLine(url);
      const bodies = { requestBody: loggedBody(body), answerBody: loggedBody(answer) };
      const sent = { at, method: 'POST', path, account, key: null, fault: null, outgoing: true } as const;
      await log.record({ ...sent, ...result, ...bodies });
    }
    const delivered = status !== null && status >= 200 && status < 300;
    const retryAfterMs = delivered ? null : (retryInMs ?? null);
    const sent = { at: isoTime(at), id, type, account, transaction, webhook, url, attempt, delivered };
    const delivery = { ...sent, ...result, retryAfterMs, body };
    // The state may be replaced while it is logged.
    return this.#sending.delete(controller) ? this.#deliveries.add(delivery) : { number: 0, ...delivery };
  }
}

function isFor({ account }: Pick<Endpoint, 'account'>, changed: string): boolean {
  return account === null || account === changed;
}

/** A change of status, as it is reported to webhooks: `payment.completed`, `withdrawal.failed`, `dispute.opened` and so on. */
type WebhookEvent = ReturnType<typeof webhookEventOf>;

function webhookEventOf(change: Change & Moved) {
  const { kind, account, status, at } = change;
  const type = `${kind}.${status === 'OPEN' ? 'opened' : status.toLowerCase()}`;
  // The same for the same change: receivers recognise by it what they have had.
  const id = `evt_${hash('sha256', `${change.id} ${type} ${at}`).slice(0, 24)}`;
  // For a dispute, the disputed payment.
  const transaction = kind === 'dispute' ? change.record.paymentId : change.id;
  const body = JSON.stringify({ id, type, createdAt: isoTime(at), account, data: dataOf(change) });
  return { id, type, account, transaction, body };
}

/** What the API would have answered then. */
function dataOf(moved: Moved) {
  if (moved.kind === 'payment') return lookedUpPayment(moved.record);
  return moved.kind === 'withdrawal' ? lookedUpWithdrawal(moved.record) : disputeFields(moved.record);
}
