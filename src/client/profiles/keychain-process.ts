import { requestIn, type KeychainReply } from './keychain-messages.ts';

/* The process in which a keychain is used. It can be ended while the keychain does not answer. */

/** The name of our entries among those of other programs. */
const SERVICE = 'pix';

process.on('message', (message) => void answer(message).then((reply) => process.send?.(reply)));

async function answer(message: unknown): Promise<KeychainReply> {
  try {
    // A native module, which some systems do not have.
    const { Entry } = await import('@napi-rs/keyring');
    const { work, entry, secret = '' } = requestIn(message);
    // Never the Linux kernel's own store, which is the fallback: it loses everything at the end of the session.
    const opened = new Entry(SERVICE, entry, { linux: { store: 'secret-service' } });
    switch (work) {
      case 'read':
        return { secret: opened.getPassword() ?? undefined };
      case 'write':
        opened.setPassword(secret);
        return {};
      case 'remove':
        opened.deletePassword();
        return {};
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
