import { createServer } from 'node:http';
import { describe, expect } from 'vitest';
import { NOON, failureOf } from '../support/cli.ts';
import { payingArgv, runOf, it, type PayoutOffice } from './payout-office.ts';
import { listen } from '../support/wire.ts';
import { openTampering } from './tampering.ts';

const HEADER = 'reference,pix_key,amount';

interface ListedWithdrawal {
  readonly id: string;
  status: string;
  failureReason: string | null;
}

/** The service as it is, but for withdrawals that have ended otherwise since. */
async function openChanging({ service }: PayoutOffice) {
  const ends = new Map<string, 'COMPLETED' | 'FAILED'>();
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
      const answer = await fetch(new URL(url, service.url), { method, headers: given, ...(body !== '' && { body }) });
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(url.includes('/withdraw/') ? changed(text) : text);
    }
  });
  const changed = (text: string) => {
    const json: { data?: { withdraws?: ListedWithdrawal[] } & Partial<ListedWithdrawal> } = JSON.parse(text);
    for (const row of [json.data, ...(json.data?.withdraws ?? [])]) {
      const status = ends.get(row?.id ?? '');
      if (row !== undefined && status !== undefined)
        Object.assign(row, { status, failureReason: status === 'FAILED' ? 'AC03' : null });
    }
    return JSON.stringify(json);
  };
  const PIX_BASE_URL = `http://127.0.0.1:${await listen(server)}`;
  return { environment: { PIX_BASE_URL, PIX_API_KEY: service.keyOf() }, ends };
}

