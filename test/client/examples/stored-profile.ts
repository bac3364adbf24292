import { ConfigurationError } from '../../../src/client/index.ts';
import { listProfiles, openProfile } from '../../../src/client/profiles/index.ts';

const configDirectory = process.env['WALLET_PROFILES']; // default: the folder where pix stores its profiles
try {
  const client = await openProfile('work', { configDirectory, readOnly: true });
  const { balance } = await client.balance();
  console.log(balance.total);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.log(error.code, error.message); // unknown_profile, keychain_locked, key_missing …
}

for (const { name, baseUrl, isReadOnly } of listProfiles({ configDirectory })) console.log(name, baseUrl, isReadOnly);
