import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { ServiceSettings } from '../../src/service/service-settings.ts';
import { draws } from './draws.ts';
import { OWN_SERVER } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of the run; undefined for tests that need none. */
    postgresUrl: string | undefined;
  }
}

/**
 * Settings of a service on the server of the run, in a schema of its own. It is dropped after the test where the server
 * remains: to remove its tables takes a quarter as long as the test.
 */
export function ownSchema(): Pick<ServiceSettings, 'database' | 'schema'> & { database: string; schema: string } {
  const database = inject('postgresUrl');
  if (database === undefined) throw new Error('this test runs in a project without PostgreSQL');
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  if (process.env[OWN_SERVER] !== undefined) {
    onTestFinished(async () => {
      await queryDatabase(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    });
  }
  return { database, schema };
}

/** What a caller of the test has to do with the database itself. */
export async function queryDatabase(url: string, sql: string, schema = 'public'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Where tests of the service keep their state: in memory, unless the project has a server. */
export function testStore(): Pick<ServiceSettings, 'database' | 'schema'> {
  return inject('postgresUrl') === undefined ? {} : ownSchema();
}

/** The same for a property about both stores: with a server, each draw takes ten times as long. */
export function drawsOfStore(few: number): { readonly numRuns: number } {
  return draws(inject('postgresUrl') === undefined ? few : Math.ceil(few / 4));
}

/** Whether a test is to try all that it can: on the fast store, and in a campaign of both. */
export function isWhole(): boolean {
  return inject('postgresUrl') === undefined || process.env['CAMPAIGN_STORES'] !== undefined;
}

/** Whether a test names the store of its service: `database: undefined` is the memory, also where there is a server. */
export function namesStore(settings: Pick<ServiceSettings, 'dataFile' | 'database'>): boolean {
  return settings.dataFile !== undefined || 'database' in settings;
}

/**
 * How many instances of a service a test opens, and asks in turn: one, unless a campaign asks for more. A test that names
 * its store opens its instances itself.
 */
export function instanceCount(settings: Pick<ServiceSettings, 'dataFile' | 'database'>): number {
  const isOwn = namesStore(settings) || inject('postgresUrl') === undefined;
  return isOwn ? 1 : Number(process.env['CAMPAIGN_INSTANCES'] ?? 1);
}

/** @returns the items one after the other, from the beginning again after the last one */
export function inTurn<Item>(items: readonly [Item, ...Item[]]): () => Item {
  let asked = 0;
  return () => items[asked++ % items.length] ?? items[0];
}