it.for(['status --refresh', 'the next command'])(
  'a COMPLETED withdrawal that later FAILED is no longer reported as paid: %s',
  async (trigger, { office }) => {
    const { environment, ends } = await openChanging(office);
    const run = (argv: readonly string[]) => office.run(argv, { environment, now: NOON });
    const path = office.file('two.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00']);
    const paid = await run(payingArgv(path, '30,00'));
    expect([paid.exitCode, runOf(paid).paid.rows], paid.stderr).toEqual([0, 2]);
    const { run: runId } = runOf(paid);
    const [first] = await office.sent();
    ends.set(first?.id ?? '', 'FAILED');

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

it.for(['status --refresh', 'the next command'])(
  'a FAILED withdrawal that is COMPLETED later is put on hold, and not paid again: %s',
  async (trigger, { office }) => {
    const { environment, ends } = await openChanging(office);
    const path = office.file('one.csv', [HEADER, 'A-1,fail-ac03@example.com,10.00']);
    const failed = await office.pay(path, '10,00', ['--wait'], { environment });
    expect([failed.exitCode, runOf(failed).notPaid.rows]).toEqual([3, 1]);
    const [{ id } = { id: '' }] = await office.sent();
    ends.set(id, 'COMPLETED');

    const now = NOON + 3_600_000;
    const runId = runOf(failed).run;
    const run = (...argv: string[]) => office.run([...argv, '--json'], { environment, now });
    if (trigger === 'status --refresh') {
      expect(runOf(await run('payouts', 'status', runId, '--refresh'))).toMatchObject({ open: { rows: 1 } });
    }
    const other = office.file('again.csv', [HEADER, 'A-1b,fail-ac03@example.com,10.00']);
    const again = await office.pay(other, '10,00', [], { environment, now });
    expect([...failureOf(again), (await office.sent()).length]).toEqual([2, 'paid_before', 1]);
    expect(runOf(await run('payouts', 'status', runId))).toMatchObject({ open: { rows: 1 }, notPaid: { rows: 0 } });
    expect((await run('payouts', 'resume', runId, '--yes')).exitCode).toBe(5);
    const resolved = await run('payouts', 'resolve', runId, '2', '--paid', id, '--yes');
    expect(resolved.exitCode, resolved.stderr).toBe(0);
    expect((await run('payouts', 'resume', runId, '--yes')).exitCode).toBe(0);
  },
);

it('a FAILED withdrawal that is COMPLETED later is an alarm if its reference was paid since', async ({ office }) => {
  const { environment, ends } = await openChanging(office);
  const path = office.file('one.csv', [HEADER, 'A-1,fail-ac03@example.com,10.00']);
  const failed = await office.pay(path, '10,00', ['--wait'], { environment });
  const [{ id } = { id: '' }] = await office.sent();
  const later = (hours: number) => ({ environment, now: NOON + hours * 3_600_000 });
  const other = office.file('more.csv', [HEADER, 'A-1,fail-ac03@example.com,10.00', 'B-1,bia@example.com,5.00']);
  expect(runOf(await office.pay(other, '15,00', [], later(1)))).toMatchObject({ pending: { rows: 1 } });
  ends.set(id, 'COMPLETED');
  const resumed = await office.resume(runOf(failed).run, [], later(2));
  expect(failureOf(resumed)).toEqual([5, 'paid_twice']);
});

it.for(['status --refresh', 'the next command'])(
  'a withdrawal that a person has named, and that failed afterwards, is not reported as paid: %s',
  async (trigger, { office }) => {
    await office.control('account', 'set', '--instant', 'false', '--settle-after', 'never');
    const path = office.file('one.csv', [HEADER, 'A-1,ana@example.com,10.00']);
    const { run } = runOf(await office.pay(path, '10', ['--on', 'tomorrow']));
    const id = await office.payByHand(10, 'ana@example.com');
    const named = await office.run(['payouts', 'resolve', run, '2', '--paid', id, '--yes']);
    expect(named.exitCode, named.stderr).toBe(0);
    expect(runOf(await office.run(['payouts', 'status', run, '--refresh', '--json'])).paid.rows).toBe(1);

    await office.control('fail', id, '--reason', 'AC03');
    const other = office.file('other.csv', [HEADER, 'B-1,bia@example.com,5.00']);
    await office.run(trigger === 'status --refresh' ? ['payouts', 'status', run, '--refresh'] : payingArgv(other, '5'));
    expect(runOf(await office.run(['payouts', 'status', run, '--json']))).toMatchObject({
      paid: { rows: 0 },
      notPaid: { rows: 1 },
    });
    const again = office.file('again.csv', [HEADER, 'A-1,ana2@example.com,10.00']);
    expect((await office.pay(again, '10', [], { now: NOON + 600_000 })).exitCode).toBe(0);
    expect((await office.sent()).at(-1)?.pixKey).toBe('ana2@example.com');
  },
);

it('a row whose earlier payment has failed, and that was paid by hand since, is not sent by the run that has left it out', async ({
  office,
}) => {
  const { environment, ends } = await openChanging(office);
  const at = (hours: number) => ({ environment, now: office.until(NOON + hours * 3_600_000) });
  const row = 'A-1,ana@example.com,10.00';
  const one = runOf(await office.pay(office.file('one.csv', [HEADER, row]), '10,00', [], at(0)));
  const [{ id } = { id: '' }] = await office.sent();
  const more = office.file('more.csv', [HEADER, row, 'B-1,bia@example.com,5.00']);
  const { run } = runOf(await office.pay(more, '15,00', [], at(1)));
  ends.set(id, 'FAILED');
  await office.run(['payouts', 'status', one.run, '--refresh'], at(2));
  at(15);
  const byHand = await office.payByHand(10, 'ana@example.com');
  const now = at(16);
  for (const argv of [['payouts', 'resume', run, '--yes', '--json'], payingArgv(more, '15,00')]) {
    const refused = await office.run(argv, now);
    expect([...failureOf(refused), (await office.sent()).length]).toEqual([1, 'foreign_journal', 3]);
  }
  const named = await office.run(['payouts', 'resolve', run, '2', '--paid', byHand, '--yes'], now);
  expect(named.exitCode, named.stderr).toBe(0);
  const resumed = await office.resume(run, [], now);
  expect([resumed.exitCode, (await office.sent()).length], resumed.stderr).toEqual([0, 3]);
});

it('a retry file without a payment says what is missing: a look for a copy, or a decision', async ({ office }) => {
  const path = office.file('two.csv', [HEADER, 'A-1,fail-ac03@example.com,10.00', 'A-2,ana@example.com,20.00']);
  const { run: runId } = runOf(await office.pay(path, '30,00', ['--wait']));
  const other = office.file('other.csv', [HEADER, 'B-1,bia@example.com,5.00']);
  const { run: otherId } = runOf(await office.pay(other, '5,00'));
  const tampering = await openTampering(office);
  const change = (facts: string, references = "'A-1', 'A-2', 'B-1'") => {
    tampering.change((database) => database.exec(`UPDATE payout SET ${facts} WHERE reference IN (${references})`));
  };
  const report = async (...more: string[]) =>
    (await office.run(['payouts', 'report', runId, '--retry-file', ...more])).stderr;
  const isToSeek = `whether a copy of the request was paid. To check: pix payouts resume ${runId}`;
  change('sought_at = NULL');
  expect(await report()).toContain(isToSeek);
  const undecided = `state = 'ambiguous', withdrawal_id = NULL, pix_key = 'fail-ac03@example.com', amount_centavos = 1000`;
  change(undecided, "'B-1'");
  const inEnglish = await report();
  expect(inEnglish).toContain(`that payment first: pix payouts resume ${otherId}; then: pix payouts resume ${runId}`);
  expect(inEnglish).not.toContain('To check');
  expect(await report('--lang', 'pt-BR')).toContain(
    `Resolva primeiro esse pagamento: pix payouts resume ${otherId}; depois: pix payouts resume ${runId}`,
  );
  // Nothing is decided any more about one that is unpaid, whatever else was paid.
  change("state = 'resolved_unpaid', resolved_by = 'ana', second_withdrawal_id = 'second'", "'B-1'");
  expect(await report()).toContain(isToSeek);
  // To resume its run would send it.
  change("state = 'planned', second_withdrawal_id = NULL", "'B-1'");
  expect(await report()).not.toContain(otherId);
  change(undecided, "'A-2'");
  expect(await report()).toMatch(new RegExp(`that payment first: pix payouts resume ${runId}$`, 'm'));
});

it('a returned payment that another run has sent since is not in the retry file of the first', async ({ office }) => {
  await office.control('account', 'set', '--instant', 'false');
  const path = office.file('two.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00']);
  const { run: first } = runOf(await office.pay(path, '30,00'));
  for (const { id } of await office.sent()) await office.control('fail', id, '--reason', 'AC03');
  await office.refresh(first);
  const corrected = office.file('corrected.csv', [HEADER, 'A-1,ana.lima@example.com,10.00']);
  const { run: second } = runOf(await office.pay(corrected, '10,00'));

  const retry = await office.run(['payouts', 'report', first, '--retry-file', '-o', 'csv']);
  expect(retry.stdout).not.toContain('A-1');
  expect(retry.stdout).toContain('A-2,bia@example.com');
  const named = `1 payment must not be repeated: another run has paid the same, or may have: pix payouts report ${second}`;
  expect(retry.stderr).toContain(named);
  const retryHint = '--retry-file --out again.csv';
  const shown = await office.run(['payouts', 'status', first, '-o', 'table']);
  expect(shown.stdout).toContain(named);
  expect(shown.stdout).toContain(retryHint);
  const other = office.file('other.csv', [HEADER, 'A-2,bia@example.com,20.00']);
  const { run: third } = runOf(await office.run(payingArgv(other, '20,00')));
  const after = await office.run(['payouts', 'status', first, '-o', 'table']);
  expect(after.stdout).toContain(named);
  expect(after.stdout).toContain(`pix payouts report ${third}`);
  expect(after.stdout).not.toContain(retryHint);
  const repeated = await office.run(payingArgv(path, '30,00'));
  expect(repeated.stderr).toContain(`"hint":"${named}; 1 payment`);
  expect(repeated.stderr).not.toContain(retryHint);
  for (const { id } of (await office.sent()).slice(2)) await office.control('fail', id, '--reason', 'AC03');
  await office.refresh(second);
  const again = await office.run(['payouts', 'report', first, '--retry-file', '-o', 'csv']);
  expect(again.stdout).toContain('A-1,ana@example.com');
});

