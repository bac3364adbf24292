import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService, ServiceStartError } from '../../src/service/start.ts';
import { HISTORY, NOON_IN_SAO_PAULO, openTestService, startTestService } from '../support/service.ts';
import { brokenRules, dataFilePath, editDataFile, queryDataFile } from './data-file.ts';

const CREATE = '/api/v1/withdraw/create';
const BODY = '{"amount":10}';

async function failureOf(starting: Promise<unknown>): Promise<ServiceStartError> {
  const error: unknown = await starting.then(
    () => new Error('it started'),
    (reason: unknown) => reason,
  );
  if (error instanceof ServiceStartError) return error;
  throw error;
}

describe('the address', () => {
  it('is reported when it is in use', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    onTestFinished(() => void occupant.close());
    const { port } = occupant.address() as AddressInfo;
    const dataFile = dataFilePath();
    const error = await failureOf(startService({ port, dataFile }));
    expect(error).toMatchObject({ code: 'port_in_use', host: '127.0.0.1', port });
    expect(await brokenRules(dataFile)).toEqual([]);
  });

  it('is reported when it does not belong to this machine', async () => {
    expect(await failureOf(startService({ host: '203.0.113.1', port: 0, expose: true }))).toMatchObject({
      code: 'address_unavailable',
      host: '203.0.113.1',
    });
  });

  it.each(['LOCALHOST', '[::1]', '127.0.0.1'])('of a loopback host may be written as %s', async (host) => {
    const { url } = await startTestService({ host });
    expect(new URL(url).hostname).toBe(host.toLowerCase());
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  it('answers as soon as it is printed', async () => {
    const { url } = await startTestService();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });
});

describe('stopping', () => {
  async function halfSent() {
    const service = await startTestService({ dataFile: dataFilePath() });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8');
    const head = [`POST ${CREATE} HTTP/1.1`, 'Host: 127.0.0.1', `X-API-Key: ${service.keyOf()}`];
    const fields = ['Content-Type: application/json', `Content-Length: ${BODY.length}`];
    socket.write([...head, ...fields, '', BODY.slice(0, 5)].join('\r\n'));
    // The service reads it once it answers a later request.
    await service.request('/healthz');
    return { service, socket };
  }

  async function answerOn(socket: Socket): Promise<string> {
    const [answer] = (await once(socket, 'data')) as [string];
    return answer;
  }

  it('finishes open requests, and accepts no new ones', async () => {
    const { service, socket } = await halfSent();
    const stopped = service.stop();
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    socket.write(BODY.slice(5));
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
    await once(socket, 'close');
    await stopped;
  });

  it('does not wait for idle connections', async () => {
    const service = await startTestService();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    await service.request('/healthz');
    const closed = once(socket, 'close');
    await service.stop();
    await closed;
  });

  it('can be requested twice', async () => {
    const service = await startTestService();
    await Promise.all([service.stop(), service.stop()]);
  });
});

describe('a data file', () => {
  it('keeps everything over a restart', async () => {
    const dataFile = dataFilePath();
    const first = await startTestService({ ...HISTORY, dataFile });
    const { id } = (await first.request(CREATE, { json: { amount: 10 } })).json.data;
    const payment = (await first.request('/api/v1/payment/create', { json: { value: 20 } })).json.data;
    const balance = (await first.request('/api/v1/user/balance')).text;
    await first.stop();
    expect(await brokenRules(dataFile)).toEqual([]);

    const second = await startTestService({ dataFile, payments: 7, withdraws: 7 });
    expect(second.keys).toEqual(first.keys);
    expect((await second.request('/api/v1/user/balance')).text).toBe(balance);
    expect((await second.request(`/api/v1/withdraw/get/${id}`)).json.data.status).toBe('COMPLETED');
    expect((await second.request(`/api/v1/payment/get/${payment.id}`)).json.data.qrCode).toBe(payment.qrCode);
    expect((await second.request('/api/v1/payment/list')).json.data.pagination.total).toBe(121);
  });

  it('contains no API key', async () => {
    const dataFile = dataFilePath();
    const service = await openTestService({ dataFile });
    await service.close();
    const [row] = await queryDataFile(
      dataFile,
      'SELECT json_group_array(json_array(id, name, hex(digest))) AS all_keys FROM api_keys',
    );
    for (const { key } of service.keys) expect(String(row!['all_keys'])).not.toContain(key.slice(3));
  });

  it('keeps its seed, and is refused with another', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile, seed: 7 })).close();
    expect(await failureOf(startService({ port: 0, dataFile, seed: 8 }))).toMatchObject({
      code: 'seed_differs',
      dataFile,
      storedSeed: 7,
      requestedSeed: 8,
    });
    const service = await startTestService({ dataFile });
    expect(service.seed).toBe(7);
    await service.stop();
    expect((await startTestService({ dataFile, seed: 7 })).seed).toBe(7);
  });

  it("continues from the latest time in it, whatever the machine's clock says", async () => {
    const dataFile = dataFilePath();
    const first = await openTestService({ dataFile });
    first.clock.advance(Date.UTC(2100, 0, 1) - NOON_IN_SAO_PAULO);
    await first.request(CREATE, { json: { amount: 10 } });
    await first.close();
    const second = await openTestService({ dataFile, clock: undefined });
    const { createdAt } = (await second.request(CREATE, { json: { amount: 10 } })).json.data;
    expect(createdAt).toMatch(/^2100-01-01T00:00:/);
  });

  it('is refused while another service uses it', async () => {
    const dataFile = dataFilePath();
    await openTestService({ dataFile });
    expect(await failureOf(startService({ port: 0, dataFile }))).toMatchObject({ code: 'data_file_locked', dataFile });
  });

  it('is refused when a newer version or another program wrote it', async () => {
    const newer = dataFilePath();
    await (await openTestService({ dataFile: newer })).close();
    await editDataFile(newer, 'PRAGMA user_version = 1000');
    expect((await failureOf(startService({ port: 0, dataFile: newer }))).code).toBe('data_file_newer');

    const foreign = dataFilePath();
    await (await openTestService({ dataFile: foreign })).close();
    await editDataFile(foreign, 'PRAGMA application_id = 1');
    expect((await failureOf(startService({ port: 0, dataFile: foreign }))).code).toBe('data_file_foreign');

    const nowhere = `${dataFilePath()}/none/data.db`;
    expect(await failureOf(startService({ port: 0, dataFile: nowhere }))).toMatchObject({
      code: 'data_file_unreadable',
      dataFile: nowhere,
    });
  });
});

