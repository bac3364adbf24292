/** Groups of commands, in the order of the first help. */
const HELP_GROUPS = {
  account: ['auth', 'keys', 'balance', 'stats'],
  money: ['payments', 'withdraw', 'payouts'],
  lookUp: ['find', 'sync', 'export', 'explain', 'api'],
  setUp: ['config', 'doctor', 'prompt', 'completion'],
  localService: ['serve', 'mock'],
} as const;

export type HelpGroup = keyof typeof HELP_GROUPS;

/** @throws {TypeError} for a command without a group: the first help would not list it */
export function helpGroupOf(command: string): HelpGroup {
  const groups = Object.entries<readonly string[]>(HELP_GROUPS);
  const group = groups.find(([, commands]) => commands.includes(command))?.[0];
  if (group === undefined) throw new TypeError(`the command ${command} is in no group of the first help`);
  return group as HelpGroup;
}
