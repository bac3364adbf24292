import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { allowedBy, failureOf, jsonError, NOON, refusalOf } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const DAY_MS = 86_400_000;
const HEADER = 'reference,pix_key,amount';

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

const saved = (name: string) => fileURLToPath(new URL(`../payouts/spreadsheets/${name}.csv`, import.meta.url));
const sentRows = async () => (await office.sent()).length;

function noticesOf({ stdout }: { readonly stdout: string }) {
  const { notices }: { notices: readonly { code: string }[] } = JSON.parse(stdout);
  return notices.filter(({ code }) => ['reference_rewritten', 'paid_before', 'paid_lately'].includes(code));
}

it.each([
  ['was months behind then', NOON - 100 * DAY_MS, NOON],
  ['is months ahead now', NOON, NOON + 100 * DAY_MS],
])('rows of another file are paid before, although the clock %s', async (_, then, now) => {
  const rows = ['pix_key,amount', 'ana@example.com,10.00'];
  expect((await office.pay(office.file('a.csv', rows), '10,00', [], { now: then })).exitCode).toBe(0);
  const more = office.file('b.csv', [...rows, 'bia@example.com,5.00']);
  for (const argv of [['payouts', 'check', more, '--json'], payingArgv(more, '15,00')]) {
    expect([...failureOf(await office.run(argv, { now })), await sentRows()]).toEqual([2, 'paid_before', 1]);
  }
});

