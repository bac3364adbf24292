import { resourceUsage } from 'node:process';
import { main } from '../../src/cli/main.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import type { ClientOutcome, ClientTask } from './spawn-client.ts';

/** A client in a process of its own, started by `spawn-client.ts`: its task as JSON, its result by IPC. */
const task = JSON.parse(process.argv[2] ?? '{}') as ClientTask;
const startedAtMs = Date.now();
const done = task.exportPath === undefined ? await list(task) : await exportAll(task);
process.send?.({ ...done, startedAtMs, endedAtMs: Date.now(), peakMemoryBytes: resourceUsage().maxRSS * 1024 });
process.disconnect();

type Done = Pick<ClientOutcome, 'exitCode' | 'rowsRead' | 'refused' | 'answersAtMs'>;

async function list({ url, keys, rows }: ClientTask): Promise<Done> {
  const answersAtMs: number[] = [];
  let refused = 0;
  let rowsRead = 0;
  const client = createPixClient({
    baseUrl: url,
    apiKeys: keys.map((key, index) => ({ name: `key-${index}`, key })),
    onEvent(event) {
      if (event.type === 'answer' && event.status === 200) answersAtMs.push(Date.now());
      if (event.type === 'answer' && event.status === 429) refused += 1;
    },
  });
  for await (const page of client.payments.list({ maximum: rows }).pages()) rowsRead += page.items.length;
  return { exitCode: 0, rowsRead, refused, answersAtMs };
}

/** Reads like `pix export payments`; service and key come from the environment. */
async function exportAll({ url, keys: [key = ''], exportPath = '', rows }: ClientTask): Promise<Done> {
  Object.assign(process.env, { PIX_BASE_URL: url, PIX_API_KEY: key });
  const exitCode = await main(['export', 'payments', '--out', exportPath, '--quiet', '--json']);
  return { exitCode, rowsRead: rows, refused: 0, answersAtMs: [] };
}
