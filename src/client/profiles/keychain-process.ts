import type { KeychainReply, KeychainRequest } from './keychain.ts';

/* The process in which a keychain is used. It can be ended while the keychain does not answer. */

/** The name of our entries among those of other programs. */
const SERVICE = 'pix';

// Only the process that has started this one sends messages.
process.on('message', (request: KeychainRequest) => void answer(request).then((reply) => process.send?.(reply)));

async function answer({ work, entry, secret = '' }: KeychainRequest): Promise<KeychainReply> {
  try {
    // A native module, which some systems do not have.
    const { Entry } = await import('@napi-rs/keyring');
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
