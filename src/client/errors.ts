import type { Centavos } from '../pix/centavos.ts';

/**
 * Whether the request of an error may have been processed. It matters for requests that move money: after `not-sent`
 * and `refused` nothing happened; after `unknown` only a look-up shows what did.
 */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/** Every error of this library: a stable `code` for programs, a message for people, facts as fields. */
export class PixError extends Error {
  /** The name of its class. */
  override name = 'PixError';
  /** A stable snake_case word. */
  readonly code: string;
  /** Whether the request may have been carried out. */
  readonly outcome: Outcome;
  /** Which call of the client it was, as in its events: counts from 1. Undefined when the call sent no request. */
  declare readonly requestId?: number | undefined;
  /** The service's id of the request (its header `X-Request-Id` or `Request-Id`), for its support. */
  declare readonly serviceRequestId?: string | undefined;

  constructor(message: string, facts: { code: string; outcome: Outcome; cause?: unknown }) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.outcome = facts.outcome;
  }
}

/** The ids of a request in events and in the logs of the service. */
export interface RequestIds {
  readonly requestId: number;
  readonly serviceRequestId?: string | undefined;
}

/** The error, with the ids of the request that it is about. */
export function withRequestIds(error: PixError, ids: RequestIds): PixError {
  return Object.assign(error, ids);
}

/** What a refusal of the service reports; all but `status`, `code` and `outcome` may be absent. */
export type ApiErrorFacts = Pick<ApiError, 'status' | 'code' | 'outcome'> &
  Partial<Omit<ApiError, keyof PixError | 'status'>>;

/** What the service says is wrong about a field of a request. */
export interface RequestProblem {
  /** The field, such as `amount`. */
  readonly path: string;
  /** What is wrong, in the service's words. */
  readonly message: string;
}

/** The service answered, but did not do what was requested. */
export class ApiError extends PixError {
  /** The name of its class. */
  override name = 'ApiError';
  /** The HTTP status. */
  declare readonly status: number;
  /** The service's own message, on one line, without control characters or keys. */
  declare readonly serviceMessage: string | undefined;
  /** The permission that the key lacks. */
  declare readonly requiredPermission: string | undefined;
  /** The problems of the request, by field. */
  declare readonly details: readonly RequestProblem[] | undefined;
  /** How long the service asks clients to wait, in seconds. */
  declare readonly retryAfterSeconds: number | undefined;
  /** With `insufficient_balance`: the balance, in centavos. */
  declare readonly balanceCentavos: Centavos | undefined;
  /** With `insufficient_balance`: what the request would have taken, in centavos. */
  declare readonly requiredCentavos: Centavos | undefined;
  /** With `limit_exceeded`: the limit, in centavos. */
  declare readonly limitCentavos: Centavos | undefined;
  /** With `limit_exceeded`: what is left of the limit, in centavos. */
  declare readonly remainingCentavos: Centavos | undefined;
  /** With `limit_exceeded`: the period of the limit: `transaction`, `day` or `month`. */
  declare readonly period: string | undefined;
  /** With `redirect_refused`: the target of the redirect. */
  declare readonly redirectedTo: string | undefined;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts);
    Object.assign(this, facts);
  }
}

/** How a request or its answer failed on the network. */
export type TransportErrorCode =
  | 'connection_refused'
  | 'host_not_found'
  | 'certificate_invalid'
  | 'connect_timeout'
  | 'network_unreachable'
  | 'tls_failed'
  | 'connection_lost'
  | 'answer_cut'
  | 'not_http'
  | 'timed_out'
  | 'proxy_refused'
  | 'connection_failed';

/** Other reasons of a 403 than what the key may do. */
const NOT_OF_KEY = ['account_blocked', 'origin_refused'];

/** Whether a key may not read something. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403 && !NOT_OF_KEY.includes(error.code);
}

/** No complete answer arrived. `outcome` is `not-sent` only when the request was certainly not sent. */
export class TransportError extends PixError {
  /** The name of its class. */
  override name = 'TransportError';
  /** How it failed. */
  declare readonly code: TransportErrorCode;
  /** Host and port of the request. */
  readonly host: string;
  /** Whether the proxy could not be reached: the address of the service is not at fault. */
  readonly isOfProxy: boolean;

  constructor(
    message: string,
    facts: { code: TransportErrorCode; outcome: Outcome; host: string; isOfProxy?: boolean; cause?: unknown },
  ) {
    super(message, facts);
    this.host = facts.host;
    this.isOfProxy = facts.isOfProxy ?? false;
  }
}

/** The service reported success, but the answer violates the contract and cannot be trusted. */
export class ContractError extends PixError {
  /** The name of its class. */
  override name = 'ContractError';
  /** The field, such as `data.payments[3].value`; empty when the whole answer is wrong. */
  readonly path: string;
  /** What the contract requires there. */
  readonly expected: string;

  constructor(facts: { path: string; expected: string; cause?: unknown }) {
    const place = facts.path === '' ? '' : ` at ${facts.path}`;
    super(`the answer of the service breaks the contract${place}: ${facts.expected}`, {
      code: 'contract_broken',
      outcome: 'unknown',
      cause: facts.cause,
    });
    this.path = facts.path;
    this.expected = facts.expected;
  }
}

