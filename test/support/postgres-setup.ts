import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

/** One server for all tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
