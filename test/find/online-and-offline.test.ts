import { beforeEach, expect, it, vi } from 'vitest';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

let service: RunningTestService;
let environment: Record<string, string>;
beforeEach(async () => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  service = await startTestService({ payments: 150, withdraws: 30 });
  environment = { PIX_CONFIG_DIR: temporaryFolder(), PIX_BASE_URL: service.url, PIX_API_KEY: service.keyOf() };
});

async function found(...argv: string[]) {
  const run = await runCli(['find', '-o', 'ndjson', ...argv], { environment, now: Date.now() });
  const matches = run.stdout.split('\n').slice(0, -1);
  return { exitCode: run.exitCode, matches: matches.map((line) => JSON.parse(line)) };
}

const rowAt = async (path: string, offset: number) => {
  const { json } = await service.request(`/api/v1/${path}/list?limit=1&offset=${offset}`);
  return (json.data.payments ?? json.data.withdraws)[0];
};
const details = async (path: string, id: string) => (await service.request(`/api/v1/${path}/get/${id}`)).json.data;

it('finds the same with and without an index, whatever is asked for', async () => {
  const oldest = await rowAt('payment', 149);
  const payment = await rowAt('payment', 70);
  const withdrawal = await rowAt('withdraw', 20);
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  const reais = (payment.value / 100).toFixed(2).replace('.', ',');
  const [word = ''] = String(payment.description).split(' ');
  for (const text of [oldest.correlationID, withdrawal.id, withdrawal.pixKey, reais, word, word.toUpperCase()]) {
    const [online, offline] = await Promise.all([found(text, '--all'), found(text, '--all', '--offline')]);
    expect(online.matches.length, text).toBeGreaterThan(0);
    const placesOf = ({ matches }: typeof online) => matches.map(({ resource, id }) => `${resource} ${id}`).toSorted();
    expect(placesOf(offline), text).toEqual(placesOf(online));
  }
});

it('finds a withdrawal by its end-to-end id, which only its look-up tells', async () => {
  for (const offset of [0, 29]) {
    const { id } = await rowAt('withdraw', offset);
    const { transactionId } = await details('withdraw', id);
    expect(await found(transactionId)).toMatchObject({
      exitCode: 0,
      matches: [{ resource: 'withdrawal', id, transactionId, matchedBy: 'transactionId' }],
    });
  }
});

it('finds a payout by its reference, which the service does not know, and by a part of its e-mail key', async () => {
  const pay = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria.silva@example.com', '--yes', '--json'];
  const paid = await runCli([...pay, '--reference', 'Folha 7'], { environment, now: Date.now() });
  const { id } = JSON.parse(paid.stdout);
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  for (const how of [[], ['--offline']]) {
    expect(await found('Folha', '7', ...how)).toMatchObject({
      exitCode: 0,
      matches: [{ resource: 'withdrawal', id, matchedBy: 'reference' }],
    });
    expect(await found('MARIA.silva', ...how)).toMatchObject({ exitCode: 0, matches: [{ id, matchedBy: 'pixKey' }] });
  }
  const { stderr } = await runCli(['find', 'Folha 7'], { environment, now: Date.now() });
  expect(stderr).toMatch(/^The reference "Folha 7" belongs to a payout: r-\S+, row 1, Paid\.$/m);
});
