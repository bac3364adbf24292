import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Namespace } from '../../../src/payouts/approval/statement.ts';

/** As SSH writes fields: each with its length before it. */
export function wire(...fields: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** A person with a key, who signs as `ssh-keygen -Y sign` does, without a process for each signature. */
export function signer() {
  const type = 'ssh-ed25519';
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const blob = wire(type, Buffer.from(publicKey.export({ format: 'jwk' })['x'] ?? '', 'base64url'));
  return {
    publicKey: `${type} ${blob.toString('base64')}`,
    sign(text: string, namespace: Namespace, hash = 'sha512'): string {
      const digest = createHash(hash).update(text).digest();
      const signed = Buffer.concat([Buffer.from('SSHSIG'), wire(namespace, '', hash, digest)]);
      const signature = wire(type, sign(null, signed, privateKey));
      const version = Buffer.from([0, 0, 0, 1]);
      const all = Buffer.concat([Buffer.from('SSHSIG'), version, wire(blob, namespace, '', hash, signature)]);
      return `-----BEGIN SSH SIGNATURE-----\n${all.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
    },
  };
}