describe('a file that a spreadsheet has saved since it was paid', () => {
  it.each(['saved-by-excel-br', 'saved-by-excel-us', 'saved-by-libreoffice-br'])('is refused: %s', async (name) => {
    const { run } = runOf(await office.pay(saved('typed'), '60,00'));
    for (const argv of [['payouts', 'check', saved(name), '--json'], payingArgv(saved(name), '60,00')]) {
      const refused = await office.run(argv);
      expect(failureOf(refused)).toEqual([2, 'reference_rewritten']);
      expect(refused.stderr).toContain('were sent as "0001"');
      const { rows }: { rows: readonly object[] } = JSON.parse(JSON.stringify(jsonError(refused).details));
      expect(rows).toHaveLength(name === 'saved-by-libreoffice-br' ? 4 : 5);
      expect(rows[0]).toMatchObject({ row: 1, reference: '1', run, earlierRow: 1, earlierReference: '0001' });
    }
    const left = await office.pay(saved(name), '60,00', ['--only-valid']);
    expect([failureOf(left), await sentRows()]).toEqual([[2, 'nothing_to_pay'], 5]);
  });

  it('pays its new rows when the other rows are left out, and all rows on request', async () => {
    await office.pay(office.file('a.csv', [HEADER, '0001,ana@example.com,10.00']), '10,00');
    const path = office.file('b.csv', [HEADER, '1,ana@example.com,10.00', '2,bia@example.com,5.00']);
    const valid = [...payingArgv(path, '5,00'), '--only-valid'];
    const checked = await office.check(path, ['--only-valid']);
    expect(JSON.parse(checked.stdout)).toMatchObject({ rows: 2, toPay: { rows: 1, amount: 500 } });
    const paid = await office.run(valid);
    expect([paid.exitCode, runOf(paid).paid, runOf(paid).rows]).toEqual([0, { rows: 1, amount: 500 }, 1]);
    expect(runOf(await office.run(valid)).run).toBe(runOf(paid).run);
    expect(await sentRows()).toBe(2);

    const other = office.file('c.csv', [HEADER, '01,ana@example.com,10.00', '3,bia@example.com,6.00']);
    const paying = payingArgv(other, '16,00');
    const all = await office.run([...paying, ...allowedBy(await office.run(paying), 'reference')]);
    expect([all.exitCode, await sentRows()]).toEqual([0, 4]);
  });

  it('is not paid by words that were about other references, with --only-valid or without', async () => {
    await office.pay(office.file('a.csv', [HEADER, '0001,ana@example.com,10.00']), '10,00');
    const path = office.file('b.csv', [HEADER, '1,ana@example.com,10.00', '2,bia@example.com,5.00']);
    const twice = office.file('twice.csv', [HEADER, '7,eva@example.com,10.00', '007,eva@example.com,10.00']);
    const allow = allowedBy(await office.pay(twice, '20,00'), 'equal');
    const refused = await office.pay(twice, '20,00', [...allow, '--allow', 'reference:000000']);
    expect(failureOf(refused)).toEqual([2, 'not_allowed']);
    for (const more of [[], ['--only-valid']]) {
      const argv = [...payingArgv(path, '15,00'), ...more, '--allow', 'reference:000000'];
      expect((await office.run(argv)).exitCode).toBe(2);
    }
    expect(await sentRows()).toBe(1);
  });

  it('is refused when it contains the payment twice, under both references', async () => {
    const path = office.file('both.csv', [HEADER, '0001,ana@example.com,10.00', '1,ana@example.com,10.00']);
    const argv = payingArgv(path, '20,00');
    argv.push(...allowedBy(await office.run(argv), 'equal'));
    const refused = await office.run(argv);
    expect(failureOf(refused)).toEqual([2, 'rows_invalid']);
    const paid = await office.run([...argv, ...allowedBy(refused, 'reference')]);
    expect([paid.exitCode, await sentRows()]).toEqual([0, 2]);
  });

  it('is not refused for references of other payments, or of those a quarter ago', async () => {
    const early = { now: NOON };
    await office.pay(office.file('a.csv', [HEADER, '0001,ana@example.com,10.00']), '10,00', [], early);
    const rows = [HEADER, '1,ana@example.com,10.01', '0001/b,bia@example.com,10.00'];
    const other = await office.pay(office.file('b.csv', rows), '20,01', [], early);
    expect([other.exitCode, runOf(other).paid.rows]).toEqual([0, 2]);
    const later = { now: office.until(NOON + 91 * DAY_MS) };
    const paid = await office.pay(office.file('c.csv', [HEADER, '01,ana@example.com,10.00']), '10,00', [], later);
    expect([paid.exitCode, await sentRows()]).toEqual([0, 4]);
  });

  it('is refused while its reference belongs to a payment that may prove unpaid', async () => {
    await office.slow();
    const typed = office.file('typed.csv', [HEADER, '0001,ana@example.com,10.00']);
    const { run } = runOf(await office.pay(typed, '10,00'));
    const [first] = await office.sent();
    await office.control('fail', first?.id ?? '', '--reason', 'AC03');
    await office.refresh(run);
    await office.control('account', 'set', '--instant', 'true');
    const rewritten = office.file('rewritten.csv', [HEADER, '1,ana@example.com,10.00']);
    const { run: paidBy } = runOf(await office.pay(rewritten, '10,00'));
    // It may be a copy of the failed request.
    const byHand = ['-f', 'amount=10', '-f', 'pixKey=ana@example.com', '-f', 'pixKeyType=EMAIL'];
    await office.run(['api', 'POST', '/api/v1/withdraw/create', ...byHand, '--yes']);

    const retry = office.file('retry.csv', [HEADER, '0001,ana@example.com,10.00', '2,bia@example.com,5.00']);
    const refused = await office.pay(retry, '15,00');
    expect(failureOf(refused)).toEqual([2, 'reference_rewritten']);
    expect(refused.stderr).toContain(paidBy);
    expect((await office.pay(retry, '5,00', ['--only-valid'])).exitCode).toBe(0);
    await office.run(['payouts', 'resolve', run, '2', '--not-paid', '--yes']);
    const repeated = await office.pay(retry, '5,00', ['--only-valid']);
    expect([repeated.exitCode, runOf(repeated).rows]).toEqual([0, 1]);
    expect((await office.sent()).map(({ value }) => value)).toEqual([1_000, 1_000, 1_000, 500]);
  });

  it('also checks references of withdraw create', async () => {
    const create = ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--yes', '--json'];
    await office.run([...create, '--reference', 'INV 0001']);
    await office.run([...create, '--reference', '1/2']);
    for (const reference of ['inv 0001', '01/fev']) {
      expect(failureOf(await office.run([...create, '--reference', reference]))).toEqual([2, 'reference_rewritten']);
    }
    expect(await sentRows()).toBe(2);
    const other = await office.run([...create, '--reference', 'INV-2']);
    expect(other.stderr).toContain('Sent before         same amount to this key on ');
    const likeAnother = [...create, '--reference', 'Inv 0001'];
    const seen = allowedBy(await office.run(likeAnother), 'reference');
    expect([(await office.run([...likeAnother, ...seen])).exitCode, await sentRows()]).toEqual([0, 4]);
  });
});

