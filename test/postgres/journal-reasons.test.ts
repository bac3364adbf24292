import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { API_KEY, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { fakeClock, openTestService, startTestService } from '../support/service.ts';

const text = (name: string, value: string) => `${name}${value}\0`;
const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const number = (value: number) => Buffer.from([0, 0, 0, value]);
const UNSUPPORTED = message(
  'E',
  Buffer.from(`${text('S', 'FATAL')}${text('C', '08P01')}${text('M', 'unsupported startup parameter: options')}\0`),
);
const SASL = message('R', Buffer.concat([number(10), Buffer.from('SCRAM-SHA-256\0\0')]));
const CHALLENGE = message('R', Buffer.concat([number(11), Buffer.from('r=x,s=eA==,i=4096')]));

/** A pooler that leaves out the settings of its clients' sessions, as some are told to do (`ignore_startup_parameters`). */
async function poolerBefore(database: string): Promise<string> {
  const target = new URL(database);
  const pooler = createServer((socket) => {
    const server = connect(Number(target.port), target.hostname);
    for (const end of [socket, server]) end.on('error', () => undefined);
    socket.once('data', (startup) => {
      const parts = startup.subarray(8).toString('latin1').split('\0');
      const at = parts.indexOf('options');
      parts.splice(at, 2);
      const rest = Buffer.from(parts.join('\0'), 'latin1');
      const head = Buffer.from(startup.subarray(0, 8));
      head.writeInt32BE(rest.length + 8);
      server.write(Buffer.concat([head, rest]));
      socket.pipe(server).pipe(socket);
    });
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    pooler.close();
  });
  return Object.assign(new URL(database), { port: (pooler.address() as AddressInfo).port }).href;
}

/** What answers each message of a client with the next of these. */
async function speaker(...answers: readonly Buffer[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined).on('data', () => socket.write(left.shift() ?? UNSUPPORTED));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `postgres://pix@127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
}

const list = (journal: string) => {
  const address = { PIX_BASE_URL: 'http://reasons.example', PIX_API_KEY: API_KEY, PIX_JOURNAL: journal };
  return runCli(['payouts', 'list', '--json'], { environment: { ...address, PIX_CONFIG_DIR: temporaryFolder() } });
};

it.each([
  ['a password lacks', () => speaker(SASL, CHALLENGE), 'a password is required, and there is none'],
  ['nothing listens', () => Promise.resolve('postgres://pix@127.0.0.1:1/pay'), 'connect ECONNREFUSED 127.0.0.1:1'],
])('says why the journal cannot be connected to: %s', async (_, addressed, reason) => {
  const address = await addressed();
  const failure = jsonError(await list(address));
  expect(failure).toMatchObject({ code: 'journal_unusable', details: { reason: 'unreachable' } });
  expect(failure.message).toBe(`cannot connect to the journal at ${address}; nothing was sent: ${reason}`);
  expect(failure.hint).toContain('that it is no pooler');
  const served = await runCli(['serve', '--mock', '--port', '0', '--no-profile', '--database', address, '--json']);
  expect(jsonError(served)).toMatchObject({
    code: 'database_unreachable',
    message: `cannot connect to ${address}: ${reason}`,
  });
});

it.each([
  ['refuses the settings of a session', () => speaker(UNSUPPORTED)],
  ['leaves them out', () => poolerBefore(inject('postgresUrl') ?? '')],
])(
  'uses no pooler that %s: tables would be made elsewhere, and frozen machines keep their locks',
  async (_, addressed) => {
    const address = await addressed();
    const failure = jsonError(await list(address));
    expect(failure).toMatchObject({ code: 'journal_unusable', details: { reason: 'pooled' } });
    const schemas = "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'pix\\_reasons%'";
    expect(await queryDatabase(inject('postgresUrl') ?? '', schemas)).toEqual([]);
    const served = await runCli(['serve', '--mock', '--port', '0', '--no-profile', '--database', address, '--json']);
    expect(jsonError(served).code).toBe('database_pooled');
  },
);

it('names a statement after its text alone, so that no session executes what another program has prepared', async () => {
  const namesOf = async (...texts: readonly string[]) => {
    vi.resetModules();
    const { prepared } = await import('../../src/sql/postgres/prepared.ts');
    return texts.map((statement) => [statement, prepared(statement).name]).toSorted();
  };
  const names = await namesOf('SELECT 1', 'SELECT 2');
  expect(await namesOf('SELECT 2', 'SELECT 1')).toEqual(names);
  expect(new Set(names.map(([, name]) => name)).size).toBe(2);
});

it('says which right a role lacks to begin a service, and not that pix has failed', async () => {
  const { database, schema } = ownSchema();
  const role = `nothing_${schema}`;
  await queryDatabase(database, `CREATE ROLE ${role} LOGIN`);
  onTestFinished(() => queryDatabase(database, `DROP ROLE ${role}`).then(() => undefined));
  const asRole = Object.assign(new URL(database), { username: role }).href;
  await expect(openTestService({ database: asRole, schema })).rejects.toMatchObject({
    code: 'database_failed',
    message: expect.stringMatching(/^permission denied for database/),
  });
});

it('says that the disk of the database is full, and not that the connection was lost, when it cannot store what was sent', async () => {
  const { url, keys } = await startTestService({}, fakeClock(Date.now()));
  const key = keys.find(({ account, name }) => account === 'demo' && name === 'main')?.key ?? '';
  const [database, schema] = [inject('postgresUrl') ?? '', journalSchemaOf(url)];
  onTestFinished(() => queryDatabase(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`).then(() => undefined));
  const folder = temporaryFolder();
  const environment = { PIX_BASE_URL: url, PIX_API_KEY: key, PIX_JOURNAL: database, PIX_CONFIG_DIR: folder };
  await runCli(['payouts', 'list'], { environment });
  await queryDatabase(
    database,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE UPDATE OF state ON payout FOR EACH ROW WHEN (OLD.state = 'sending')
      EXECUTE FUNCTION full_disk()`,
    schema,
  );
  const file = join(folder, 'july.csv');
  writeFileSync(file, 'reference,pix_key,amount\nJUL-1,ana@example.com,10.00\nJUL-2,bia@example.com,20.00\n');
  const run = await runCli(['payouts', 'run', file, '--yes', '--confirm-total', '30,00', '--json'], { environment });
  expect(run.exitCode, run.stderr).toBe(5);
  expect(jsonError(run).message).toContain(
    'the database of the journal reports an error, so nothing more is sent: could not extend file',
  );
});