describe('a damaged data file', () => {
  /** Overwrites pages in the middle, like a failing disk. */
  async function damagedFile(): Promise<string> {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile, payments: 200 })).close();
    const file = await open(dataFile, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(16_384, 0xa5), 0, 16_384, Math.floor(size / 2 / 4096) * 4096);
    await file.close();
    return dataFile;
  }

  it('is refused at the start, with what was found, and left unchanged', async () => {
    const dataFile = await damagedFile();
    const before = await readFile(dataFile);
    const error = await failureOf(startService({ port: 0, dataFile }));
    expect(error).toMatchObject({ code: 'data_file_damaged', dataFile, damage: expect.stringMatching(/./) });
    expect((await readFile(dataFile)).equals(before)).toBe(true);
  });

  it('that is large is opened without reading all of it, and verify finds the damage', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile })).close();
    await editDataFile(
      dataFile,
      `INSERT INTO verification_codes (number, account, digest, amount, cover_fee, created_at, expires_at, email, code)
        VALUES (1, 'demo', zeroblob(32), 1, 0, 0, 1, hex(zeroblob(20000000)), '1');`,
    );
    const file = await open(dataFile, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(16_384, 0xa5), 0, 16_384, Math.floor(size / 2 / 4096) * 4096);
    await file.close();
    const { request } = await openTestService({ dataFile });
    expect((await request('/api/v1/user/balance')).status).toBe(200);
    expect((await request('/mock/verify')).json.data).toMatchObject({ holds: false, isDamaged: true });
  });
});

it('files of a killed process are removed at the start, unless they were written to within the hour', async () => {
  const folderOf = async (name: string, ageMs: number) => {
    const folder = await mkdtemp(join(tmpdir(), name));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'data.db'), 'names and money');
    const at = new Date(Date.now() - ageMs);
    for (const path of [join(folder, 'data.db'), folder]) await utimes(path, at, at);
    return folder;
  };
  const hour = 3_600_000;
  const left = await folderOf('pix-state-', 2 * hour);
  const remaining = [await folderOf('pix-state-', hour / 2), await folderOf('another-state-', 2 * hour)];
  await startTestService({ payments: 0, withdraws: 0 });
  expect([existsSync(left), remaining.map((folder) => existsSync(folder))]).toEqual([false, [true, true]]);
});

it('reports how much of the history of a new service is written', async () => {
  const shares: number[] = [];
  const service = await startService({
    port: 0,
    payments: 900,
    withdraws: 50,
    onSeeding: (share) => shares.push(share),
  });
  await service.stop();
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect([Math.min(...shares) > 0, Math.max(...shares) <= 1]).toEqual([true, true]);
});