it('a new reference with the key and amount of a payment of the last weeks is named by check and before the sum is typed, and paid', async () => {
  const early = { now: NOON };
  const { run } = runOf(
    await office.pay(office.file('a.csv', [HEADER, 'A-1,ana@example.com,10.00']), '10,00', [], early),
  );
  const path = office.file('b.csv', [HEADER, 'B-1,ana@example.com,10.00', 'B-2,bia@example.com,5.00']);
  const soon = { now: office.until(NOON + 19 * DAY_MS) };
  const line = `note: Line 2 (B-1, R$ 10,00) has a new reference, but the same key and amount were paid in ${run}`;
  const checked = await office.check(path, [], soon);
  const notices = noticesOf(checked);
  expect([checked.exitCode, notices]).toMatchObject([
    0,
    [{ code: 'paid_lately', row: 1, run, date: new Date(NOON).toISOString(), earlierReference: 'A-1' }],
  ]);
  expect(checked.stderr).toContain(line);
  const later = await office.check(path, [], { now: office.until(NOON + 21 * DAY_MS) });
  expect(noticesOf(later)).toEqual([]);
  const shown: string[] = [];
  const paid = await office.run(['payouts', 'run', path], {
    ...soon,
    isTerminal: true,
    answers: ['15'],
    onStderr: (text) => shown.push(text),
  });
  expect([paid.exitCode, paid.questions]).toEqual([0, ['To confirm, type the sum (R$ 15,00). Enter cancels:']]);
  expect(shown.join('').replaceAll(/\s+/g, ' ')).toContain(line);
  expect(await sentRows()).toBe(3);
});

