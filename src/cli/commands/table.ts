import type { Command, Group } from '../command/command.ts';
import type { SectionName } from '../text/sections.ts';
import type { Catalogue } from '../text/translate.ts';

export type CommandName = keyof Catalogue['help']['commands'];

interface Entry {
  readonly aliases?: readonly string[];
  /** What it is for: under which heading the first help shows it. */
  readonly heading: keyof Catalogue['labels']['helpGroups'];
  /** The texts of the command, and of what it uses. */
  readonly texts: readonly SectionName[];
  readonly load: () => Promise<{ readonly tree: Command | Group }>;
}

/** All commands, in the order of help. Only those that the command line names are loaded. */
export const COMMANDS: Readonly<Record<CommandName, Entry>> = {
  balance: { heading: 'everyday', texts: ['balance', 'export', 'sync'], load: () => import('./balance/command.ts') },
  withdraw: {
    aliases: ['withdraws', 'withdrawals'],
    heading: 'everyday',
    texts: ['withdraw', 'payouts', 'sync'],
    load: () => import('./withdraw/command.ts'),
  },
  payouts: {
    aliases: ['payout'],
    heading: 'everyday',
    texts: ['payouts', 'sync', 'twin', 'mock'],
    load: () => import('./payouts/command.ts'),
  },
  payments: {
    aliases: ['payment'],
    heading: 'everyday',
    texts: ['payments'],
    load: () => import('./payments/command.ts'),
  },
  find: { heading: 'everyday', texts: ['find', 'payouts', 'sync'], load: () => import('./find/command.ts') },
  export: { heading: 'everyday', texts: ['export', 'payouts', 'sync'], load: () => import('./export/command.ts') },
  reconcile: {
    heading: 'everyday',
    texts: ['reconcile', 'sync', 'export'],
    load: () => import('./reconcile/command.ts'),
  },
  stats: { heading: 'everyday', texts: ['stats'], load: () => import('./stats/command.ts') },
  auth: { heading: 'account', texts: ['auth'], load: () => import('./auth/command.ts') },
  keys: { heading: 'account', texts: ['keys', 'auth'], load: () => import('./keys/command.ts') },
  config: { heading: 'account', texts: ['config'], load: () => import('./config/command.ts') },
  doctor: { heading: 'account', texts: ['doctor'], load: () => import('./doctor/command.ts') },
  serve: { heading: 'localService', texts: ['serve', 'sync', 'twin'], load: () => import('./serve/command.ts') },
  mock: { heading: 'localService', texts: ['mock', 'serve'], load: () => import('./mock/command.ts') },
  sync: { heading: 'more', texts: ['sync', 'export'], load: () => import('./sync/command.ts') },
  explain: { heading: 'more', texts: ['explain'], load: () => import('./explain/command.ts') },
  api: { heading: 'more', texts: ['api', 'payouts', 'sync'], load: () => import('./api/command.ts') },
  prompt: { heading: 'more', texts: [], load: () => import('./prompt/command.ts') },
  completion: { heading: 'more', texts: [], load: () => import('./completion/command.ts') },
};

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

/** The commands that may be meant: a name may be anywhere, because global options may come first. */
export function namedCommands(words: readonly string[]): CommandName[] {
  return COMMAND_NAMES.filter((name) => [name, ...(COMMANDS[name].aliases ?? [])].some((one) => words.includes(one)));
}

/** What is below `pix`: other commands than these are there by name only. */
export async function loadRoot(names: readonly CommandName[] = COMMAND_NAMES): Promise<Group> {
  const trees = COMMAND_NAMES.map(async (name): Promise<readonly [CommandName, Command | Group]> => {
    const { aliases = [], load } = COMMANDS[name];
    if (names.includes(name)) return [name, { ...(await load()).tree, aliases }];
    return [name, { description: ({ help }) => help.commands[name], aliases, commands: {} }];
  });
  return {
    description: ({ help }) => help.program,
    commands: Object.fromEntries(await Promise.all(trees)),
    examples: [
      'pix serve --mock',
      'pix find maria@example.com',
      'pix withdraw create --amount 25,00 --pix-key maria@example.com --dry-run',
    ],
  };
}

/** The texts that all commands share, and those of these commands, in one language. */
export function sectionsOf(names: readonly CommandName[] = COMMAND_NAMES): SectionName[] {
  return [...new Set(names.flatMap((name) => COMMANDS[name].texts))];
}
