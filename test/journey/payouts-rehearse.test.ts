import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import type { Host } from '../../src/cli/context/host.ts';
import { MaskedKeys } from '../../src/cli/context/screen.ts';
import type { Screen } from '../../src/cli/context/screen.ts';
import { CommandSession } from '../../src/cli/context/session.ts';
import { OUTPUT_FORMATS } from '../../src/cli/text/topic-names.ts';
import { rowsOf } from '../cli/clean-output.ts';
import { failureOf, jsonError, runCli } from '../support/cli.ts';
import type { RunningTestService } from '../support/service.ts';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

let office: PayoutOffice;
let folder: string;
let service: RunningTestService;
let file: string;

const FILE = `reference,pix_key,amount,name,description
A-1,maria@quintanilha.example,30.00,Zenóbia Quintanilha,Salário Zenóbia
A-2,52998224725,40.00,Otto Quintanilha,Salário Otto
`;

beforeEach(async () => {
  office = await openPayoutOffice();
  ({ folder, service } = office);
  file = office.file('july.csv', [FILE.trimEnd()]);
});

// The twin is on this machine: nothing else is reached.
onlyNock({ host: '127.0.0.1' });

const run = (argv: readonly string[]) => office.run(argv, { now: service.clock.now() });
const rehearse = (...flags: string[]) => run(['payouts', 'rehearse', file, '--json', ...flags]);
const synced = async () => expect((await run(['sync', '-q'])).exitCode).toBe(0);
const requests = async () => (await service.request('/mock/requests')).json.data.requests.length;
const total = async () => (await service.request('/api/v1/user/balance')).json.data.balance.total;
/** Without what SQLite keeps beside a database that was just closed. */
const filesIn = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/-(wal|shm|journal)$/.test(name));

