import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { NOON } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';

interface ListedWithdrawal {
  readonly id: string;
  status: string;
  failureReason: string | null;
}

/** The service as it is, but for withdrawals that were COMPLETED and are FAILED now. */
async function openReturning(serviceUrl: string) {
  const returned = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void forward(Buffer.concat(chunks).toString());
    });
    async function forward(body: string): Promise<void> {
      const { method = 'GET', url = '/', headers } = request;
      const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
      );
      const answer = await fetch(new URL(url, serviceUrl), { method, headers: given, ...(body !== '' && { body }) });
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(url.includes('/withdraw/') ? changed(text) : text);
    }
  });
  const changed = (text: string) => {
    const json: { data?: { withdraws?: ListedWithdrawal[] } & Partial<ListedWithdrawal> } = JSON.parse(text);
    for (const row of [json.data, ...(json.data?.withdraws ?? [])]) {
      if (row?.id !== undefined && returned.has(row.id))
        Object.assign(row, { status: 'FAILED', failureReason: 'AC03' });
    }
    return JSON.stringify(json);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, returned };
}

it.each(['status --refresh', 'the next command'])(
  'a COMPLETED withdrawal that later FAILED is no longer reported as paid: %s',
  async (trigger) => {
    const office = await openPayoutOffice();
    const { url, returned } = await openReturning(office.service.url);
    const environment = { PIX_BASE_URL: url, PIX_API_KEY: office.service.keyOf() };
    const run = (argv: readonly string[]) => office.run(argv, { environment, now: NOON });
    const path = office.file('two.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00']);
    const paid = await run(payingArgv(path, '30,00'));
    expect([paid.exitCode, runOf(paid).paid.rows], paid.stderr).toEqual([0, 2]);
    const { run: runId } = runOf(paid);
    const [first] = await office.sent();
    returned.add(first?.id ?? '');

    if (trigger === 'the next command') {
      const other = office.file('other.csv', [HEADER, 'B-1,cai@example.com,5.00']);
      expect((await run(payingArgv(other, '5,00'))).exitCode).toBe(0);
    }
    const refresh = trigger.includes('--refresh') ? ['--refresh'] : [];
    const status = await run(['payouts', 'status', runId, '--json', ...refresh]);
    expect(runOf(status)).toMatchObject({ paid: { rows: 1, amount: 2_000 }, notPaid: { rows: 1, amount: 1_000 } });
    const report = JSON.parse((await run(['payouts', 'report', runId, '--json'])).stdout);
    expect(report.rows).toMatchObject([{ status: 'failed' }, { status: 'paid' }]);
    const retry = await run(['payouts', 'report', runId, '--retry-file', '-o', 'csv']);
    expect(retry.stdout).toContain('ana@example.com');
    expect(retry.stdout).not.toContain('bia@example.com');
  },
);
