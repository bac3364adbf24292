import { expect, it } from 'vitest';
import { foreignIn } from '../../src/payouts/accounts/newest-page.ts';
import { centavos } from '../../src/pix/centavos.ts';

/** A withdrawal of another journal, so many minutes ago. */
const made = (minutesAgo: number, mark: string) => ({
  id: mark,
  value: centavos(500),
  status: 'COMPLETED',
  pixKey: 'ana@example.com',
  description: `#${mark}`,
  createdAt: new Date(Date.UTC(2026, 6, 14, 12) - minutesAgo * 60_000).toISOString(),
});

const journal = { payoutOfMark: () => undefined, isAccepted: (mark: string) => mark.includes('3333333') };

it('what was accepted of another journal counts for older payments that a longer page shows, and for no newer ones', () => {
  const older = [made(10, 'px3333333'), made(20, 'px4444444'), made(600, 'px5555555')];
  expect(foreignIn(older, journal, 'sha256:1')).toBeUndefined();
  expect(foreignIn([made(5, 'px2222222'), ...older], journal, 'sha256:1')).toMatchObject({
    count: 1,
    newest: { id: 'px2222222' },
  });
  // The page that was shown may have been a minute old.
  expect(foreignIn([...older, made(10.5, 'px2222222')], journal, 'sha256:1')).toMatchObject({ count: 1 });
  expect(foreignIn(older, journal, undefined)).toMatchObject({ count: 3 });
});