describe('payouts rehearse', () => {
  it('takes the fee of the profile for rows that say nothing of it, and no other, as a run does', async () => {
    writeFileSync(
      file,
      'pix_key,amount,cover_fee\nmaria@quintanilha.example,30.00,no\notto@quintanilha.example,40.00,\n',
    );
    await synced();
    expect((await run(['config', 'set', 'cover-fee', 'on'])).exitCode).toBe(0);
    const fees = ({ payments }: { readonly payments: readonly { readonly coverFee: boolean }[] }) =>
      payments.map(({ coverFee }) => coverFee);
    expect(fees(JSON.parse((await rehearse()).stdout))).toEqual([false, true]);
    expect(fees(JSON.parse((await rehearse('--cover-fee')).stdout))).toEqual([true, true]);
  });

  it('pays the file on a twin, and says what would have happened; its service is asked for nothing', async () => {
    const { stdout: disputed } = await run(['mock', 'deposit', '80,00', '--fields', 'id', '-o', 'tsv']);
    expect((await run(['mock', 'dispute', 'open', disputed.trim()])).exitCode).toBe(0);
    await synced();
    const { available } = JSON.parse((await run(['balance', '--json'])).stdout);
    const asked = await requests();
    await service.stop();
    const { exitCode, stdout, stderr } = await rehearse();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('REHEARSAL on a twin of "demo"'),
    });
    const { paid, rehearsal, payments } = JSON.parse(stdout);
    expect(paid).toEqual({ rows: 2, amount: 7_000 });
    expect(rehearsal).toMatchObject({ profile: 'demo', balanceBefore: available, balanceAfter: available - 7_000 });
    expect(payments.map(({ reference, status }: { reference: string; status: string }) => [reference, status])).toEqual(
      [
        ['A-1', 'paid'],
        ['A-2', 'paid'],
      ],
    );
    expect(asked).toBeGreaterThan(0);
  });

  it('leaves no run, no journal of its own and no file behind, and shows no name, key or document', async () => {
    await synced();
    await run(['payouts', 'list']);
    const before = filesIn();
    const { stdout, stderr } = await rehearse();
    expect(filesIn().filter((name) => !before.includes(name) && !name.endsWith('twin-secret'))).toEqual([]);
    expect(JSON.parse((await run(['payouts', 'list', '--json'])).stdout).runs).toEqual([]);
    for (const planted of ['Zenóbia', 'Quintanilha', 'maria@quintanilha.example', '52998224725', service.keyOf()]) {
      expect(stdout + stderr).not.toContain(planted);
    }
    expect((await rehearse('--keep-names')).stdout).toContain('52998224725');
  });

  it('finds what the account has paid before, as a run does', async () => {
    const paid = await run(['payouts', 'run', file, '--yes', '--confirm-total', '70,00', '--json', '-q']);
    expect(paid.exitCode).toBe(0);
    await synced();
    const other = join(folder, 'august.csv');
    const rehearsed = async (rows: string) => {
      writeFileSync(other, rows);
      return run(['payouts', 'rehearse', other, '--json']);
    };
    const likeThem = await rehearsed(FILE.replaceAll('A-', 'B-'));
    expect(likeThem.stderr.match(/repeats a payment of today: same key and amount in r-/g)).toHaveLength(2);
    const more = `${FILE}A-3,otto@quintanilha.example,50.00,Otto,\n`;
    const ownReferences = await rehearsed(more);
    const paidNow = await run(['payouts', 'run', other, '--yes', '--confirm-total', '120,00', '--json']);
    expect([ownReferences, paidNow].map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const [would, did] = [ownReferences, paidNow].map(({ stdout }) => JSON.parse(stdout));
    expect(would).toMatchObject({ paid: did.paid, duplicate: did.duplicate, states: did.states });
    expect(did.duplicate.rows).toBe(2);
  });

  it('takes no payment of its own for one that was made since the index was brought up to date', async () => {
    await synced();
    const since = office.file('since.csv', ['reference,pix_key,amount', 'S-1,ana@example.com,20.00']);
    expect((await run(['payouts', 'run', since, '--yes', '--confirm-total', '20,00', '-q'])).exitCode).toBe(0);
    const { exitCode, stderr } = await rehearse();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('ALERT') });
  });

  it('has the faults that are named: a lost response is looked for, and money that does not suffice is refused', async () => {
    await synced();
    const lost = await rehearse('--fault', 'reset-after --times 1');
    expect(lost.exitCode).toBe(0);
    // Its run is gone: no command leads to it.
    expect(lost.stderr).toContain(`To pay: pix payouts run ${file}`);
    expect(lost.stderr).not.toMatch(/pix payouts \w+ r-/);
    expect(JSON.parse(lost.stdout).paid.rows).toBe(2);
    const asRehearsed = ['--only-valid', '--no-cover-fee', '--no-mark', '-p', 'demo'];
    writeFileSync(file, `${FILE}A-3,wrong@nowhere,50.00,,\n`);
    expect((await rehearse(...asRehearsed)).stderr).toContain(
      `To pay: pix payouts run ${file} ${asRehearsed.join(' ')}`,
    );
    writeFileSync(file, FILE);
    const down = await rehearse('--fault', 'status-503');
    expect([down.exitCode, jsonError(down).hint]).toEqual([
      expect.any(Number),
      expect.stringContaining(`to pay: pix payouts run ${file}`),
    ]);
    expect(down.exitCode).not.toBe(0);
    expect(failureOf(await rehearse('--fault', 'earthquake'))).toEqual([2, 'invalid_fault']);
    writeFileSync(file, FILE.replace('30.00', '19000.00').replace('40.00', '19999.00'));
    const balance = await total();
    expect(balance).toBeLessThan(38_999_00);
    const poor = await rehearse();
    const refused = await run(['payouts', 'run', file, '--yes', '--confirm-total', '38999,00', '--json']);
    expect(failureOf(poor)).toEqual([refused.exitCode, 'insufficient_balance']);
    expect(jsonError(refused).code).toBe('insufficient_balance');
  });

  it('reaches no other address, whatever the flags and the environment name', async () => {
    await synced();
    await service.stop();
    const environment = {
      PIX_CONFIG_DIR: folder,
      PIX_PROFILE: 'demo',
      PIX_BASE_URL: 'https://wallet.example',
      PIX_API_KEY: 'pk_OfTheRealAccountThatMayPay',
      HTTP_PROXY: 'http://proxy.example:3128',
      HTTPS_PROXY: 'http://proxy.example:3128',
    };
    const argv = ['payouts', 'rehearse', file, '--json', '--base-url', 'https://other.example'];
    const { exitCode, stdout } = await runCli(argv, { environment, now: service.clock.now() });
    expect([exitCode, JSON.parse(stdout).paid.rows, nock.activeMocks()]).toEqual([0, 2, []]);
    expect(JSON.parse(stdout).service).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('opens a client for its own service alone, in code', async () => {
    const host = { environment: {}, interruption: new AbortController().signal } as unknown as Host;
    const parts = { host, flags: {}, screen: {} as unknown as Screen, maskedKeys: new MaskedKeys() };
    const session = new CommandSession({ ...parts, onlyOrigin: 'http://127.0.0.1:4010' });
    const real = {
      baseUrl: 'https://wallet.example',
      apiKeys: [],
      requestFieldNames: undefined,
      refusalForm: undefined,
    };
    await expect(session.openClient(real)).rejects.toThrow('a rehearsal sends requests to http://127.0.0.1:4010 alone');
  });

  it('prints clean output in every format, and the payments to a person', async () => {
    await synced();
    for (const format of OUTPUT_FORMATS) {
      const { exitCode, stdout } = await run(['payouts', 'rehearse', file, '-o', format]);
      expect([format, exitCode]).toEqual([format, 0]);
      rowsOf(format, stdout);
      if (format === 'table') expect(stdout).toMatch(/A-1 .*R\$ 30,00 .*Paid[^]*A-2 .*R\$ 40,00 .*Paid/);
    }
    const { stdout } = await run(['payouts', 'rehearse', file, '-o', 'csv', '--fields', 'rehearsal.balanceAfter']);
    expect(Number(stdout.split('\n')[1])).toBe((await total()) - 7_000);
  });

  it('requires the index of a profile, and reads no key of it', async () => {
    expect(jsonError(await rehearse()).code).toBe('no_mirror');
    await synced();
    const path = openProfiles({ configDirectory: folder }).path;
    const stored = readFileSync(path, 'utf8').replace(service.keyOf(), 'pk_anotherKeyThatTheServiceDoesNotKnow');
    writeFileSync(path, stored);
    expect([(await rehearse()).exitCode, existsSync(path)]).toEqual([0, true]);
  });
});
