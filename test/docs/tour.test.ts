import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openProfiles } from '../../src/client/profiles.ts';
import { startService } from '../../src/service/start.ts';
import { temporaryFolder } from '../support/cli.ts';
import { assertBuilt, expectAsShown, installPix, sectionsOf } from './typed-page.ts';

beforeAll(assertBuilt);

/** Typed in another terminal, and tried by the test of the guide to the local service. */
const SERVE = 'pix serve --mock';

it('shows a newcomer what appears, from the first command to the last', async () => {
  const steps = sectionsOf('docs/tour.md').flatMap((section) => section.steps);
  expect(steps[0]?.command).toBe(SERVE);
  const folder = temporaryFolder();
  installPix(folder);
  const service = await startService({ port: 0 });
  onTestFinished(() => service.stop());
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  profiles.set('mock', { baseUrl: service.url, apiKey: service.keys[0]?.key ?? '' });
  profiles.use('mock');
  await expectAsShown(steps.slice(1), folder);
}, 90_000);
