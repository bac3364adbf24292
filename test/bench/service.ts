import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';
import { measurePeers } from './service-peers.ts';
import { measureReads } from './service-reads.ts';
import { measureStart } from './service-start.ts';
import { measureWrites } from './service-writes.ts';

/** The documented costs of the local service. `--peers` also measures other servers. */
export async function measure(flags: readonly string[]): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  try {
    return [
      ...(await measureWrites(folder)),
      ...(await measureStart()),
      ...(await measureReads(folder)),
      ...(flags.includes('--peers') ? await measurePeers(folder) : []),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
