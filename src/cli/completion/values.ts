import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOfStored } from '../../client/profiles/key-fingerprint.ts';
import type { Context } from '../context/context.ts';
import { DEFAULT_VALUE, SETTINGS } from '../commands/config/setting-names.ts';
import { TOPICS } from '../help/topic-names.ts';
import { gatherSettings, originOf } from '../context/settings.ts';
import { statesFolder } from '../context/state-folder.ts';
import { LANGUAGES } from '../text/translate.ts';
import { SHELLS } from './shells.ts';
import type { Slot } from './slot.ts';

export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Candidates, or files: the shell knows those better. */
export type Values = readonly (string | Candidate)[] | 'files';

type Source = (context: Context, slot: Slot) => Values | Promise<Values>;

const files: Source = () => 'files';

const BY_OPTION: Readonly<Record<string, Source>> = {
  '--profile': async ({ session: { profiles } }, { typed }) => listed(typed, (await profiles()).names()),
  '--fields': async (_context, slot) => listed(slot.typed, await (await import('./fields.ts')).fieldNamesOf(slot)),
  '--status': async (_context, { path }) =>
    path.startsWith('withdraw')
      ? (await import('../../contract/withdrawal.ts')).WITHDRAWAL_STATUSES
      : (await import('../../contract/payment.ts')).PAYMENT_STATUSES,
  '--pix-key-type': async () => (await import('../../pix/pix-key.ts')).PIX_KEY_TYPES,
  '--fault': async () => (await import('../../contract/lever.ts')).FAULT_KINDS,
  '--on': async () => (await routes()).map(({ method, path }) => `${method} ${path}`),
  '--reason': refusalCodes,
  '--settle-as': refusalCodes,
  '--account': (context, slot) => (slot.path.startsWith('mock') ? ['demo', 'other'] : accountChoices(context, slot)),
  '--out': files,
  '--qr-file': files,
  '--input': files,
  '--data': files,
};

const RUNS: Source = runIds;

/** By the path of the command and the number of the argument. */
const BY_ARGUMENT: Readonly<Record<string, Source>> = {
  'auth switch 0': async ({ session: { profiles } }) => (await profiles()).names(),
  'keys remove 0': keyNames,
  'payouts check 0': files,
  'payouts run 0': files,
  'payouts resume 0': RUNS,
  'payouts status 0': RUNS,
  'payouts report 0': RUNS,
  'payouts resolve 0': RUNS,
  'mock snapshot 0': files,
  'mock restore 0': files,
  'api 0': async () => (await import('../../client/http/raw-request.ts')).RAW_METHODS,
  'api 1': async (_context, { earlier: [method] }) => {
    const wanted = method?.toUpperCase();
    const known = (await routes()).filter((route) => wanted === undefined || route.method === wanted);
    return known.map(({ path, summary }) => ({ value: path, description: summary }));
  },
  'config get 0': () => SETTINGS,
  'config set 0': () => SETTINGS,
  'config set 1': settingValues,
  'completion 0': () => SHELLS,
};

/** What may stand in a slot. Asks nobody on the network, and loads what it needs alone. */
export async function valuesOf(context: Context, slot: Slot): Promise<Values> {
  const { command, kind, option, path, earlier } = slot;
  switch (kind) {
    case 'option':
      return command
        .createHelp()
        .visibleOptions(command)
        .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
    case 'command':
      return commandsOf(command);
    case 'value': {
      const choices = /<([^<>]*\|[^<>]*)>/.exec(option?.flags ?? '')?.[1];
      if (choices !== undefined) return choices.split('|');
      return (await BY_OPTION[option?.long ?? '']?.(context, slot)) ?? [];
    }
    case 'argument': {
      if (command.name() === 'help') return helpOf(slot);
      return (await BY_ARGUMENT[`${path} ${earlier.length}`]?.(context, slot)) ?? [];
    }
  }
}

function commandsOf(command: Slot['command']): Candidate[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown.map((one) => ({ value: one.name(), description: one.description() }));
}

function helpOf({ command, earlier }: Slot): Values {
  const { parent } = command;
  if (parent === null || earlier.length > 0) return [];
  const topics = parent.parent === null ? TOPICS : [];
  return [...commandsOf(parent), ...topics.map((value) => ({ value }))];
}

function settingValues({ session: { profiles } }: Context, { earlier: [name] }: Slot): Values | Promise<Values> {
  switch (name) {
    case 'language':
      return LANGUAGES;
    case 'time-zone':
      return [DEFAULT_VALUE, 'UTC', ...Intl.supportedValuesOf('timeZone')];
    case 'profile':
      return profiles().then((opened) => opened.names());
    default:
      return [];
  }
}

/** Names that may be joined by commas: what stands before the last comma stays. */
function listed(typed: string, names: readonly string[]): string[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const taken = before.split(',');
  return names.filter((name) => !taken.includes(name)).map((name) => before + name);
}

async function routes() {
  const { operations } = await import('../../contract/operations.ts');
  return Object.values(operations);
}

async function refusalCodes(): Promise<Candidate[]> {
  const { REFUSAL_CODES } = await import('../../pix/refusal-codes.ts');
  return Object.entries(REFUSAL_CODES).map(([value, description]) => ({ value, description }));
}

/** The settings that the words before the cursor lead to. */
function knownSettings({ session: { sources }, screen: { text } }: Context, { given }: Slot) {
  const [profile, baseUrl] = [given.get('profile'), given.get('baseUrl')];
  const flags = { ...(profile !== undefined && { profile }), ...(baseUrl !== undefined && { baseUrl }) };
  return gatherSettings({ ...sources, flags }, text);
}

async function keyNames(context: Context, slot: Slot): Promise<string[]> {
  const { profile } = await knownSettings(context, slot);
  return profile?.keys.map(({ name }) => name) ?? [];
}

async function accountChoices(context: Context, slot: Slot): Promise<Values> {
  return [...(await runIds(context, slot)), 'new'];
}

/** The runs of the account, newest first. No keychain is opened for them. */
async function runIds(context: Context, slot: Slot): Promise<Candidate[]> {
  const { apiKey, baseUrl } = await knownSettings(context, slot);
  if (apiKey === undefined || baseUrl === undefined) return [];
  const { serviceFolder } = await import('../../payouts/journal/service-journal.ts');
  const folder = serviceFolder(await statesFolder(context.host.environment), originOf(baseUrl.value));
  if (!existsSync(join(folder, 'payouts.sqlite'))) return [];
  const { openJournal } = await import('../../payouts/journal/journal.ts');
  const journal = await openJournal({ folder, clock: context.host.clock });
  try {
    const account = journal.accountOfKeys([fingerprintOfStored(apiKey.stored)]);
    return journal.runs(account).map(({ id, source }) => ({ value: id, description: source }));
  } finally {
    journal.close();
  }
}