describe('a file whose returned payment another run has sent since', () => {
  const openReturned = async (office: PayoutOffice) => {
    await office.control('account', 'set', '--instant', 'false');
    const path = office.file('two.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00']);
    const { run: first } = runOf(await office.pay(path, '30,00'));
    const [one, other] = (await office.sent()).map(({ id }) => id);
    await office.control('settle', String(one));
    await office.control('fail', String(other), '--reason', 'AC03');
    await office.refresh(first);
    return { first, path, unpaid: (await office.sent()).find(({ id }) => id === other)?.pixKey };
  };
  const again = (office: PayoutOffice, path: string) => office.run(payingArgv(path, '30,00'));
  const rowOf = (key: string | undefined) =>
    key === 'bia@example.com'
      ? (['A-2,bia@example.com,20.00', '20,00'] as const)
      : (['A-1,ana@example.com,10.00', '10,00'] as const);

  it('ends with 0 and names that run, once it is paid', async ({ office }) => {
    const { first, path, unpaid } = await openReturned(office);
    expect((await again(office, path)).exitCode).toBe(3);
    const [row, sum] = rowOf(unpaid);
    const { run: second } = runOf(await office.pay(office.file('other.csv', [HEADER, row]), sum));
    expect((await again(office, path)).exitCode).toBe(3);
    const [newest] = (await office.sent()).filter(({ status }) => status === 'PENDING');
    await office.control('settle', String(newest?.id));
    await office.refresh(second);
    for (const ended of [await again(office, path), await office.resume(first)]) {
      expect(ended.exitCode, ended.stderr).toBe(0);
      expect(ended.stderr).toContain(`another run has paid the same, or may have: pix payouts report ${second}`);
    }
    expect(await office.sent()).toHaveLength(3);
  });

  it('ends with 3 when that run has paid another key under the reference', async ({ office }) => {
    const { path, unpaid } = await openReturned(office);
    await office.control('account', 'set', '--instant', 'true');
    const [row, sum] = rowOf(unpaid);
    await office.pay(office.file('corrected.csv', [HEADER, row.replace('@', '.lima@')]), sum);
    expect((await again(office, path)).exitCode).toBe(3);
  });
});
