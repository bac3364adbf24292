import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { seededRandom, type Random } from '../../src/service/seed/random.ts';
import { queryDataFile } from '../service/data-file.ts';
import { PROGRAM, readyOf } from '../support/pix-process.ts';

/** Something that an answer has acknowledged. The query finds its row in the data file as long as it must be there. */
export interface Acknowledged {
  readonly what: string;
  readonly query: string;
}

interface LifeOptions {
  readonly dataFile: string;
  readonly seed: string;
  /** What starts it, such as `strace`. */
  readonly before?: readonly string[];
  /** This many acknowledgements arrive before the service is killed. */
  readonly acknowledgements: number;
}

interface Data {
  readonly id: string;
  readonly now: string;
  readonly holds: boolean;
  readonly account: { readonly id: string };
  readonly messages: readonly { readonly account: string; readonly code: string }[];
}

/** What clients do to a running service, and what it acknowledged. */
interface Client {
  readonly random: Random;
  /** @throws {Error} on an answer that is neither a success nor a refusal, or on none */
  readonly api: (method: string, path: string, account: string, body?: object) => Promise<Data | undefined>;
  readonly control: (path: string, body: object) => Promise<Data | undefined>;
  readonly noteRow: (what: string, table: string, condition: string) => void;
  readonly note: (acknowledged: Acknowledged) => void;
}

const CONNECTIONS = 16;
const QUERIES_AT_ONCE = 100;
const VALID_CPF = '52998224725';
const ADVANCE_MS = 60_000;

/** Every operation that writes, of the API and of the controls. */
const OPERATIONS: readonly ((client: Client) => Promise<void>)[] = [
  async (client) => {
    await withdraw(client);
  },
  async (client) => {
    const id = await withdraw(client);
    const isSettled = client.random.fraction() < 0.5;
    const moved = await client.control(`withdraw/${isSettled ? 'settle' : 'fail'}`, { id });
    if (moved === undefined) return;
    client.noteRow('a settlement', 'withdrawals', `id = '${id}' AND status = '${isSettled ? 'COMPLETED' : 'FAILED'}'`);
    const kind = isSettled ? 'withdrawal_settled' : 'withdrawal_returned';
    client.noteRow('its transfer', 'transfers', `reference = '${id}' AND kind = '${kind}'`);
  },
  async (client) => {
    await client.api('POST', '/user/security/request-transfer-code', 'other', { amount: 5 });
    const inbox = await client.control('inbox', {});
    const code = inbox?.messages.find(({ account }) => account === 'other')?.code;
    // Another connection may have used it.
    const created = await client.api('POST', '/withdraw/create', 'other', { amount: 5, verificationCode: code });
    if (created !== undefined) client.noteRow('a withdrawal with its code', 'withdrawals', `id = '${created.id}'`);
  },
  async (client) => {
    const id = await charge(client);
    const [control, statuses] = client.random.pick([
      ['activate', "'ACTIVE', 'COMPLETED', 'FAILED'"],
      ['pay', "'COMPLETED'"],
      ['expire', "'FAILED'"],
    ]);
    if ((await client.control(`payment/${control}`, { id })) === undefined) return;
    client.noteRow(`payment ${control}`, 'payments', `id = '${id}' AND status IN (${statuses})`);
  },
  async (client) => {
    const deposit = await client.control('deposit', { amountCentavos: 5_000 });
    const paymentId = deposit?.id ?? '';
    client.noteRow('a deposit', 'payments', `id = '${paymentId}' AND status = 'COMPLETED'`);
    if ((await client.control('dispute/open', { paymentId })) === undefined) return;
    client.noteRow('a dispute', 'disputes', `payment = '${paymentId}'`);
    const outcome = client.random.pick(['accept', 'refuse']);
    if ((await client.control(`dispute/${outcome}`, { paymentId })) === undefined) return;
    const status = outcome === 'accept' ? 'ACCEPTED' : 'REFUSED';
    client.noteRow(`dispute ${outcome}`, 'disputes', `payment = '${paymentId}' AND status = '${status}'`);
  },
  async (client) => {
    const order = { name: 'scripts', permissions: ['read:balance'] };
    const { id = '' } = (await client.api('POST', '/user/api-key/create', 'demo', order)) ?? {};
    if (client.random.fraction() < 0.5) {
      client.noteRow('a key', 'api_keys', `id = '${id}'`);
    } else if ((await client.api('DELETE', `/user/api-key/${id}`, 'demo')) !== undefined) {
      const query = `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM api_keys WHERE id = '${id}')`;
      client.note({ what: 'a revoked key', query });
    }
  },
  async (client) => {
    const person = { name: 'Maria Silva', email: 'maria.silva@example.com', taxId: VALID_CPF };
    const registered = await client.api('POST', '/user/register', 'other', person);
    if (registered === undefined) return;
    const { id } = registered.account;
    client.noteRow('an account', 'accounts', `id = '${id}'`);
    const daily = client.random.whole(1, 1_000);
    await client.api('PATCH', `/admin/account/update/${id}`, 'admin', { limits: { daily } });
    client.noteRow('a limit', 'accounts', `id = '${id}' AND daily_limit = ${daily * 100}`);
    await client.control('account', { account: id, feeCentavos: daily });
    client.noteRow('a fee', 'accounts', `id = '${id}' AND plan_fee = ${daily}`);
  },
  async (client) => {
    const moved = await client.control('clock/advance', { durationMs: ADVANCE_MS });
    const aheadMs = Date.parse(moved?.now ?? '') - Date.now();
    client.noteRow('the clock', 'service_state', `clock_ahead_ms >= ${aheadMs - ADVANCE_MS / 2}`);
  },
];

