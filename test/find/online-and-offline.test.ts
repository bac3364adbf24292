import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  // By the service's clock, which has other days.
  const now = Date.parse((await rowAt('withdraw', 0)).createdAt);
  const run = await runCli(['find', '-o', 'ndjson', ...argv], { environment, now });
  const matches = run.stdout.split('\n').slice(0, -1);
  return { exitCode: run.exitCode, matches: matches.map((line) => JSON.parse(line)) };
}

const rowAt = async (path: string, offset: number) => {
  const { json } = await service.request(`/api/v1/${path}/list?limit=1&offset=${offset}`);
  return (json.data.payments ?? json.data.withdraws)[0];
};
const details = async (path: string, id: string) => (await service.request(`/api/v1/${path}/get/${id}`)).json.data;

it('finds the same with and without an index, for every question', async () => {
  const oldest = await rowAt('payment', 149);
  const payment = await rowAt('payment', 70);
  const withdrawal = await rowAt('withdraw', 20);
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  const reais = (payment.value / 100).toFixed(2).replace('.', ',');
  const [word = ''] = String(payment.description).split(' ');
  const texts = [oldest.correlationID, withdrawal.id, withdrawal.pixKey, reais, word, word.toUpperCase()];
  const parts = [
    withdrawal.id.slice(-7),
    `${withdrawal.id.slice(0, 9)}…${withdrawal.id.slice(-7)}`,
    withdrawal.correlationID.slice(4, 15).toUpperCase(),
    `${withdrawal.pixKey.slice(0, -7)}${'*'.repeat(7)}`,
    `${reais} reais ${String(payment.description).split(' ').at(-1)}`,
    String(payment.description).split(' ').toReversed().join(' '),
  ];
  for (const text of [...texts, ...parts]) {
    const [online, offline] = await Promise.all([found(text, '--all'), found(text, '--all', '--offline')]);
    expect(online.matches.length, text).toBeGreaterThan(0);
    const placesOf = ({ matches }: typeof online) => matches.map(({ resource, id }) => `${resource} ${id}`).toSorted();
    expect(placesOf(offline), text).toEqual(placesOf(online));
  }
});

it('finds a withdrawal by its end-to-end id, which only its look-up returns', async () => {
  for (const offset of [0, 29]) {
    const { id } = await rowAt('withdraw', offset);
    const { transactionId } = await details('withdraw', id);
    expect(await found(transactionId)).toMatchObject({
      exitCode: 0,
      matches: [{ resource: 'withdrawal', id, transactionId, matchedBy: 'transactionId' }],
    });
  }
});