describe('a file without references whose rows were paid before', () => {
  const WRONG = ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,25.00', 'nobody,7.00'];
  const RIGHT = ['pix_key,amount', 'eva@example.com,7.00', 'bia@example.com,25.00', 'ana@example.com,10.00'];
  let path: string;
  let runId: string;

  beforeEach(async () => {
    const paid = await office.pay(office.file('wrong.csv', WRONG), '35,00', ['--only-valid']);
    runId = runOf(paid).run;
    expect(paid.exitCode).toBe(0);
    path = office.file('right.csv', RIGHT);
  });

  it('is not paid by a script with only --yes', async () => {
    const checked = await office.check(path);
    expect(checked.stderr).toContain('2 payments (R$ 35,00) may have been made before');
    const notices = noticesOf(checked);
    expect(notices).toMatchObject([
      { code: 'paid_before', row: 2, run: runId },
      { code: 'paid_before', row: 3, run: runId },
    ]);
    const refused = await office.pay(path, '42,00');
    expect(failureOf(refused)).toEqual([2, 'paid_before']);
    expect(jsonError(refused).details).toMatchObject({ rows: 2, amount: 3_500, run: runId });
    expect(jsonError(refused).hint).toContain('--only-valid');
    expect(await sentRows()).toBe(2);

    const words = allowedBy(refused, 'repeated');
    expect([allowedBy(checked, 'repeated'), (await office.check(path, words)).exitCode]).toEqual([words, 0]);
    const all = await office.pay(path, '42,00', words);
    expect([all.exitCode, runOf(all).paid.rows, await sentRows()]).toEqual([0, 3, 5]);
  });

  it('is paid without them with --only-valid, however often it is repeated', async () => {
    const argv = [...payingArgv(path, '7,00'), '--only-valid'];
    const paid = await office.run(argv);
    expect([paid.exitCode, runOf(paid).paid]).toEqual([0, { rows: 1, amount: 700 }]);
    expect(paid.stderr).toContain('2 payments (R$ 35,00): may have been paid before (--only-valid)');
    const repeated = await office.run(argv);
    expect([repeated.exitCode, runOf(repeated).run]).toEqual([0, runOf(paid).run]);
    expect(repeated.stderr).toContain('Nothing was sent now.');
    expect(await sentRows()).toBe(3);
  });

  it('is not paid by words that were about other rows, with --only-valid or without', async () => {
    for (const more of [[], ['--only-valid']]) {
      const argv = [...payingArgv(path, '42,00'), ...more, '--allow', 'repeated:000000'];
      const refused = await office.run(argv);
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/paid_before|not_allowed/)]);
      const rewritten = await office.run([...argv, '--allow', 'reference:000000', '--allow', 'equal:000000']);
      expect(rewritten.exitCode).toBe(2);
    }
    expect(await sentRows()).toBe(2);
  });

  it('asks a person for a separate confirmation, before the sum', async () => {
    const argv = ['payouts', 'run', path];
    const question = '2 payments (R$ 35,00) may have been made before. Pay them again?';
    const refused = await office.run(argv, { isTerminal: true, answers: [''] });
    expect([refused.exitCode, refused.questions]).toEqual([2, [expect.stringContaining(question)]]);
    expect(await sentRows()).toBe(2);
    const paid = await office.run(argv, { isTerminal: true, answers: ['yes', '42'] });
    expect([paid.exitCode, paid.questions.length, await sentRows()]).toEqual([0, 2, 5]);
  });

  it('pays a second row of the same key and amount, because only one was paid', async () => {
    const twice = office.file('twice.csv', [...WRONG.slice(0, 2), 'ana@example.com,10.00']);
    const seen = allowedBy(await office.check(twice), 'equal');
    const paid = await office.pay(twice, '10,00', ['--only-valid', ...seen]);
    expect([paid.exitCode, runOf(paid).paid.rows, await sentRows()]).toEqual([0, 1, 3]);
  });

  it('is not paid beside a run that may still pay the same, whatever was allowed', async () => {
    await office.fault('reset-before');
    await office.pay(office.file('open.csv', ['pix_key,amount', 'rui@example.com,9.00']), '9,00');
    const more = office.file('more.csv', [HEADER, 'E-1,eva@example.com,7.00', 'R-1,rui@example.com,9.00']);
    for (const flags of [[], ['--allow', 'repeated:000000']]) {
      const refused = await office.pay(more, '16,00', flags);
      expect([...failureOf(refused), await sentRows()]).toEqual([2, 'paid_before', 2]);
    }
    const create = ['withdraw', 'create', '--amount', '9,00', '--pix-key', 'rui@example.com', '--yes'];
    const single = await office.run([...create, '--json']);
    expect(refusalOf(single)).toMatchObject({ exitCode: 2, code: 'paid_before', details: { id: null } });
    const rest = await office.pay(more, '7,00', ['--only-valid']);
    expect([rest.exitCode, await sentRows()]).toEqual([0, 3]);
  });

  it('is not paid beside one with an unknown outcome, although both have references', async () => {
    await office.fault('reset-before');
    const lost = runOf(await office.pay(office.file('open.csv', [HEADER, 'R-1,rui@example.com,9.00']), '9,00'));
    const more = office.file('more.csv', [HEADER, 'E-1,eva@example.com,7.00', 'R-2,rui@example.com,9.00']);
    const create = ['withdraw', 'create', '--amount', '9,00', '--pix-key', 'rui@example.com', '--reference', 'R-3'];
    const attempts = [payingArgv(more, '16,00'), ['payouts', 'check', more, '--json'], [...create, '--yes', '--json']];
    for (const argv of attempts) {
      const refused = await office.run(argv);
      expect(refusalOf(refused)).toMatchObject({ exitCode: 2, code: 'paid_before', details: { run: lost.run } });
      expect(jsonError(refused).hint).toContain(`pix payouts resume ${lost.run}`);
    }
    expect(await sentRows()).toBe(2);
    // Once it is known, the references distinguish them.
    await office.run(['payouts', 'resolve', lost.run, '2', '--not-paid', '--yes']);
    expect([(await office.pay(more, '16,00')).exitCode, await sentRows()]).toEqual([0, 4]);
  });
});

