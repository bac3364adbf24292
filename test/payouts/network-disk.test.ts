import files, { realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isOnNetworkDisk } from '../../src/files/network-disk.ts';

function on(platform: string): void {
  const own = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: own });
  });
}

const [NFS, CIFS, SMB2, NINE_P, EXT4] = [0x6969, 0xff534d42, 0xfe534d42, 0x01021997, 0xef53];

it.each([
  ['linux', NFS, true],
  ['linux', SMB2, true],
  // As a machine of 32 bits says it.
  ['linux', CIFS | 0, true],
  ['linux', NINE_P, true],
  ['linux', EXT4, false],
  ['darwin', NFS, false],
])('on %s, a file system of type %i is of other machines, too: %s', (platform, type, isShared) => {
  const { statfsSync } = files;
  const statfs = vi.spyOn(files, 'statfsSync');
  statfs.mockImplementation((path) => Object.assign(statfsSync(path), { type }));
  syncBuiltinESMExports();
  onTestFinished(syncBuiltinESMExports);
  onTestFinished(() => statfs.mockRestore());
  on(platform);
  expect(isOnNetworkDisk('.')).toBe(isShared);
});

it.each([
  [String.raw`\\server\payouts\journal`, true],
  [String.raw`C:\payouts\journal`, false],
])('on Windows, a drive letter may stand for %s', (path, isShared) => {
  vi.spyOn(realpathSync, 'native').mockReturnValue(path);
  on('win32');
  expect(isOnNetworkDisk(String.raw`P:\journal`)).toBe(isShared);
});

it('on Windows, a folder whose path is unknown is on a disk in memory, and a bug is an error', () => {
  const native = vi.spyOn(realpathSync, 'native');
  const failWith = (error: Error) =>
    native.mockImplementation(() => {
      throw error;
    });
  on('win32');
  failWith(Object.assign(new Error('EISDIR: illegal operation on a directory'), { syscall: 'realpath' }));
  expect(isOnNetworkDisk('R:')).toBe(false);
  failWith(new RangeError('a bug'));
  expect(() => isOnNetworkDisk('R:')).toThrow('a bug');
});
