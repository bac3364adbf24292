import { beforeAll, describe, expect, it } from 'vitest';
import { assertBuilt, expectAsShown, folderWithService, sectionsOf } from '../support/typed-page.ts';

const sections = sectionsOf('docs/user/payouts.md');

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
    const folder = await folderWithService();
    await expectAsShown(steps, folder);
  });
});
