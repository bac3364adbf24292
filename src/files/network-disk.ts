import { realpathSync, statfsSync } from 'node:fs';
import { isSystemError } from './system-error.ts';

/** statfs(2): NFS, SMB, CIFS, SMB2, AFS twice, Ceph, Lustre, GPFS, BeeGFS and 9p. */
const NETWORK_FILE_SYSTEMS = new Set([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x6b414653, 0x00c36400, 0x0bd00bd0, 0x47504653],
  ...[0x19830326, 0x01021997],
]);

/**
 * Whether other machines may use the folder at the same time. Known on Linux and, with its drive letters, on Windows;
 * FUSE does not say what is behind it.
 */
export function isOnNetworkDisk(folder: string): boolean {
  if (process.platform === 'win32') return isShare(folder);
  // On 32 bits, the number may be negative.
  return process.platform === 'linux' && NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type >>> 0);
}

function isShare(folder: string): boolean {
  try {
    return realpathSync.native(folder).startsWith('\\\\');
  } catch (error) {
    // Windows knows no such path of some disks in memory.
    if (!isSystemError(error)) throw error;
    return false;
  }
}
