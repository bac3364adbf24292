import { fingerprintOfStored } from '../../client/profiles/key-fingerprint.ts';
import { gatherSettings, originOf, type KnownSettings } from '../context/settings.ts';
import { definitionOf } from '../command/commander.ts';
import { isGroup } from '../command/command.ts';
import type { Context } from '../context/context.ts';
import { plainWords } from '../../pix/accents.ts';
import { OUTPUT_FORMATS, RECEIPT_FORMATS } from '../text/topic-names.ts';
import type { Journal } from '../../payouts/journal/journal.ts';
import type { RunRecord } from '../../payouts/journal/records.ts';
import type { Candidate, Slot, Source } from '../command/options.ts';

export const files: Source = () => 'files';

export const receiptFormats: Source = () => RECEIPT_FORMATS;

export const profileNames = async ({ session }: Context) => (await session.profiles()).names();

export const profileList: Source = async (context, { typed }) => listed(typed, await profileNames(context));

/** The fields of the command, joined by commas. */
export const fieldNames: Source = async (_context, { command, given, typed }) => {
  const format = OUTPUT_FORMATS.find((known) => known === given.get('output')?.toLowerCase());
  const definition = definitionOf(command);
  if (definition === undefined || isGroup(definition)) return [];
  const { fields: ofCommand = definition.fieldsOfFile } = definition;
  const fields = (await ofCommand?.({ options: new Set(given.keys()), format })) ?? [];
  const paths = fields.map(({ path }) => path);
  return listed(typed, paths);
};

/** Preserves the part before the last comma. */
function listed(typed: string, names: readonly string[]): string[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const taken = before.split(',');
  return names.filter((name) => !taken.includes(name)).map((name) => before + name);
}

/** Key names of the profile that earlier words select. */
export const keyNames: Source = async (context, slot) => {
  const { profile } = await knownSettings(context, slot);
  return profile?.keys.map(({ name }) => name) ?? [];
};

export const paymentStatuses: Source = ({ screen: { text } }) => withWords(text.statuses.charge);

export const withdrawalStatuses: Source = ({ screen: { text } }) => withWords(text.statuses.withdrawal);

/** Those of both, each once. */
export const listedStatuses: Source = ({ screen: { text } }) => {
  const all = [...withWords(text.statuses.charge), ...withWords(text.statuses.withdrawal)];
  return [...new Map(all.map((candidate) => [candidate.value, candidate])).values()];
};

/** The service's words, and those of the screen as one word each: `aguardando-pagamento`. */
function withWords(words: Readonly<Record<string, string>>): Candidate[] {
  const spoken = Object.entries(words).flatMap(([status, screenWord]) => {
    const word = plainWords(screenWord).replaceAll(' ', '-');
    return word === status.toLowerCase() ? [] : [{ value: word, description: status }];
  });
  return [...spoken, ...Object.keys(words).map((value) => ({ value }))];
}

export const pixKeyTypes: Source = async () => (await import('../../pix/pix-key.ts')).PIX_KEY_TYPES;

export const refusalCodes: Source = async () => {
  const { REFUSAL_CODES } = await import('../../pix/refusal-codes.ts');
  return Object.entries(REFUSAL_CODES).map(([value, description]) => ({ value, description }));
};

/** `GET /api/v1/balance` */
export const operationNames: Source = async () =>
  Object.values((await import('../../contract/operations.ts')).operations).map(
    ({ method, path }) => `${method} ${path}`,
  );

/** The runs of the account, newest first, without opening a keychain. */
export const payoutRuns = (context: Context, slot: Slot) =>
  runsOf(context, slot, (journal, account) => journal.runs(account));

export const payoutAccounts: Source = async (context, slot) => [...(await payoutRuns(context, slot)), 'new'];

/** The runs that wait for approvals, or for their start. */
export const pendingRuns: Source = (context, slot) =>
  runsOf(context, slot, ({ approvals }) => approvals.pending().map(({ run }) => run));

async function runsOf(
  context: Context,
  slot: Slot,
  chosen: (journal: Journal, account: number | undefined) => readonly RunRecord[],
): Promise<Candidate[]> {
  const { apiKey, baseUrl } = await knownSettings(context, slot);
  if (apiKey === undefined || baseUrl === undefined) return [];
  const { openKnownJournal } = await import('../context/state-folder.ts');
  const journal = await openKnownJournal(context.host, originOf(baseUrl.value));
  if (journal === undefined) return [];
  try {
    const account = journal.accounts.ofKeys([fingerprintOfStored(apiKey.stored)]);
    return chosen(journal, account).map(({ id, source }) => ({ value: id, description: source }));
  } finally {
    journal.close();
  }
}

/** The settings that earlier words lead to. */
function knownSettings({ session, screen }: Context, { given }: Slot): Promise<KnownSettings> {
  const [profile, baseUrl] = [given.get('profile'), given.get('baseUrl')];
  const flags = { ...(profile !== undefined && { profile }), ...(baseUrl !== undefined && { baseUrl }) };
  return gatherSettings({ ...session.sources, flags }, screen.text);
}
