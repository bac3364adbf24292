import type { Host } from './host.ts';
import { Screen, type ScreenParts } from './screen.ts';
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

export function createContext(parts: ScreenParts): Context {
  const { host, flags, maskedKeys } = parts;
  const screen = new Screen(parts);
  return { host, screen, session: new CommandSession({ host, flags, screen, maskedKeys }) };
}
