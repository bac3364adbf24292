import type { WorldFile } from '../contract/world.ts';
import type { ServiceClock } from './clock.ts';
import type { FailedRequest } from './http/intake.ts';
import type { WEBHOOK_SIGNATURES, WebhookSignature } from './webhooks/signature.ts';
import type { WebhookRegistration } from './webhooks/webhooks.ts';

export interface ServiceSettings {
  /** If omitted, everything is in memory. */
  readonly dataFile?: string | undefined;
  /** A PostgreSQL database instead of a data file, which any number of instances may share: `postgres://USER@HOST/DB`. */
  readonly database?: string | undefined;
  /** The schema in that database. Default `pix`. */
  readonly schema?: string | undefined;
  /** Determines the history, the ids and the keys. An existing data file keeps its own; the default is 42. */
  readonly seed?: number | undefined;
  /**
   * Number of payments in the history of the account `demo`; an existing data file keeps its own. Default 120, with 30
   * withdrawals.
   */
  readonly payments?: number | undefined;
  readonly withdraws?: number | undefined;
  /** Fills a new service, instead of a history; its seed, too. */
  readonly world?: WorldFile | undefined;
  readonly rateLimit?: boolean | undefined;
  /** Whether list answers are repeated for a minute. Default true. */
  readonly cache?: boolean | undefined;
  /** How long a balance answer is repeated. Default: not at all. */
  readonly balanceCacheSeconds?: number | undefined;
  readonly clock?: ServiceClock | undefined;
  /** The address to listen on. Loopback names are always accepted, too. */
  readonly host?: string | undefined;
  /** Allows other machines to reach it; otherwise only a loopback address is accepted. */
  readonly expose?: boolean | undefined;
  /** The certificates and the key of a service with TLS: PEM. */
  readonly tls?: string | undefined;
  /** Required from callers of the controls. Default: a new token on every start of an exposed service. */
  readonly controlToken?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose web pages may use it. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Called while the history of a new service is written. @param share of it that is written, from 0 to 1 */
  readonly onSeeding?: ((share: number) => void) | undefined;
  /** Where every change of status is posted. */
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
  /** How webhooks are signed. Default `standard`: Standard Webhooks. */
  readonly webhookSignature?: keyof typeof WEBHOOK_SIGNATURES | WebhookSignature | undefined;
  /** Called when a control has replaced the whole state: reset or restored it. */
  readonly onReplaced?: (() => void) | undefined;
  /** Called when it closes with webhooks that are not delivered: they are dropped. */
  readonly onWebhooksDropped?: ((count: number) => void) | undefined;
  /** Called for every error behind an answer of 500. */
  readonly onError?: ((error: unknown, failed: FailedRequest) => void) | undefined;
}
