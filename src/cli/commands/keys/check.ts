import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { StoredKey } from '../../../client/profiles/profiles-file.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { KEY_FIELDS, keyRow } from './key-row.ts';
import { unlockKeys } from '../../../client/profiles/stored-keys.ts';
import { tryReads } from './try-reads.ts';
import { selectFields, type Field } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';

const [NAME, KEY, FIRST, ...PERMISSIONS] = KEY_FIELDS;
export const FIELDS: readonly Field[] = [
  NAME,
  KEY,
  FIRST,
  { path: 'accepted', kind: 'text' } as const,
  ...PERMISSIONS,
].filter((field) => field !== undefined);

interface CheckedKey {
  readonly key: StoredKey;
  readonly isAccepted: boolean;
}

/** `pix keys check`: asks the service for what each key may read, and remembers it. */
export async function run(context: Context): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, FIELDS, text);
  const { profiles, profileName, profile } = await context.session.editProfile();
  const checked: CheckedKey[] = [];
  for (const stored of profile.keys) {
    const { baseUrl, requestFieldNames, refusalForm } = profile;
    const apiKeys = await unlockKeys([stored], profileName, context.session.keychain);
    // A client of its own: another key would answer for it.
    const client = await context.session.openClient({ baseUrl, requestFieldNames, refusalForm, apiKeys });
    const isAccepted = await tryReads(client);
    checked.push({ key: { ...stored, permissions: client.keys()[0]?.permissions }, isAccepted });
  }
  profiles.changeKeys(profileName, (keys) =>
    keys.map((stored) => {
      const seen = checked.find(({ key }) => fingerprintOfStored(key) === fingerprintOfStored(stored));
      return seen === undefined ? stored : { ...stored, permissions: seen.key.permissions };
    }),
  );

  const rows = checked.map(({ key, isAccepted }, index) => ({ ...keyRow(key, index === 0), accepted: isAccepted }));
  await printList(
    context,
    { batches: [rows], envelope: (keys) => ({ profile: profileName, keys }), emptyNotice: '' },
    selection,
    FIELDS,
  );
  context.screen.notify(text.keys.writesUnknown);
  const refused = checked.filter(({ isAccepted }) => !isAccepted).map(({ key }) => key.name);
  if (refused.length > 0) {
    throw new CommandError({
      ...text.keys.refused(refused),
      code: 'keys_refused',
      exitCode: EXIT.access,
      details: { names: refused },
    });
  }
}
