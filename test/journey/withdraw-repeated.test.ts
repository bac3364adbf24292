import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedBy, jsonError, NOON, refusalOf, failureOf } from '../support/cli.ts';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';

const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let office: PayoutOffice;

beforeEach(async () => {
  vi.stubEnv('TZ', 'UTC');
  office = await openPayoutOffice();
});

const create = (argv: readonly string[] = ['--yes'], now?: number) =>
  office.run([...CREATE, ...argv, '--json'], { ...(now !== undefined && { now }) });
const sentRows = async () => (await office.sent()).length;

describe('withdraw create: the same amount to the same key, without a reference', () => {
  it('is refused with --yes, and names the first withdrawal', async () => {
    const first = await create();
    const again = await create();
    const [sent] = await office.sent();
    expect([first.exitCode, again.exitCode, await sentRows()]).toEqual([0, 2, 1]);
    expect(jsonError(again)).toMatchObject({ code: 'paid_before', hint: expect.stringContaining('--allow repeated:') });
    expect(jsonError(again).details).toMatchObject({ id: sent?.id, date: expect.stringMatching(/^2026-07-14T15:0/) });
  });

  it('is sent once more when that is allowed, once, or with another amount', async () => {
    await create();
    const words = allowedBy(await create(), 'repeated');
    expect((await create(['--yes', ...words])).exitCode).toBe(0);
    // They were about the first one.
    expect(jsonError(await create(['--yes', ...words])).code).toBe('paid_before');
    expect([(await create(['--yes', '--amount', '25,01'])).exitCode, await sentRows()]).toEqual([0, 3]);
  });

  it('is refused with a reference, too, because the first one has none', async () => {
    await create();
    const again = await create(['--yes', '--reference', 'INV-2']);
    expect([...failureOf(again), await sentRows()]).toEqual([2, 'paid_before', 1]);
    const rehearsed = await create(['--dry-run', '--reference', 'INV-2']);
    for (const seen of [again, rehearsed]) expect(allowedBy(seen, 'repeated')).toEqual(allowedBy(again, 'repeated'));
    const words = allowedBy(again, 'repeated');
    expect((await create(['--yes', '--reference', 'INV-2', ...words])).exitCode).toBe(0);
    const other = await create(['--yes', '--reference', 'INV-3', ...words]);
    expect(jsonError(other).code).toBe('paid_before');
    expect((await create(['--yes', '--reference', 'INV-3', ...allowedBy(other, 'repeated')])).exitCode).toBe(0);
    expect(await sentRows()).toBe(3);
  });

  it('is sent when both have references, and they differ', async () => {
    await create(['--yes', '--reference', 'INV-1']);
    const rehearsed = await create(['--dry-run', '--reference', 'INV-2']);
    expect(rehearsed.stderr).not.toContain('--allow');
    expect([(await create(['--yes', '--reference', 'INV-2'])).exitCode, await sentRows()]).toEqual([0, 2]);
  });

  it('is due again the next day, and its plan shows the last payment', async () => {
    await create();
    const [sent] = await office.sent();
    office.service.clock.advance(23 * HOUR_MS);
    const next = await create(['--yes'], office.service.clock.now());
    expect([next.exitCode, await sentRows()]).toEqual([0, 2]);
    expect(next.stderr).toContain(`same amount to this key on 2026-07-14 15:00: ${sent?.id ?? ''}`);
  });

  it.each([
    ["was days behind at the first one: the service's was right", NOON - 48 * HOUR_MS, NOON],
    ['is days ahead at the second one', NOON, NOON + 48 * HOUR_MS],
  ])('is refused when the clock %s', async (_, then, now) => {
    expect((await create(['--yes'], then)).exitCode).toBe(0);
    expect([...failureOf(await create(['--yes'], now)), await sentRows()]).toEqual([2, 'paid_before', 1]);
  });

  it('asks once more at a terminal', async () => {
    await create();
    const refused = await office.run(CREATE, { isTerminal: true, answers: ['no'] });
    expect(refused.questions).toEqual([expect.stringContaining('Send R$ 25,00 to ana@example.com once more?')]);
    expect([refused.exitCode, await sentRows()]).toEqual([2, 1]);
    const sent = await office.run(CREATE, { isTerminal: true, answers: ['yes'] });
    expect([sent.exitCode, await sentRows()]).toEqual([0, 2]);
  });

  it('is refused when a person or another program made the first one', async () => {
    const id = await office.payByHand(25, 'ana@example.com');
    const again = await create();
    expect(refusalOf(again)).toMatchObject({ exitCode: 2, details: { id, run: null } });
    expect(await sentRows()).toBe(1);
  });

  it('is sent when the first one has failed, and no copy of its request can be processed any more', async () => {
    await office.control('account', 'set', '--instant', 'false');
    await create();
    const [first] = await office.sent();
    await office.control('fail', first?.id ?? '');
    const early = await create(['--yes'], NOON + 20_000);
    expect([...failureOf(early), await sentRows()]).toEqual([2, 'paid_before', 1]);
    expect(jsonError(early).message).toContain('has failed, but a copy of its request may still be processed');
    expect(jsonError(early).hint).toMatch(/^repeat the command after 15:03:05; .*--allow repeated:/);
    const late = await create(['--yes'], office.until(NOON + 4 * MINUTE_MS));
    expect([late.exitCode, await sentRows()]).toEqual([0, 2]);
  });

  it('is not sent by two commands that were started at once', async () => {
    const other = async () => {
      expect((await create()).exitCode).toBe(0);
      return 'yes';
    };
    const waited = await office.run(CREATE, { isTerminal: true, answers: [other] });
    expect([waited.exitCode, await sentRows()]).toEqual([1, 1]);
    expect(waited.stderr).toContain('the same payment was just approved in run r-');
  });

  it('is named by a dry run', async () => {
    await create();
    const [sent] = await office.sent();
    const rehearsed = await create(['--dry-run']);
    expect([rehearsed.exitCode, JSON.parse(rehearsed.stdout)]).toMatchObject([0, { sentBefore: sent?.id }]);
    expect(rehearsed.stderr).toContain('--allow repeated:');
  });
});

describe('withdraw create: the same once more after a lost answer', () => {
  it('finds the withdrawal that was made, and sends nothing', async () => {
    await office.fault('reset-after');
    await office.control('faults', 'add', '--on', 'GET /api/v1/withdraw/list', '--fault', 'status-500', '--after', '1');
    const lost = await create(['--yes', '--look-for', '5s']);
    await office.control('faults', 'clear');
    expect([lost.exitCode, await sentRows()]).toEqual([5, 1]);
    office.service.clock.advance(HOUR_MS);
    const again = await create(['--yes'], office.service.clock.now());
    const [sent] = await office.sent();
    expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([0, { id: sent?.id }]);
    expect(again.stderr).toContain('An earlier command for this payment received no clear response');
    expect(await sentRows()).toBe(1);
  });

  it('is not sent while the outcome stays open', async () => {
    await office.fault('reset-before');
    expect((await create(['--yes', '--look-for', '5s'])).exitCode).toBe(5);
    const again = await create(['--yes', '--allow', 'repeated:000000']);
    expect([...failureOf(again), await sentRows()]).toEqual([5, 'proven_absent', 0]);
  });
});
