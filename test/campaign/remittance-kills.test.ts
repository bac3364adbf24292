import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { finish, start } from '../support/pix-process.ts';
import { seededRandom } from '../support/random.ts';
import { PAYMENT, remittance } from '../support/remittance.ts';
import { startTestService } from '../support/service.ts';
import { brasiliaTime } from '../../src/payouts/policy-day.ts';

const KILLS = Number(process.env['CAMPAIGN_REMITTANCE_KILLS'] ?? 2);
const SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const LIFE_MS = 600;

it(
  `pays one of two remittances with the same number, whenever both processes are killed (-9): ${KILLS} kills`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const folder = temporaryFolder();
    const random = seededRandom(SEED);
    const service = await startTestService({ cache: false, rateLimit: false });
    const environment = { PIX_CONFIG_DIR: folder };
    const login = ['auth', 'login', '--base-url', service.url, '-p', 'demo'];
    expect((await runCli(login, { environment, stdin: service.keyOf() })).exitCode).toBe(0);
    const sentBefore = await sent();
    let killed = 0;
    let confirmed = 0;
    let number = 0;
    while (killed < KILLS) {
      number += 1;
      const files = ['a', 'b'].map((name) => {
        const path = join(folder, `${name}${number}.rem`);
        const { date } = brasiliaTime(Date.now());
        const named = { reference: `${name} ${number}`, key: `${name}${number}@example.com` };
        writeFileSync(path, remittance({ number, batches: [[{ ...PAYMENT, ...named, date, amountCentavos: 500 }]] }));
        return path;
      });
      const argv = (path: string) => ['payouts', 'run', path, '--yes', '--confirm-total', '5,00', '--cover-fee'];
      const first = files.map((path) => start(argv(path), environment));
      const ends = first.map(finish);
      await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS));
      for (const child of first) if (child.kill('SIGKILL')) killed += 1;
      await Promise.all(ends);
      const outcomes = [];
      for (const path of random() < 0.5 ? files : files.toReversed()) {
        outcomes.push(await finish(start([...argv(path), '--look-for', '1s', '--json'], environment)));
      }
      const refused = outcomes.filter(({ exitCode }) => exitCode === 2);
      expect(refused, JSON.stringify(outcomes)).toHaveLength(1);
      expect(refused[0]?.stderr).toContain('remittance_used');
      expect((await sent()) - sentBefore).toBeLessThanOrEqual(number);
      // Killed between its intent and its request, a payment stays unconfirmed.
      if (outcomes.some(({ exitCode }) => exitCode === 0)) confirmed += 1;
    }
    expect(await sent()).toBeGreaterThanOrEqual(sentBefore + confirmed);
    const { stdout } = await runCli(['payouts', 'journal', 'export'], { environment });
    const numbers = stdout.split('\n').flatMap((line) => /"table":"remittance".*"number":(\d+)/.exec(line)?.[1] ?? []);
    expect(numbers.map(Number).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: number }, (_, index) => index + 1),
    );

    async function sent(): Promise<number> {
      const { json } = await service.request('/api/v1/withdraw/list?limit=1');
      const view: { readonly data: { readonly pagination: { readonly total: number } } } = json;
      return view.data.pagination.total;
    }
  },
);
