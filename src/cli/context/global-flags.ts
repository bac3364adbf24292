import type { OutputFormat } from '../output/format.ts';
import type { Language } from '../text/translate.ts';

/** The options of every command, as given. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly output?: OutputFormat;
  readonly json?: boolean;
  readonly fields?: string;
  /** A jq expression: the filter for the JSON. */
  readonly jq?: string;
  readonly lang?: Language;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly input?: boolean;
  /** Milliseconds per request. */
  readonly timeout?: number;
}
