import { beforeAll, expect, it } from 'vitest';
import { assertBuilt, expectAsShown, folderWithService, sectionsOf } from '../support/typed-page.ts';

beforeAll(assertBuilt);

/** Typed in another terminal, and tried by the test of the guide to the local service. */
const SERVE = 'pix serve --mock';

it('shows a newcomer what appears, from the first command to the last', async () => {
  const steps = sectionsOf('docs/user/tour.md').flatMap((section) => section.steps);
  expect(steps[0]?.command).toBe(SERVE);
  await expectAsShown(steps.slice(1), await folderWithService());
}, 90_000);
