import { dirname } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openJournalDatabase } from '../../src/payouts/journal/journal-database.ts';
import { Journal } from '../../src/payouts/journal/journal.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { NOON } from '../support/cli.ts';
import { it, type PayoutOffice } from './payout-office.ts';

/** More than a command reads the time. */
const READINGS_MAXIMUM = 400;

/** Another process's connection to the journal, which never waits. */
async function openRival(office: PayoutOffice): Promise<Journal> {
  const folder = dirname(office.journal());
  const opened = await openJournalDatabase(folder, { epochMs: () => NOON, random: Math.random });
  opened.database.exec('PRAGMA busy_timeout = 0');
  const journal = new Journal(opened, { folder });
  onTestFinished(() => journal.close());
  return journal;
}

const create = (pixKey: string) => ['withdraw', 'create', '--amount', '25,00', '--pix-key', pixKey, '--yes'];

it('withdraw create: of two at once, one pays, whenever the other one approves its payment', async ({ office }) => {
  expect((await office.run(create('first@example.com'))).exitCode).toBe(0);
  const journal = await openRival(office);
  const [account] = journal.accounts.all();
  for (let reading = 1; reading <= READINGS_MAXIMUM; reading += 1) {
    const pixKey = `ana-${reading}@example.com`;
    const rival = await stageRival(journal, { account: account?.root ?? 0, origin: office.service.url, pixKey });
    let read = 0;
    const onTime = () => {
      read += 1;
      if (read >= reading) rival.approve();
    };
    const { exitCode } = await office.run(create(pixKey), { onTime });
    rival.release();
    const sent = (await office.sent()).filter((withdrawal) => withdrawal.pixKey === pixKey).length;
    expect({ reading, sent, exitCode, approved: rival.isApproved() }).toEqual(
      rival.isApproved()
        ? { reading, sent: 0, exitCode: expect.toBeOneOf([1, 2]), approved: true }
        : { reading, sent: 1, exitCode: 0, approved: false },
    );
    // From here on, the other one would come too late.
    if (!rival.isApproved()) return;
  }
  expect.unreachable('the other one was always first');
}, 600_000);

/** The same payment by another process, which compares it with the journal's in the step in which it approves it. */
async function stageRival(
  journal: Journal,
  { account, origin, pixKey }: { readonly account: number; readonly origin: string; readonly pixKey: string },
) {
  const payout = { pixKey, pixKeyType: 'EMAIL', amountCentavos: centavos(2_500), coverFee: false } as const;
  const named = { reference: undefined, name: undefined, taxId: undefined, description: undefined };
  const { run, lock } = await journal.staging.stage(
    {
      ...{ source: 'pix withdraw create', origin, account },
      ...{ coverFee: false, usesMarks: true, resendsProvenAbsent: false },
      compared: { at: 0, ids: [] },
    },
    [{ row: 1, line: 1, ...payout, ...named, cells: {} }],
    () => `sha256:${pixKey}`,
  );
  let state: 'waits' | 'approved' | 'refused' = 'waits';
  const approve = () => {
    if (state !== 'waits') return;
    try {
      journal.transaction(() => {
        const isPaid = journal.alikeSince(payout, account, { sinceMs: 0, deniedSinceMs: 0 }).length > 0;
        if (!isPaid) journal.staging.approve(run.id);
        state = isPaid ? 'refused' : 'approved';
      });
    } catch (error) {
      state = 'waits';
      if (!isBusy(error)) throw error;
    }
  };
  return { approve, release: lock.release.bind(lock), isApproved: () => state === 'approved' };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
