import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProfiles } from '../../src/client/profiles.ts';
import { startService } from '../../src/service/start.ts';
import { temporaryFolder } from '../support/cli.ts';
import { assertBuilt, expectAsShown, installPix, sectionsOf } from './typed-page.ts';

const sections = sectionsOf('docs/payouts.md');

beforeAll(assertBuilt);

describe('the page about payouts', () => {
  it('shows the ways that people come for', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      'From a spreadsheet to paid',
      'A lost answer, step by step',
      'Approval by two people',
    ]);
  });

  it.each(sections)('$title', async ({ steps }) => {
    const folder = temporaryFolder();
    installPix(folder);
    const service = await startService({ port: 0 });
    onTestFinished(() => service.stop());
    const profiles = openProfiles({ configDirectory: join(folder, 'config') });
    profiles.set('mock', { baseUrl: service.url, apiKey: service.keys[0]?.key ?? '' });
    profiles.use('mock');
    await expectAsShown(steps, folder);
  });
});