describe('a file that repeats a payment by hand', () => {
  let path: string;
  let byHand: string;

  beforeEach(async () => {
    byHand = await office.payByHand(10, 'ana@example.com');
    path = office.file('file.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,25.00']);
  });

  it('is named by check, refused with --yes, left out with --only-valid, and paid once that was allowed', async () => {
    const checked = await office.check(path);
    expect([checked.exitCode, noticesOf(checked)]).toMatchObject([
      2,
      [{ code: 'paid_before', row: 1, run: null, withdrawal: byHand, message: expect.stringContaining(byHand) }],
    ]);
    const refused = await office.pay(path, '35,00');
    expect([...failureOf(refused), await sentRows()]).toEqual([2, 'paid_before', 1]);
    expect(jsonError(refused).details).toMatchObject({ rows: 1, amount: 1_000, run: null, withdrawal: byHand });
    const valid = await office.check(path, ['--only-valid']);
    expect([valid.exitCode, JSON.parse(valid.stdout)]).toMatchObject([0, { toPay: { rows: 1, amount: 2_500 } }]);
    const all = await office.pay(path, '35,00', allowedBy(refused, 'repeated'));
    expect([all.exitCode, await sentRows()]).toEqual([0, 3]);
  });

  it('asks a person at a terminal, in Portuguese, too', async () => {
    const argv = ['payouts', 'run', path, '--lang', 'pt-BR'];
    const refused = await office.run(argv, { isTerminal: true, answers: ['n'] });
    expect([refused.exitCode, await sentRows()]).toEqual([2, 1]);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(`fora deste registro (envio ${byHand}, 14/07/2026`);
    expect(refused.questions).toEqual([expect.stringContaining('1 pagamento (R$ 10,00) pode já ter sido feito.')]);
  });
});

it.each([
  ['a file', () => ['payouts', 'run', office.file('paid.csv', [HEADER, 'D-1,dan@example.com,5.00']), '--json'], '5'],
  ['a withdrawal', () => ['withdraw', 'create', '--pix-key', 'dan@example.com', '--amount', '5,00', '--json'], 'yes'],
])('%s: what was paid by hand while the question stood is not paid again', async (_, argv, consent) => {
  // Marks of its own are visible.
  await office.pay(office.file('own.csv', [HEADER, 'C-1,cai@example.com,5.00']), '5,00');
  const byHand = async () => {
    await office.payByHand(5, 'dan@example.com');
    return consent;
  };
  const stopped = await office.run(argv(), { isTerminal: true, answers: [byHand] });
  expect([...failureOf(stopped), await sentRows()]).toEqual([1, 'foreign_journal', 2]);
  expect(jsonError(stopped).message).toContain('by hand');
  const { hint = '', details } = jsonError(stopped);
  if (consent === 'yes') {
    expect(hint).toBe('if both are due, repeat the command: it shows that payment');
    const again = await office.run(argv(), { isTerminal: true, answers: [''] });
    expect(again.stderr).toContain('same amount to this key on');
    return;
  }
  const [, runId = '', id = ''] = /resolve (\S+) \d --paid ([^\s;]+)/.exec(hint) ?? [];
  expect(details).toMatchObject({ run: runId });
  const again = await office.resume(runId);
  expect([...failureOf(again), await sentRows()]).toEqual([1, 'foreign_journal', 2]);
  expect((await office.run(['payouts', 'resolve', runId, '2', '--paid', id, '--yes'])).exitCode).toBe(0);
  const resumed = await office.resume(runId);
  expect([resumed.exitCode, runOf(resumed).paid.rows, await sentRows()]).toEqual([0, 1, 2]);
});