it('finds an id as it is pasted from other programs: without hyphens, broken, with a label, quotes or dashes', async () => {
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  for (const [path, offset, command] of [
    ['payment', 149, 'payments'],
    ['withdraw', 29, 'withdraw'],
  ] as const) {
    const { id } = await rowAt(path, offset);
    const bare = id.replaceAll('-', '');
    const words = [bare, bare.toUpperCase(), `"${id}",`, `'${id}'`, `ID:${id}`, `“${bare}”`, `"id":"${id}",`];
    const dashes = ['\u2010', '\u2011', '\u2013', '\u2212'].map((dash) => id.replaceAll('-', dash));
    const broken = [`${id.slice(0, 24)} ${id.slice(24)}`, `${id.slice(0, 23)} ${id.slice(23)}`];
    for (const text of [...words, ...dashes, ...broken, `ID ${id}`, `id: ${bare}`, `  "id": "${id}",`]) {
      for (const how of [[], ['--offline']]) {
        const { exitCode, matches } = await found(text, ...how);
        expect([text, ...how, exitCode, matches.length]).toEqual([text, ...how, 0, 1]);
        expect(matches[0]).toMatchObject({ id, matchedBy: 'id' });
      }
    }
    for (const text of [...words, ...dashes]) {
      const got = await runCli([command, 'get', text, '--json'], { environment, now: Date.now() });
      expect([text, got.exitCode, got.stderr]).toEqual([text, 0, '']);
      expect(JSON.parse(got.stdout)).toMatchObject({ id });
    }
  }
  const { id } = await rowAt('withdraw', 0);
  const { transactionId } = await details('withdraw', id);
  for (const text of [
    `"${transactionId}",`,
    `ID: ${transactionId}`,
    `ID da transação (EndToEndId)  ${transactionId}`,
  ]) {
    expect(await found(text)).toMatchObject({ exitCode: 0, matches: [{ id, matchedBy: 'transactionId' }] });
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
  expect(stderr.match(/^"Folha 7" belongs to a payout: r-\S+, line 1, Paid\.$/gm)).toHaveLength(1);
});

it('finds a payment by the name of a file that was paid, and by a part of its end-to-end id', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'folha.csv');
  writeFileSync(file, 'reference,name,pix_key,amount\nf-1,João da Silva Souza,maria.silva@example.com,"31,25"\n');
  const paid = await runCli(['payouts', 'run', file, '--yes', '--confirm-total', '31,25', '--json'], {
    environment,
    now: Date.now(),
  });
  expect(paid.exitCode).toBe(0);
  const { run } = JSON.parse(paid.stdout);
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  const reported = await runCli(['payouts', 'report', run, '-o', 'tsv', '--fields', 'id'], { environment });
  const sent = reported.stdout.trim();
  for (const how of [[], ['--offline']]) {
    // The line of the sheet, whose first one has the names of the columns.
    for (const typed of [sent, sent.slice(-8)]) {
      const { stderr } = await runCli(['find', typed, ...how], { environment, now: Date.now() });
      expect(stderr).toContain(`"${typed}" belongs to a payout: ${run}, line 2, Paid.`);
    }
    const match = { resource: 'withdrawal', pixKey: 'maria.silva@example.com', recipientName: 'João da Silva Souza' };
    expect(await found('souza', 'joao', '31,25', ...how)).toMatchObject({
      exitCode: 0,
      matches: [{ ...match, matchedBy: expect.stringContaining('recipientName') }],
    });
    expect(await found('souza', 'maria', ...how)).toMatchObject({ exitCode: 0, matches: [match] });
    expect(await found('souza', 'pereira', ...how)).toMatchObject({ exitCode: 6 });
    expect(await found('souza', '--status', 'falhou', ...how)).toMatchObject({ exitCode: 6 });
    expect(await found('souza', '--status', 'enviado', ...how)).toMatchObject({ exitCode: 0, matches: [match] });
    expect(await found('souza', 'hoje', ...how)).toMatchObject({ exitCode: 0, matches: [match] });
    expect(await found('souza', 'ontem', ...how)).toMatchObject({ exitCode: 6 });
  }
  const { id } = await rowAt('withdraw', 0);
  const { transactionId } = await details('withdraw', id);
  for (const part of [transactionId.slice(-9), transactionId.slice(0, 24)]) {
    expect(await found(part)).toMatchObject({ exitCode: 0, matches: [{ id, matchedBy: 'transactionId' }] });
  }
});

it('finds everything of a day without further words, and says how the day was read', async () => {
  const newest = await rowAt('payment', 0);
  const day = new Date(newest.createdAt).toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit' });
  const of = async (...argv: string[]) => (await found(day, ...argv)).matches.map(({ id }) => id).toSorted();
  expect((await runCli(['sync'], { environment, now: Date.now() })).exitCode).toBe(0);
  const ids = await of();
  expect(ids).toContain(newest.id);
  expect(ids.length).toBeLessThan(50);
  expect(await of('--offline')).toEqual(ids);
  const { stderr } = await runCli(['find', day], { environment, now: Date.now() });
  expect(stderr).toMatch(/^Searching \d{4}-\d\d-\d\d only\.$/m);
});
