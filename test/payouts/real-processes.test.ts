import { expect, it, onTestFinished } from 'vitest';
import { openPayouts } from '../../src/payouts/index.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { openTestWallet } from '../../src/testing/index.ts';
import { jsonError, temporaryFolder } from '../support/cli.ts';
import { HANG_MS } from '../support/hang.ts';
import { finish, start } from '../support/pix-process.ts';
import { payAmidKills, problemsOf } from './simulation/killed-program.ts';

const SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const KILLS = 3;

/** The campaign does the same with 300 rows and twenty kills. */
it('pays every row of a file once, although responses are lost and the program is killed (-9) again and again', async () => {
  const outcome = await payAmidKills({
    folder: temporaryFolder(),
    seed: SEED,
    rows: 30,
    kills: KILLS,
    isLimited: false,
    faults: { 'reset-after': 0.1, hang: 0.03, truncate: 0.1, 'status-500': 0.05, latency: 0.7 },
  });
  expect(problemsOf(outcome)).toEqual([]);
  // Otherwise the test has proved too little.
  expect(outcome.killed).toBe(KILLS);
  expect(Object.values(outcome.fired).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
}, 600_000);

it('is refused a run on which a script works, although another part of that script was refused it before', async () => {
  const wallet = await openTestWallet({ port: 0 });
  const configDirectory = temporaryFolder();
  const { url: baseUrl, apiKey } = wallet;
  let release = () => {};
  const refusal = new Promise<void>((resolve) => (release = resolve));
  /** Creates nothing before the others were refused, however long a process takes to start. */
  const held: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/withdraw/create')) await refusal;
    return wallet.fetch(request);
  };
  const [first, second] = [
    await openPayouts({ baseUrl, apiKey, configDirectory, fetch: held, timeoutMs: HANG_MS }),
    await openPayouts({ baseUrl, apiKey, configDirectory }),
  ];
  onTestFinished(async () => {
    first.close();
    second.close();
    await wallet.close();
  });
  const rows = [{ reference: 'a-1', pixKey: 'maria@example.com', amountCentavos: centavos(12_34) }];
  const plan = await first.plan(rows);
  let paying: ReturnType<typeof plan.run> | undefined;
  const runId = await new Promise<string>((resolve) => {
    paying = plan.run(plan, {
      onEvent: (event) => {
        if (event.type === 'changed' && event.payout.state === 'sending') resolve(event.payout.runId);
      },
    });
  });
  const again = await second.plan(rows);
  await expect(again.run(again)).rejects.toMatchObject({ code: 'run_locked' });
  const environment = { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey, PIX_CONFIG_DIR: configDirectory };
  const command = await finish(start(['payouts', 'resume', runId, '--yes', '--json'], environment));
  release();
  expect([jsonError(command).code, (await paying)?.outcome]).toEqual(['run_locked', 'paid']);
});
