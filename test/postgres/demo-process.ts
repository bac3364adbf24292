import { resolve } from 'node:path';
import { startPostgres } from '../support/postgres-server.ts';
import { showInstances } from './demo.ts';

const WITHDRAWALS = 500;

// npm starts it in the folder of the package.
const program = resolve('bin/pix.js');
const write = (line: string) => console.log(line);
write('Starting PostgreSQL in a temporary folder.');
const server = await startPostgres(true);
try {
  await showInstances({ program, database: server.url, schema: 'pix', withdrawals: WITHDRAWALS, write });
} finally {
  await server.stop();
}
