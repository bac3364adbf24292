import type { OutputFormat } from '../output/format.ts';
import type { Language } from '../text/translate.ts';

/** The options that every command takes, as they were given. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly output?: OutputFormat;
  readonly json?: boolean;
  readonly fields?: string;
  /** What to make of the JSON: an expression of jq, or a template. */
  readonly jq?: string;
  readonly template?: string;
  readonly lang?: Language;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly input?: boolean;
  /** Milliseconds, for one request. */
  readonly timeout?: number;
}
