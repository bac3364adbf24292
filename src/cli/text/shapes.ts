import type { ConfigurationErrorCode, SettingsErrorCode, TransportErrorCode } from '../../client/errors.ts';
import type { ErrorCode } from '../../contract/error.ts';
import type { NoticeCode, NoticeDetails, ProblemCode, ProblemDetails } from '../../payouts/files/batch-problem.ts';
import type { ErrorText, EXIT } from '../errors/command-error.ts';
import type { Topic, Variable, OutputFormat } from './topic-names.ts';

/** What is known of a refusal; amounts are written out. No time to wait where a proxy may have passed the request on. */
interface RefusalFacts {
  readonly balance?: string | undefined;
  readonly required?: string | undefined;
  readonly limit?: string | undefined;
  readonly remaining?: string | undefined;
  /** `transaction`, `day` or `month`. */
  readonly period?: string | undefined;
  readonly permission?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** What is wrong with which fields, in the service's words. */
  readonly problems?: string | undefined;
}

/** A text for every code that exists: a new code without one does not compile. */
export type RefusalTexts = Readonly<Record<ErrorCode, (facts: RefusalFacts) => ErrorText>>;
export type TransportTexts = Readonly<Record<TransportErrorCode, (host: string) => ErrorText>>;
export type ConfigurationTexts = Readonly<
  Record<
    Exclude<
      ConfigurationErrorCode | SettingsErrorCode,
      'no_profile' | 'unknown_profile' | 'unknown_key' | 'keychain_locked' | 'key_missing' | 'key_command_failed'
    >,
    (path: string) => ErrorText
  >
>;

/** What is known of a local service that could not start; empty where it does not matter. */
export interface StartFacts {
  readonly address: string;
  readonly dataFile: string;
  readonly damage: string;
  readonly storedSeed: number;
  readonly requestedSeed: number;
  /** The address of a database, without its password. */
  readonly database: string;
  /** The part of a world that cannot be, and why. */
  readonly path: string;
  readonly reason: string;
}

/** What is wrong with a file of payouts, without the value itself, which is shown beside it. */
export type ProblemTexts = { readonly [Code in ProblemCode]: (details: ProblemDetails[Code]) => string };
export type NoticeTexts = { readonly [Code in NoticeCode]: (details: NoticeDetails[Code]) => string };

/** The pages of `pix help TOPIC`: text around facts that the code contains. */
export interface TopicTexts {
  readonly exitCodes: Readonly<Record<keyof typeof EXIT, string>>;
  readonly formats: Readonly<Record<OutputFormat, string>>;
  readonly variables: Readonly<Record<Variable, string>>;
  readonly pages: Readonly<
    Record<Topic, { readonly summary: string; readonly before?: string; readonly after?: string }>
  >;
}
