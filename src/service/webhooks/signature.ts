import { createHmac } from 'node:crypto';

/** A webhook, as it is signed. */
export interface WebhookMessage {
  /** That of the event. */
  readonly id: string;
  /** Unix seconds, by the clock of this machine. */
  readonly timestamp: number;
  /** What is posted. */
  readonly body: string;
  /** That of the address. */
  readonly secret: string;
}

/** Signs a webhook. @returns the headers that are sent besides `webhook-id` and `webhook-timestamp` */
export type WebhookSignature = (message: WebhookMessage) => Readonly<Record<string, string>>;

export const WEBHOOK_SIGNATURES = {
  standard: (message) => ({ 'webhook-signature': standardSignature(message) }),
  stripe: ({ timestamp, body, secret }) => {
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return { 'stripe-signature': `t=${timestamp},v1=${signature}` };
  },
  none: () => ({}),
} as const satisfies Readonly<Record<string, WebhookSignature>>;

/** Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function standardSignature({ id, timestamp, body, secret }: WebhookMessage): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
