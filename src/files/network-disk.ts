import { realpathSync, statfsSync } from 'node:fs';

/** statfs(2): NFS, SMB, CIFS, SMB2, AFS twice, Ceph, Lustre and GPFS. */
const NETWORK_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x6b414653, 0x00c36400, 0x0bd00bd0, 0x47504653,
]);

/**
 * Whether other machines may use the folder at the same time. Known on Linux and, with its drive letters, on Windows;
 * FUSE does not say what is behind it.
 */
export function isOnNetworkDisk(folder: string): boolean {
  if (process.platform === 'win32') return realpathSync.native(folder).startsWith('\\\\');
  return process.platform === 'linux' && NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type);
}