/** What is wrong with settings. */
export type ConfigurationErrorCode =
  /** There is no API key, or it is empty. */
  | 'no_key'
  /** The API key has characters that no key has. */
  | 'invalid_key'
  /** An API key is given twice. */
  | 'duplicate_key'
  /** The base URL is no address of HTTP. */
  | 'invalid_base_url'
  /** The port of the base URL is one that `fetch` never uses. */
  | 'blocked_port'
  /** The address of a proxy is none. */
  | 'invalid_proxy'
  /** A read-only client was asked to create something. */
  | 'read_only'
  /** There is no stored profile of that name. */
  | 'unknown_profile'
  /** The file of stored profiles cannot be read, or is none. */
  | 'config_unreadable'
  /** The key is in the keychain, which cannot be read. */
  | 'keychain_locked'
  /** The keychain does not contain the key any more, or contains something else; or its command prints another. */
  | 'key_missing'
  /** The command that prints the key has failed, or printed something else. */
  | 'key_command_failed';

type SettingsFacts<Failure extends PixError> = Pick<Failure, 'code'> &
  Partial<Omit<Failure, keyof PixError>> & { readonly cause?: unknown };

/** Settings are missing or unusable; nothing was sent. */
export class ConfigurationError extends PixError {
  /** The name of its class. */
  override name = 'ConfigurationError';
  /** What is wrong. */
  declare readonly code: ConfigurationErrorCode;
  /** The configuration file, if the error concerns it. */
  declare readonly path: string | undefined;
  /** The profile, if the error concerns one. */
  declare readonly profileName: string | undefined;
  /** The name of the profile's key, if the error concerns one. */
  declare readonly keyName: string | undefined;
  /** With `unknown_profile` and `unknown_key`: the existing names. */
  readonly knownNames: readonly string[] = [];
  /** With `keychain_locked` and `key_command_failed`: the message of the keychain, or how the command ended. */
  declare readonly reason: string | undefined;

  constructor(message: string, facts: SettingsFacts<ConfigurationError>) {
    const { cause, ...others } = facts;
    super(message, { code: others.code, cause, outcome: 'not-sent' });
    Object.assign(this, others);
  }
}

/** What can be wrong with stored settings of the command line. Users of the library do not meet it. */
export type SettingsErrorCode =
  /** No profile was given, and none is current. */
  | 'no_profile'
  | 'unknown_key'
  | 'invalid_profile_name'
  | 'invalid_key_name'
  | 'config_unwritable'
  /** The operating system's keychain is locked, missing, or refuses. */
  | 'keychain_failed'
  | 'key_command_failed';

/** Settings cannot be chosen or stored; nothing was sent. It is no part of the library. */
export class SettingsError extends PixError {
  override name = 'SettingsError';
  declare readonly code: SettingsErrorCode;
  declare readonly path: string | undefined;
  declare readonly profileName: string | undefined;
  declare readonly keyName: string | undefined;
  readonly knownNames: readonly string[] = [];

  constructor(message: string, facts: SettingsFacts<SettingsError>) {
    const { cause, ...others } = facts;
    super(message, { code: others.code, cause, outcome: 'not-sent' });
    Object.assign(this, others);
  }
}

export function unknownProfile(
  profileName: string,
  profiles: { readonly path: string; names(): readonly string[] },
): ConfigurationError {
  const { path } = profiles;
  const facts = { code: 'unknown_profile', path, profileName, knownNames: profiles.names() } as const;
  return new ConfigurationError(`there is no profile "${profileName}"`, facts);
}

export type ControlErrorCode =
  /** The address has no controls: it is another wallet service, or none at all. */
  | 'not_local_service'
  /** The local service is exposed and requires its token; it was missing or wrong. */
  | 'lever_token_wanted';

/** A control of the local service could not be reached; nothing was changed. */
export class ControlError extends PixError {
  override name = 'ControlError';
  declare readonly code: ControlErrorCode;
  /** Scheme, host and port of the request. */
  readonly origin: string;

  constructor(message: string, facts: { code: ControlErrorCode; origin: string; cause?: unknown }) {
    super(message, { ...facts, outcome: 'refused' });
    this.origin = facts.origin;
  }
}

/** The caller's signal was aborted; its reason is the `cause`. `unknown` when the request had been sent. */
export class InterruptedError extends PixError {
  /** The name of its class. */
  override name = 'InterruptedError';

  constructor(facts: { outcome: Outcome; cause: unknown }) {
    super('interrupted', { code: 'interrupted', ...facts });
  }
}

interface AnsweredRequest {
  readonly ids: RequestIds;
  /** When the service answered, by its `Date` header. Milliseconds since the epoch. */
  readonly answeredAt: number | undefined;
  /** It says that it comes from a cache. */
  readonly isCached: boolean;
}

/** By which request an answer or a refusal came, for errors that are found in it later. */
const requestsOfAnswers = new WeakMap<object, AnsweredRequest>();

export function noteRequest<Answer>(answer: Answer, request: AnsweredRequest): Answer {
  if (typeof answer === 'object' && answer !== null) requestsOfAnswers.set(answer, request);
  return answer;
}

/** What was made of an answer came by the same request. */
export function ofSameRequest<Part extends object>(answer: object, part: Part): Part {
  const request = requestsOfAnswers.get(answer);
  return request === undefined ? part : noteRequest(part, request);
}

/** The error about an answer, with the ids of its request. */
export function errorAbout<Failure extends PixError>(answer: object, error: Failure): Failure {
  const request = requestsOfAnswers.get(answer);
  if (request !== undefined) withRequestIds(error, request.ids);
  return error;
}

/** When an answer or a refusal was made, by the service's clock. Milliseconds since the epoch; undefined if it does not say. */
export function answeredAtOf(answer: object): number | undefined {
  return requestsOfAnswers.get(answer)?.answeredAt;
}

/** Whether an answer says that it comes from a cache. */
export function isCachedAnswer(answer: object): boolean {
  return requestsOfAnswers.get(answer)?.isCached === true;
}