async function withdraw({ api, noteRow, random }: Client): Promise<string> {
  const created = await api('POST', '/withdraw/create', 'demo', { amount: 5, coverFee: random.fraction() < 0.5 });
  const id = created?.id ?? '';
  noteRow('a withdrawal', 'withdrawals', `id = '${id}'`);
  noteRow('its debit', 'transfers', `reference = '${id}' AND kind IN ('withdrawal_sent', 'withdrawal_held')`);
  return id;
}

async function charge({ api, noteRow }: Client): Promise<string> {
  const created = await api('POST', '/payment/create', 'demo', { value: 20 });
  const id = created?.id ?? '';
  noteRow('a charge', 'payments', `id = '${id}'`);
  return id;
}

/**
 * Starts the built program on a data file, writes to it over many connections in all ways, and kills it (-9) meanwhile.
 * The same seed performs the same operations, in an order that depends on the machine.
 */
export async function liveAndDie(options: LifeOptions): Promise<readonly Acknowledged[]> {
  const { child, url, keyOf } = await serve(options);
  const exited = once(child, 'exit');
  const closed = options.before === undefined ? undefined : once(child, 'close');
  const acknowledged: Acknowledged[] = [];

  function note(fact: Acknowledged): void {
    acknowledged.push(fact);
    if (acknowledged.length === options.acknowledgements) child.kill('SIGKILL');
  }

  function clientOf(random: Random): Client {
    const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { data?: Data };
      if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}`);
      return data;
    };
    return {
      random,
      note,
      noteRow(what, table, condition) {
        note({ what, query: `SELECT 1 FROM ${table} WHERE ${condition}` });
      },
      api: (method, path, account, body) => send(method, `/api/v1${path}`, { 'X-API-Key': keyOf(account) }, body),
      control: (path, body) =>
        send(path === 'inbox' ? 'GET' : 'POST', `/mock/${path}`, {}, path === 'inbox' ? undefined : body),
    };
  }

  async function converse(place: number): Promise<void> {
    const client = clientOf(seededRandom(`${options.seed} connection ${place}`));
    for (;;) await OPERATIONS[client.random.whole(0, OPERATIONS.length - 1)]?.(client);
  }

  await prepare(clientOf(seededRandom(options.seed)));
  const ends = await Promise.allSettled(Array.from({ length: CONNECTIONS }, (_, index) => converse(index)));
  const [, signal] = (await exited) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`it ended by itself: ${JSON.stringify(ends)}`);
  // `strace` has the output open for as long as it writes its own.
  await closed;
  return acknowledged;
}

/** Checks the data file of a killed service; then adds money, and accounts with every way of withdrawing. */
async function prepare({ control }: Client): Promise<void> {
  const limits = { dailyLimitCentavos: 1e12, monthlyLimitCentavos: 1e12 };
  await control('account', { account: 'demo', instant: false, ...limits });
  await control('account', { account: 'other', transferSecurity: true, ...limits });
  for (const account of ['demo', 'other']) await control('deposit', { account, amountCentavos: 100_000 });
}

/** Waits for the first line of output. */
async function serve({ dataFile, before = [] }: LifeOptions) {
  const options = ['--mock', '--data', dataFile, '--port', '0', '--no-rate-limit', '--no-profile', '--json'];
  const [command = '', ...words] = [...before, process.execPath, PROGRAM, 'serve', ...options];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, ...(await readyOf(child)) };
}

/** Acknowledged rows that are not in the data file. */
export async function lostFrom(dataFile: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = [];
  for (let start = 0; start < acknowledged.length; start += QUERIES_AT_ONCE) {
    const facts = acknowledged.slice(start, start + QUERIES_AT_ONCE);
    const questions = facts.map(({ query }, index) => `SELECT ${index} AS place WHERE NOT EXISTS (${query})`);
    const rows = await queryDataFile(dataFile, questions.join(' UNION ALL '));
    lost.push(...rows.map(({ place }) => JSON.stringify(facts[Number(place)])));
  }
  return lost;
}