it('a run whose row was paid by hand before its day is refused however often a timer repeats it, and sent once allowed', async () => {
  const path = office.file('file.csv', [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,25.00']);
  const { run } = runOf(await office.pay(path, '35,00', ['--on', '2026-07-15']));
  const now = office.until(NOON + DAY_MS);
  // The recipient receives what the row says: the fee is on top.
  const id = await office.payByHand(25, 'bia@example.com', { coverFee: true });
  const resuming = ['payouts', 'resume', run, '--yes', '--json'];
  for (const argv of [resuming, resuming, payingArgv(path, '35,00'), ['payouts', 'check', path, '--json']]) {
    const refused = await office.run(argv, { now });
    expect([...failureOf(refused), await sentRows()]).toEqual([1, 'foreign_journal', 1]);
    expect(jsonError(refused).details).toMatchObject({ run, id, mark: null });
  }
  const words = allowedBy(await office.run(resuming, { now }), 'journal');
  const resumed = await office.run([...resuming, ...words], { now });
  expect([resumed.exitCode, runOf(resumed).paid.rows, await sentRows()]).toEqual([0, 2, 3]);
});

describe('a person who pays the same by hand while a payment is sent', () => {
  const creating = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com', '--reference', 'X-1'];

  it.each<[string, (office: PayoutOffice) => string[]]>([
    ['a single payment', () => [...creating, '--yes', '--json']],
    ['a run', (at) => payingArgv(at.file('file.csv', [HEADER, 'A-1,ana@example.com,25.00']), '25,00')],
  ])('is told, and the exit code says so: %s', async (what, argvOf) => {
    let paying: Promise<unknown> | undefined;
    const onStderr = (text: string) => {
      if (text.includes('POST')) paying ??= office.payByHand(25, 'ana@example.com');
    };
    const paid = await office.run([...argvOf(office), '--verbose'], { onStderr });
    await paying;
    expect([paid.exitCode, await sentRows()]).toEqual([5, 2]);
    const [alert] = paid.stderr.split('\n').filter((line) => line.includes('ALERT'));
    expect(alert).toContain(what === 'a run' ? 'line 2 (R$ 25,00) MAY' : 'this payment (R$ 25,00) MAY');
  });
});

it('a payment by hand just after a run was stored counts although our clock is ten minutes fast', async () => {
  const path = office.file('file.csv', [HEADER, 'A-1,ana@example.com,10.00']);
  const fastMs = 600_000;
  const { run } = runOf(await office.pay(path, '10,00', ['--on', '2026-07-15'], { now: NOON + fastMs }));
  await office.payByHand(10, 'ana@example.com');
  const now = office.until(NOON + DAY_MS) + fastMs;
  const refused = await office.resume(run, [], { now });
  expect([...failureOf(refused), await sentRows()]).toEqual([1, 'foreign_journal', 1]);
});

describe('a file that waits for its sum while another one is paid', () => {
  const waiting = (path: string, other: string, sum: string) => {
    const payOther = async () => {
      expect((await office.pay(other, sum)).exitCode).toBe(0);
      return '10';
    };
    return office.run(['payouts', 'run', path], { isTerminal: true, answers: [payOther] });
  };

  it.each([
    ['rewritten references', '0001', '1'],
    ['rows without a reference', '', ''],
  ])('is not paid when it repeats the other: %s', async (_, reference, otherReference) => {
    const path = office.file('a.csv', [HEADER, `${reference},ana@example.com,10.00`]);
    const rows = [`${otherReference},ana@example.com,10.00`, 'B-1,bia@example.com,5.00'];
    const stopped = await waiting(path, office.file('b.csv', [HEADER, ...rows]), '15,00');
    expect([stopped.exitCode, await sentRows()]).toEqual([1, 2]);
    expect(stopped.stderr).toContain('the same payment was just approved in run r-');
  });

  it('is not paid as a single withdrawal either', async () => {
    const create = ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--reference'];
    const payOther = async () => {
      expect((await office.run([...create, 'INV 1', '--yes'])).exitCode).toBe(0);
      return 'yes';
    };
    const stopped = await office.run([...create, 'inv 1'], { isTerminal: true, answers: [payOther] });
    expect([stopped.exitCode, await sentRows()]).toEqual([2, 1]);
    expect(stopped.stderr).toContain('INV 1');
  });

  it('is paid when it has nothing in common with the other', async () => {
    const path = office.file('a.csv', [HEADER, '0001,ana@example.com,10.00']);
    const paid = await waiting(path, office.file('b.csv', [HEADER, '2,ana@example.com,10.00']), '10,00');
    expect([paid.exitCode, await sentRows()]).toEqual([0, 2]);
  });
});

it('a file is checked alone where nothing was paid before, and the account cannot be read or is not to be', async () => {
  const path = office.file('a.csv', [HEADER, '1,ana@example.com,10.00']);
  const list = ['--on', 'GET /api/v1/withdraw/list'];
  await office.control('faults', 'add', ...list, '--fault', 'status-500', '--times', '99');
  for (const words of [[], ['--no-account'], ['--no-account', '--allow', 'again:000000']]) {
    const { exitCode, stderr } = await office.run(['payouts', 'check', path, ...words]);
    expect([exitCode, stderr]).toEqual([0, 'File OK: 1 payment, R$ 10,00. Nothing was sent.\n']);
  }
});
