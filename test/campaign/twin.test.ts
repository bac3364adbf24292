import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { seededRandom } from '../support/random.ts';
import { happen } from '../support/service-events.ts';
import { fakeClock, openTestService, startTestService, type TestAnswer } from '../support/service.ts';

/** Questions to a twin and to its original: `npm run campaign -- --only twins` asks many. */
const QUESTIONS = Number(process.env['CAMPAIGN_TWINS'] ?? 100);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const QUESTIONS_OF_AN_ACCOUNT = 100;

/** What must not be found in the data of a twin: a name, a document and a key, planted in the original. */
const PLANTED = [
  'Zenóbia',
  'Quintanilha',
  '529.982.247-25',
  '52998224725',
  'zenobia@quintanilha.example',
  '+5511987654321',
];
const TO_PLANTED = [
  { pixKey: '52998224725', pixKeyType: 'CPF' },
  { pixKey: 'zenobia@quintanilha.example', pixKeyType: 'EMAIL' },
  { pixKey: '+5511987654321', pixKeyType: 'PHONE' },
];

/** The fields that are replaced, or that no list contains: docs/integrate/local-service.md. */
const REPLACED = new Set(['pixKey', 'description', 'qrCode', 'transactionId']);

it(`a twin answers as its original, but for keys, names and documents (${QUESTIONS} questions)`, async () => {
  let asked = 0;
  for (let seed = FIRST_SEED; asked < QUESTIONS; seed += 1) {
    const random = seededRandom(seed);
    const whole = (below: number) => Math.floor(random() * below);
    const clock = fakeClock();
    const sizes = { payments: 5 + whole(150), withdraws: 2 + whole(60) };
    const original = await startTestService({ ...sizes, seed, cache: false, database: undefined }, clock);
    for (const recipient of TO_PLANTED) {
      const json = { amount: 6 + whole(20), ...recipient, description: 'Zenóbia Quintanilha 529.982.247-25' };
      expect((await original.request('/api/v1/withdraw/create', { json })).status).toBe(200);
    }
    for (let moves = whole(25); moves > 0; moves -= 1) {
      await happen(original, { what: whole(6), on: whole(40), ms: whole(90_000) }, clock);
    }
    const folder = temporaryFolder();
    const profiles = openProfiles({ configDirectory: folder });
    profiles.set('work', { baseUrl: original.url, apiKey: original.keyOf() });
    profiles.use('work');
    const environment = { PIX_CONFIG_DIR: folder };
    const synced = await runCli(['sync', '--end-to-end-ids', '--json'], { environment, now: clock.now() });
    expect({ exitCode: synced.exitCode, stderr: synced.stderr }, `seed ${seed}`).toEqual({ exitCode: 0, stderr: '' });

    const dataFile = join(folder, 'twin.db');
    const serve = ['serve', '--mock', '--port', '0', '--no-profile', '--json', '--data', dataFile];
    const served = await runCli([...serve, '--from-profile', 'work', '-q'], {
      environment,
      interruption: AbortSignal.abort(),
    });
    expect({ exitCode: served.exitCode, stderr: served.stderr }, `seed ${seed}`).toEqual({ exitCode: 0, stderr: '' });
    const data = readFileSync(dataFile).toString('utf8');
    const found = [...PLANTED, original.keyOf()].filter((text) => data.includes(text));
    expect(found, `seed ${seed}`).toEqual([]);

    const twin = await openTestService({ dataFile, cache: false }, fakeClock(clock.now()));
    expect((await twin.request('/mock/verify')).json.data.holds, `seed ${seed}`).toBe(true);
    for (const path of questions(await idsOf(original.request), whole)) {
      asked += 1;
      const [wanted, got] = await Promise.all([original, twin].map(({ request }) => request(path)));
      expect(answerOf(got), `seed ${seed}: ${path}`).toEqual(answerOf(wanted));
    }
    await twin.close();
    await original.stop();
  }
  if (process.env['CAMPAIGN_TWINS'] !== undefined) console.log(`${asked} × the same answer`);
}, 1_800_000);

type Ask = (path: string) => Promise<TestAnswer>;

async function idsOf(request: Ask): Promise<readonly string[]> {
  const ids = async (list: string, rows: string) => {
    const { json } = await request(`/api/v1/${list}?limit=100`);
    return json.data[rows].map(({ id }: { id: string }) => id);
  };
  return [...(await ids('payment/list', 'payments')), ...(await ids('withdraw/list', 'withdraws')), 'none'];
}

function* questions(ids: readonly string[], whole: (below: number) => number): Generator<string> {
  const pick = <Item>(items: readonly Item[]) => items[whole(items.length)];
  for (let number = 0; number < QUESTIONS_OF_AN_ACCOUNT; number += 1) {
    const query = new URLSearchParams({
      ...(whole(2) === 0 && { status: pick(['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED', 'WRONG']) ?? '' }),
      ...(whole(3) > 0 && { limit: String(whole(104)) }),
      ...(whole(3) > 0 && { offset: String(whole(160)) }),
    });
    const kind = pick(['payment', 'withdraw']);
    yield (
      pick([`/api/v1/${kind}/list?${query.toString()}`, `/api/v1/${kind}/get/${pick(ids)}`, '/api/v1/user/balance']) ??
      ''
    );
  }
}

/** The status and the body, with an empty text for what is replaced. */
function answerOf(answer: TestAnswer | undefined): unknown {
  const body = JSON.stringify(answer?.json, (key, value: unknown) =>
    REPLACED.has(key) && typeof value === 'string' ? '' : value,
  );
  return { status: answer?.status, body };
}
