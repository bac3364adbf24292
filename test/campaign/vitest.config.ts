import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ROOM_FOR_OBJECTS } from '../support/heap.ts';
import { useMemoryForFiles } from '../support/memory-folder.ts';

useMemoryForFiles();

/** The long form of campaigns that `npm test` runs with few seeds. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    execArgv: [...ROOM_FOR_OBJECTS],
    experimental: { fsModuleCache: true },
    include: ['test/campaign/*.test.ts', 'test/service/{kill,model}.test.ts'],
    env: {
      CAMPAIGN_ATTACKS: process.env['CAMPAIGN_ATTACKS'] ?? '2000',
      CAMPAIGN_KILLS: process.env['CAMPAIGN_KILLS'] ?? '200',
      CAMPAIGN_EXPORTS: process.env['CAMPAIGN_EXPORTS'] ?? '1000',
      CAMPAIGN_JOURNALS: process.env['CAMPAIGN_JOURNALS'] ?? '3000',
      CAMPAIGN_MACHINES: process.env['CAMPAIGN_MACHINES'] ?? '10000',
      CAMPAIGN_PAYOUTS: process.env['CAMPAIGN_PAYOUTS'] ?? '10000',
      CAMPAIGN_REMITTANCE_KILLS: process.env['CAMPAIGN_REMITTANCE_KILLS'] ?? '300',
      CAMPAIGN_REMITTANCES: process.env['CAMPAIGN_REMITTANCES'] ?? '10000',
      CAMPAIGN_SERVICES: process.env['CAMPAIGN_SERVICES'] ?? '1500',
      CAMPAIGN_TWINS: process.env['CAMPAIGN_TWINS'] ?? '10000',
    },
  },
});
