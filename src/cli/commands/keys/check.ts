import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { StoredKey } from '../../../client/profiles/profiles-file.ts';
import { CommandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { KEY_FIELDS, keyRow, listKeys, type KeyRow } from './key-row.ts';
import { unlockKeys } from '../../../client/profiles/stored-keys.ts';
import { tryReads } from '../../context/keys/try-reads.ts';
import type { Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';

interface CheckedRow extends KeyRow {
  readonly accepted: boolean;
}

export const FIELDS: Fields<CheckedRow> = KEY_FIELDS.flatMap((field) =>
  field.path === 'first' ? [field, { path: 'accepted', kind: 'text' } as const] : [field],
);

interface CheckedKey {
  readonly key: StoredKey;
  readonly isAccepted: boolean;
}

/** `pix keys check`: tests what each key may read, and stores the result. */
export async function run(context: Context, _flags: object, output: Output<CheckedRow>): Promise<void> {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const checked: CheckedKey[] = [];
  for (const stored of profile.keys) {
    const { baseUrl, requestFieldNames, refusalForm } = profile;
    const apiKeys = await unlockKeys([stored], profileName, context.session.keychain, context.host.interruption);
    // A separate client for each key: with several keys, a client may use another one.
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
  await listKeys(context, output, { profile: profileName, rows, fields: FIELDS });
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
