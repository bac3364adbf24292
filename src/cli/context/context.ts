import type { Catalogue, Language } from '../text/translate.ts';
import type { ExitReport } from './exit-report.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Host } from './host.ts';
import type { MaskedKeys } from './masked-keys.ts';
import { Screen } from './screen.ts';
import { CommandSession } from './session.ts';

/** What a command receives besides its options. Costly parts are created on first use. */
export interface Context {
  /** The machine: streams, clock, environment, prompts. */
  readonly host: Host;
  /** Where requests go and with which keys: settings, profiles, a client. */
  readonly session: CommandSession;
  /** What a person or a program sees. */
  readonly screen: Screen;
}

interface ContextParts {
  readonly host: Host;
  readonly flags: GlobalFlags;
  readonly text: Catalogue;
  readonly loadTexts: (language: Language) => Promise<Catalogue>;
  readonly language: Language;
  readonly maskedKeys: MaskedKeys;
  readonly exitReport: ExitReport;
}

export function createContext(parts: ContextParts): Context {
  const { host, flags, maskedKeys } = parts;
  const screen = new Screen(parts);
  return { host, screen, session: new CommandSession({ host, flags, screen, maskedKeys }) };
}
