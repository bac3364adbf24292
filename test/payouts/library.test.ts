import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import {
  openPayouts,
  PayoutError,
  PlanRefusedError,
  type PayoutConsent,
  type PayoutEvent,
  type PayoutOrder,
  type PayoutsOfOneKey,
  type PayoutsOfSeveralKeys,
  type PlanOptions,
  type PlanRefusal,
  type WorkOptions,
} from '../../src/payouts/index.ts';
import { dayOf } from '../../src/payouts/policy-day.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { openTestWallet } from '../../src/testing/index.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { rowFile, workbookFile } from '../support/workbook-file.ts';

const ROWS: readonly PayoutOrder[] = [
  { reference: 'a-1', pixKey: 'maria@example.com', amountCentavos: centavos(12_34), name: 'Maria' },
  { reference: 'a-2', pixKey: '+5511987654321', amountCentavos: centavos(1_250_00) },
];

/** What stands between the script and the service. */
type Gateway = (ask: typeof fetch) => typeof fetch;
interface OfficeOptions {
  readonly readOnly?: boolean;
  readonly port?: number;
  readonly gateway?: Gateway;
}

/** A wallet of its own, and a script's payouts from it. */
async function office({ readOnly = false, port, gateway }: OfficeOptions = {}) {
  const wallet = await openTestWallet({ port });
  onTestFinished(() => wallet.close());
  const configDirectory = temporaryFolder();
  const { url: baseUrl, apiKey } = wallet;
  const fetch = gateway?.(wallet.fetch) ?? wallet.fetch;
  /** The payouts of a script; by default, with the key and the folder of this one. */
  const open = async (settings: Partial<PayoutsOfOneKey> | Pick<PayoutsOfSeveralKeys, 'apiKey' | 'apiKeys'> = {}) => {
    const opened = await openPayouts({ baseUrl, apiKey, fetch, configDirectory, ...settings });
    onTestFinished(() => opened.close());
    return opened;
  };
  const payouts = await open({ readOnly });
  /** The response to the next creation is lost, before or after the payment. */
  const loseResponse = (fault: 'status-503' | 'truncate' = 'status-503') =>
    wallet.controls.addFault({ on: 'POST /api/v1/withdraw/create', fault, times: 1 });
  const sent = async () => (await wallet.client().withdraws.list().collect()).length;
  return { wallet, payouts, open, loseResponse, sent, configDirectory };
}

const LOST = new TypeError('terminated');
const UNSENT = new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });

/** A request to create a withdrawal, or to list them once something was sent: the how-manieth of its kind. */
interface Asked {
  readonly number: number;
  readonly isCreation: boolean;
  readonly ask: () => Promise<Response>;
}

function between(meet: (asked: Asked) => Promise<Response>): Gateway {
  const counts = { creations: 0, lists: 0 };
  return (ask) => (input, init) => {
    const request = new Request(input, init);
    const isCreation = request.url.includes('/withdraw/create');
    if (!isCreation && counts.creations === 0) return ask(request);
    const number = isCreation ? (counts.creations += 1) : (counts.lists += 1);
    return meet({ number, isCreation, ask: () => ask(request.clone()) });
  };
}

const inWords = ({ code, message }: PlanRefusal) => `${code}: ${message}`;
const agreedTo = ({ digest, sumCentavos }: PayoutConsent): PayoutConsent => ({ digest, sumCentavos });
type Office = Awaited<ReturnType<typeof office>>;
const plan = ({ payouts }: Office, rows: readonly PayoutOrder[] = ROWS) => payouts.plan(rows);

/** Pays rows, to which a person has agreed. */
async function pay(here: Office, rows?: readonly PayoutOrder[], options: WorkOptions = {}) {
  const planned = await plan(here, rows);
  const events: PayoutEvent[] = [];
  const onEvent = (event: PayoutEvent) => {
    events.push(event);
    options.onEvent?.(event);
  };
  return { ...(await planned.run(agreedTo(planned), { ...options, onEvent })), events };
}

const NOT_AWAITED = { lookForMs: 0 };
const NONE_SENT = { signal: AbortSignal.abort() };
const openRow = ({ payouts }: Office, runId: string) =>
  [...payouts.report(runId)].find(({ state }) => state === 'unknown')?.row ?? 0;

describe('a script', () => {
  it('sees whom it would pay, what that costs, and that nothing is against it', async () => {
    const here = await office();
    const { recipients, refusals, problems, ...facts } = await plan(here);
    expect(recipients.map(({ name, pixKey, amountCentavos, isNew }) => [name, pixKey, amountCentavos, isNew])).toEqual([
      ['Maria', 'maria@example.com', 12_34, true],
      [undefined, '+5511987654321', 1_250_00, true],
    ]);
    expect([refusals, problems]).toEqual([[], []]);
    expect(facts).toMatchObject({ payments: 2, sumCentavos: 1_262_34, sendingCentavos: 1_262_34, feesCentavos: 1_00 });
    expect([here.payouts.runs(), await here.sent()]).toEqual([[], 0]);
  });

  it('pays what was agreed to, once, and reads every step', async () => {
    const here = await office();
    const { outcome, run, events } = await pay(here);
    expect([outcome, run.all, await here.sent()]).toEqual(['paid', { payments: 2, sumCentavos: 1_262_34 }, 2]);
    expect(events.flatMap((event) => (event.type === 'changed' ? event.payout.state : []))).toContain('sending');
    const rows = [...here.payouts.report(run.id)];
    expect(rows.map(({ reference, withdrawalId }) => [reference, typeof withdrawalId])).toEqual([
      ['a-1', 'string'],
      ['a-2', 'string'],
    ]);

    const second = await plan(here);
    expect(second).toMatchObject({ isRepetition: true, knownRunId: run.id, payments: 0, refusals: [] });
    expect((await second.run(agreedTo(second))).run.id).toBe(run.id);
    expect(await here.sent()).toBe(2);
  });

  it.each([
    ['digest_differs', { digest: 'sha256:other' }, /^the digest of the rows is sha256:.*, not sha256:other; nothing/],
    [
      'total_differs',
      { sumCentavos: centavos(1_262_35) },
      'the sum of the rows is 126234 centavos, not 126235; nothing was sent',
    ],
  ])('sends nothing when the consent is to something else: %s', async (code, other, message) => {
    const here = await office();
    const first = await plan(here);
    const refusals = [{ code, message: expect.any(String) }];
    const refused = first.run({ ...agreedTo(first), ...other });
    await expect(refused).rejects.toMatchObject({ name: 'PlanRefusedError', code, refusals });
    await expect(refused).rejects.toThrow(message);
    expect([here.payouts.runs(), await here.sent()]).toEqual([[], 0]);
  });

  it.each<[readonly string[], readonly PayoutOrder[]]>([
    [['rows_invalid: invalid rows: 1 of 2'], [ROWS[1]!, { pixKey: 'nothing', amountCentavos: centavos(10_00) }]],
    [
      ['insufficient_balance: balance: 626233 centavos needed, 500000 available'],
      [{ pixKey: 'a@example.com', amountCentavos: centavos(4_999_99) }, ...ROWS],
    ],
    [['rows_invalid: invalid rows: 0 of 0'], []],
  ])('is refused with %j, in the plan and in a run', async (refusals, rows) => {
    const here = await office();
    const refused = await plan(here, rows);
    expect(refused.refusals.map(inWords)).toEqual(refusals);
    await expect(refused.run(agreedTo(refused))).rejects.toBeInstanceOf(PlanRefusedError);
    expect(await here.sent()).toBe(0);
  });

  it('is refused a row that repeats a payment made by hand, and pays it with payAgain', async () => {
    const here = await office();
    const [row = { pixKey: '', amountCentavos: centavos(0) }] = ROWS;
    await here.wallet.client().withdraws.create({ ...row, pixKeyType: 'EMAIL' });
    const first = await plan(here);
    expect(first.refusals.map(({ code }) => code)).toEqual(['paid_before']);
    await expect(first.run(agreedTo(first))).rejects.toMatchObject({ code: 'paid_before' });
    expect(await here.sent()).toBe(1);
    const again = await here.payouts.plan(ROWS, { payAgain: true });
    expect([(await again.run(agreedTo(again))).outcome, await here.sent()]).toEqual(['paid', 3]);
  });

  it('is refused a reference that was paid with another amount, and a row that repeats a payment', async () => {
    const here = await office();
    const toB = { pixKey: 'b@example.com', amountCentavos: centavos(10_00) };
    await pay(here, [...ROWS, toB]);
    const dearer = { reference: 'a-1', pixKey: 'maria@example.com', amountCentavos: centavos(12_35) };
    const other = await plan(here, [dearer, toB]);
    expect(other.refusals.map(inWords)).toEqual([
      'reference_taken: rows with a reference that belongs to another payment: 1',
      'paid_before: rows that may have been paid before: 1',
    ]);
    expect(other.recipients.map(({ isNew }) => isNew)).toEqual([false]);
    await expect(other.run(agreedTo(other))).rejects.toMatchObject({ code: 'reference_taken' });
    expect(await here.sent()).toBe(3);
  });

  it('leaves a payment open whose response is lost, and neither sends it again nor calls it unpaid', async () => {
    const here = await office();
    await here.loseResponse();
    const { outcome, run } = await pay(here, ROWS, NOT_AWAITED);
    expect([outcome, run.open.payments, run.pending.payments + run.paid.payments]).toEqual(['outcome_unknown', 1, 1]);
    const deciding = here.payouts.resolve(run.id, openRow(here, run.id), { verdict: 'not-paid', by: 'test' });
    await expect(deciding).rejects.toMatchObject({ code: 'too_early' });
    expect(here.payouts.remaining(run.id).payments).toBe(0);
    // Each row counts once: as one to be sent, or as one that was.
    const counts = async (options: PlanOptions) => {
      const { payments, alreadyPaid } = await here.payouts.plan(ROWS, options);
      return [payments, alreadyPaid];
    };
    expect([await counts({}), await counts({ resendsProvenAbsent: true })]).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  it('pays once where the response is lost after the payment: it is found by its mark', async () => {
    const here = await office();
    await here.loseResponse('truncate');
    const beganAt = Date.now();
    const { outcome, run, events } = await pay(here);
    expect([outcome, run.open.payments, await here.sent()]).toEqual(['paid', 0, 2]);
    const [looking] = events.flatMap((event) => (event.type === 'looking' ? event : []));
    // The moment from which absence is proven: minutes after the request.
    expect(Date.parse(looking?.until ?? '') - beganAt).toBeGreaterThan(60_000);
    expect(Date.parse(looking?.until ?? '') - beganAt).toBeLessThan(3_600_000);
  });

  it.each<[PayoutEvent['type'], string, (asked: Asked) => Promise<Response>]>([
    [
      'second_withdrawal',
      'paid_twice',
      async ({ number, isCreation, ask }) => {
        const answer = await ask();
        if (!isCreation || number > 1) return answer;
        await ask();
        throw LOST;
      },
    ],
    [
      'other_mark',
      'outcome_unknown',
      async ({ number, isCreation, ask }) => {
        const answer = await ask();
        if (isCreation) return number === 2 ? Promise.reject(LOST) : answer;
        const text = await answer.text();
        return new Response(text.replace(/(maria[^{]*#px)[^"]{7}/, '$1zzzzzzz'), answer);
      },
    ],
    ['waiting', 'paid', ({ number, isCreation, ask }) => (isCreation && number === 1 ? Promise.reject(UNSENT) : ask())],
  ])('reads of %s, and the outcome is %s', async (type, outcome, meet) => {
    const here = await office({ gateway: between(meet) });
    const { payouts } = here;
    const result = await pay(here);
    expect(result.events.map((event) => event.type)).toContain(type);
    expect(result.outcome).toBe(outcome);
    const rows = result.events.flatMap((event) => ('payout' in event ? [event.payout.changedAt] : []));
    expect(rows.filter((changedAt) => !/^\d{4}-\d\d-\d\dT.*Z$/.test(changedAt))).toEqual([]);
    const seconds = [...payouts.report(result.run.id)].filter(
      ({ secondWithdrawalId }) => secondWithdrawalId !== undefined,
    );
    expect(seconds).toHaveLength(outcome === 'paid_twice' ? 1 : 0);
  });

  it('reads why a run stopped', async () => {
    const controller = new AbortController();
    const { outcome, stop, events } = await pay(await office(), ROWS, {
      signal: controller.signal,
      onEvent: () => controller.abort(new Error('enough')),
    });
    expect([outcome, stop]).toEqual(['interrupted', 'interrupted']);
    expect(events).toContainEqual({ type: 'stopped', reason: 'interrupted', error: undefined });
  });

  it('is refused what it says was paid before, whatever name the refusal has', async () => {
    const here = await office();
    const refusals = async (rows: readonly PayoutOrder[], options: PlanOptions = {}) =>
      (await here.payouts.plan(rows, options)).refusals.map(inWords);
    const row = { pixKey: 'maria@example.com', amountCentavos: centavos(12_34) };
    await pay(here, [{ ...row, reference: '0001' }]);
    expect(await refusals([{ ...row, reference: '1' }])).toEqual([
      'reference_rewritten: rows that may have been paid under a reference that a spreadsheet changed: 1',
    ]);
    expect(await refusals([row], { onlyValid: true })).toEqual(['nothing_to_pay: every row may have been paid before']);
    expect(await refusals([{ ...row, pixKey: 'nothing' }], { onlyValid: true })).toEqual([
      'nothing_to_pay: there is no valid row',
    ]);
    expect(await refusals([{ ...row, reference: '1' }], { newReferences: true })).toEqual([]);
    const again = { again: true };
    expect(await refusals([{ ...row, reference: '0001', name: 'Maria' }], again)).toEqual([
      'nothing_to_pay: every reference was used by earlier runs',
    ]);
    expect(await refusals(ROWS, again)).toEqual(['not_run_before: no run of these payouts is known']);
    await here.loseResponse();
    const open = { pixKey: 'eva@example.com', amountCentavos: centavos(7_00) };
    const { run } = await pay(here, [open], NOT_AWAITED);
    const more = [open, ...ROWS];
    expect(await refusals(more, { payAgain: true })).toEqual([
      `paid_before: rows equal to a payment that the run ${run.id} may still send: 1`,
    ]);
  });

  it('is refused to continue a run with its fees otherwise', async () => {
    const here = await office();
    const { run } = await pay(here, ROWS, NONE_SENT);
    const { refusals } = await here.payouts.plan(ROWS, { coverFee: true });
    expect(refusals.map(inWords)).toEqual([`fee_otherwise: the run ${run.id} of these rows has its fees otherwise`]);
  });

  it.each([true, false])('says for each row whether the fee is on top: %s', async (coverFee) => {
    const here = await office();
    const [row] = ROWS;
    const first = await here.payouts.plan([{ ...row!, coverFee }]);
    expect(first.recipients.map((recipient) => recipient.coverFee)).toEqual([coverFee]);
    const forced = await here.payouts.plan([{ ...row!, coverFee: !coverFee }], { coverFee });
    expect(forced.recipients.map((recipient) => recipient.coverFee)).toEqual([coverFee]);
  });

  it.each([
    ['no', [false]],
    ['true', [true]],
    [null, [false]],
    ['maybe', []],
  ])('reads from a script without types whether the fee is on top: %j', async (coverFee, read) => {
    const here = await office();
    const { recipients } = await here.payouts.plan([Object.assign({ ...ROWS[0]! }, { coverFee })]);
    expect(recipients.map((recipient) => recipient.coverFee)).toEqual(read);
  });

  it('names the withdrawal that paid a row whose outcome was unknown', async () => {
    const here = await office();
    await here.loseResponse();
    const { run } = await pay(here, ROWS, NOT_AWAITED);
    const row = openRow(here, run.id);
    const { pixKey = '', amountCentavos = centavos(0) } = ROWS[row - 1] ?? {};
    const pixKeyType = pixKey.includes('@') ? 'EMAIL' : 'PHONE';
    const { id: withdrawalId } = await here.wallet.client().withdraws.create({ pixKey, pixKeyType, amountCentavos });
    const decided = await here.payouts.resolve(run.id, row, { verdict: 'paid', withdrawalId, by: 'test' });
    expect([decided.state, decided.withdrawalId]).toEqual(['resolved_paid', withdrawalId]);
  });

  it.each(['payouts.sqlite', 'payouts.stamp'])('is told that its journal cannot be used: %s', async (name) => {
    const here = await office();
    const configDirectory = temporaryFolder();
    const path = join(here.payouts.folder.replace(here.configDirectory, configDirectory), name);
    mkdirSync(name === 'payouts.stamp' ? path : dirname(path), { recursive: true });
    if (name === 'payouts.sqlite') writeFileSync(path, 'no database at all');
    await expect(here.open({ configDirectory })).rejects.toMatchObject({ code: 'journal_unusable' });
  });

  it('is told that its journal cannot be used where no database answers', async () => {
    const here = await office();
    const opening = here.open({ journal: 'postgres://pix@127.0.0.1:1/pix', configDirectory: temporaryFolder() });
    await expect(opening).rejects.toMatchObject({
      ...{ name: 'JournalError', code: 'journal_unusable', folder: expect.any(String), cause: expect.any(Error) },
    });
  });

  it.each(['postgres://pix:pass/word@db.example/pix', 'mysql://pix:pass@db.example/pix', ''])(
    'is told without the password that a journal is at no address of a database: %j',
    async (journal) => {
      const here = await office();
      const failure: unknown = await here.open({ journal }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'JournalError', code: 'journal_unusable' });
      expect(inspect(failure)).not.toContain('pass');
    },
  );

  it('is refused what is left of a run once a payment of it was made by hand', async () => {
    const here = await office();
    await pay(here, ROWS, NONE_SENT);
    const [row] = ROWS;
    await here.wallet.client().withdraws.create({ ...row!, pixKeyType: 'EMAIL' });
    const { refusals } = await plan(here);
    expect(refusals.map(inWords)).toEqual(['foreign_journal: 1 withdrawals were made by another journal or program']);
  });

  it('that closes its payouts while they are made leaves the run to the next opening, and pays nothing twice', async () => {
    const here = await office();
    let runId = '';
    const paying = pay(here, ROWS, {
      onEvent: (event) => {
        if (event.type !== 'changed' || event.payout.state !== 'sending') return;
        ({ runId } = event.payout);
        here.payouts.close();
      },
    });
    await expect(paying).rejects.toThrow('database is not open');
    const payouts = await here.open();
    const { sumCentavos } = payouts.remaining(runId);
    const { outcome } = await payouts.resume(runId, { sumCentavos });
    expect([outcome, sumCentavos, await here.sent()]).toEqual(['paid', 1_250_00, 2]);
  });

  it('stops by its signal, and resumes what is left with a consent to that sum', async () => {
    let isGone = false;
    const here = await office({
      gateway: (ask) => (input, init) => (isGone ? Promise.reject(UNSENT) : ask(input, init)),
    });
    const { outcome, run } = await pay(here, ROWS, NONE_SENT);
    expect([outcome, run.notSent.payments, await here.sent()]).toEqual(['interrupted', 2, 0]);
    // That it leaves a payment out needs no answer of the service.
    isGone = true;
    const decided = await here.payouts.resolve(run.id, 1, { verdict: 'not-paid', by: 'test' });
    isGone = false;
    expect(decided.state).toBe('resolved_unpaid');

    expect(here.payouts.remaining(run.id)).toEqual({ payments: 1, sumCentavos: 1_250_00 });
    const wrong = here.payouts.resume(run.id, { sumCentavos: centavos(1_262_34) });
    const differs = (sum: string) => `125000 centavos are to be sent, not ${sum}; nothing was sent`;
    await expect(wrong).rejects.toMatchObject({ code: 'total_differs', message: differs('126234') });
    await expect(here.payouts.resume(run.id, undefined)).rejects.toThrow(differs('none'));
    expect(await here.sent()).toBe(0);
    const resumed = await here.payouts.resume(run.id, { sumCentavos: centavos(1_250_00) });
    expect([resumed.outcome, resumed.run.notPaid.payments, await here.sent()]).toEqual(['partly_paid', 1, 1]);
  });

  it.each([undefined, false, true])('sends again what is proven absent only as it says (%s)', async (resends) => {
    const here = await office();
    await here.loseResponse();
    const options = { ...NOT_AWAITED, resendsProvenAbsent: resends };
    const { run } = await pay(here, ROWS.slice(0, 1), options);
    const journal = await openJournal({ folder: here.payouts.folder, clock: systemClock });
    onTestFinished(() => journal.close());
    expect(journal.run(run.id).resendsProvenAbsent).toBe(resends === true);
    journal.steps.change({ runId: run.id, row: 1 }, 'unknown', { to: 'absent' });
    const consent = { sumCentavos: centavos(12_34) };
    const { outcome } = await here.payouts.resume(run.id, consent, options);
    expect([outcome, await here.sent()]).toEqual(resends === true ? ['paid', 1] : ['outcome_unknown', 0]);
  });

  it('resumes nothing that the balance does not cover, and a run at its end without a consent', async () => {
    const here = await office();
    const { run } = await pay(here, ROWS, NONE_SENT);
    const consent = { sumCentavos: centavos(1_262_34) };
    const other = { pixKey: 'eva@example.com', pixKeyType: 'EMAIL', amountCentavos: centavos(4_000_00) } as const;
    await here.wallet.client().withdraws.create(other);
    await expect(here.payouts.resume(run.id, consent)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await here.sent()).toBe(1);
    await here.wallet.controls.deposit(centavos(1_000_00));
    expect((await here.payouts.resume(run.id, consent)).outcome).toBe('paid');
    expect([(await here.payouts.resume(run.id, undefined)).outcome, await here.sent()]).toEqual(['paid', 3]);
  });

  it.each([true, false])(
    'reads what is unconfirmed where the service answers no more (resumed: %s)',
    async (resumes) => {
      let isGone = false;
      const gone = () => Promise.resolve(new Response('', { status: 401 }));
      const here = await office({ gateway: (ask) => (input, init) => (isGone ? gone() : ask(input, init)) });
      await here.loseResponse();
      const { run } = await pay(here, ROWS, NOT_AWAITED);
      const [again, other] = [await plan(here), await plan(here, [{ ...ROWS[0]!, reference: 'b-1' }])];
      isGone = true;
      const { outcome, error } = await (resumes ? here.payouts.resume(run.id, undefined) : again.run(agreedTo(again)));
      expect([outcome, error]).toMatchObject(['outcome_unknown', { status: 401 }]);
      await expect(other.run(agreedTo(other))).rejects.toMatchObject({ status: 401 });
    },
  );

  it('is refused what another account of the journal has paid', async () => {
    const here = await office();
    await pay(here);
    const { key } = await here.wallet.controls.openAccount();
    const there = await here.open({ apiKey: undefined, apiKeys: [{ name: 'main', key }] });
    const { refusals } = await there.plan(ROWS, { account: 'new' });
    expect(refusals.map(({ code, message }) => [code, message.includes('another account')])).toEqual([
      ['paid_before', true],
    ]);
  });

  it('sends nothing from a profile that only reads', async () => {
    const here = await office({ readOnly: true });
    const refusal = { name: 'ConfigurationError', code: 'read_only', message: 'this profile only reads' };
    await expect(pay(here)).rejects.toMatchObject(refusal);
    expect([here.payouts.runs(), await here.sent()]).toEqual([[], 0]);
  });

  it('sees the first 10,000 problems, and how many rows have some', async () => {
    const { payouts } = await office();
    const row = { pixKey: 'maria@example.com', amountCentavos: centavos(1) };
    const { problems, refusals } = await payouts.plan(Array.from({ length: 10_001 }, () => row));
    expect([problems.length, refusals.map(inWords)]).toEqual([10_000, ['rows_invalid: invalid rows: 10001 of 10001']]);
  });

  it('sees what the command warns of: a column of amounts that the sheet hides', async () => {
    const here = await office();
    const cells = [
      ['chave_pix', 'valor', 'setor'],
      ['ana@example.com', { stored: '12.34' }, 'RH'],
    ];
    const rows = cells.map((row, index) => rowFile(index + 1, row)).join('');
    const before = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
    const bytes = await workbookFile({ sheets: [{ name: 'Folha', rows, before }] });
    const { notices, refusals } = await here.payouts.plan(bytes);
    expect(notices).toEqual([
      { code: 'unknown_column', row: undefined, line: 1, column: 'setor', value: undefined },
      { code: 'hidden_column', row: undefined, line: 1, column: 'valor', value: undefined },
    ]);
    expect(refusals).toEqual([]);
  });

  it('sends nothing that another machine has paid between its plan and its consent', async () => {
    const here = await office();
    const first = await plan(here);
    const there = await here.open({ configDirectory: temporaryFolder() });
    const other = await there.plan(ROWS);
    expect((await other.run(agreedTo(other))).outcome).toBe('paid');
    await expect(first.run(agreedTo(first))).rejects.toMatchObject({ code: 'foreign_journal' });
    const codes = async (options?: PlanOptions) =>
      (await here.payouts.plan(ROWS, options)).refusals.map(({ code }) => code);
    expect(await codes()).toEqual(['foreign_journal', 'paid_before']);
    expect(await codes({ acceptOtherJournal: true })).toEqual(['paid_before']);
    // A plan stores nothing, and no acceptance either.
    expect([await codes(), await here.sent()]).toEqual([['foreign_journal', 'paid_before'], 2]);
  });

  it('reads what a row has cost, what arrived, and why one was not paid', async () => {
    const here = await office();
    await here.wallet.controls.setAccount({ instant: false, settleAfterMs: null });
    const { run, outcome } = await pay(here);
    expect([outcome, run.source, run.pending.payments]).toEqual(['paid', 'script', 2]);
    const ids = [...here.payouts.report(run.id)].map(({ withdrawalId }) => withdrawalId ?? '');
    await here.wallet.controls.settleWithdrawal(ids[0] ?? '');
    await here.wallet.controls.failWithdrawal(ids[1] ?? '', 'AC03');
    await here.payouts.resume(run.id, undefined, { waits: true });
    const none = { code: undefined, reason: undefined, secondWithdrawalId: undefined };
    expect([...here.payouts.report(run.id)]).toMatchObject([
      { state: 'paid', feeCentavos: 50, sentCentavos: 11_84, ...none },
      { state: 'failed', feeCentavos: undefined, sentCentavos: undefined, reason: expect.any(String) },
    ]);
  });

  it('gives the text of a file, whose options are those of the command', async () => {
    const here = await office();
    const columns = 'pix_key;amount;description;due_on\n';
    const file = (...rows: readonly string[]) => `${columns}${rows.join('\n')}\n`;
    const today = dayOf(Date.now());
    const found = async (text: string | Uint8Array, options: PlanOptions = {}) => {
      const { problems, notices, payments } = await here.payouts.plan(text, options);
      return [payments, ...[...problems, ...notices].map(({ code }) => code)];
    };
    const row = `ana@example.com;10,00;;${today}`;
    expect([await found(file(row)), await found(Buffer.from(file(row)))]).toEqual([[1], [1]]);
    expect(await found(file(row, row))).toEqual([1, 'duplicate_payout']);
    expect(await found(file(row, row), { allowDuplicates: true })).toEqual([2]);
    expect(await found(file(`123.456.789-00;10,00;;${today}`))).toEqual([0, 'invalid_key']);
    expect(await found(file(`123.456.789-00;10,00;;${today}`), { forceKeys: true })).toEqual([1]);
    // A mark is added to each description.
    expect(await found(file(`ana@example.com;10,00;${'x'.repeat(129)};${today}`))).toEqual([1]);
    expect(await found(file(`ana@example.com;10,00;${'x'.repeat(130)};${today}`))).toEqual([0, 'description_too_long']);
    await here.wallet.controls.setAccount({ perTransactionLimitCentavos: centavos(9_99) });
    expect(await found(file(row))).toEqual([0, 'above_maximum']);
    await here.wallet.controls.setAccount({ perTransactionLimitCentavos: centavos(10_00) });
    expect(await found(file('ana@example.com;10,00;;2020-01-02'))).toEqual([1, 'overdue']);
    const later = dayOf(Date.now() + 48 * 3_600_000);
    expect(await found(file(`ana@example.com;10,00;;${later}`))).toEqual([1, 'not_due_yet']);
  });

  it.each<[string, object, object | undefined]>([
    ['pays', {}, undefined],
    ['only reads where the script says so', { readOnly: true }, { code: 'read_only' }],
  ])('of a profile %s, with the fees and the journal of that profile', async (_, settings, refusal) => {
    const { wallet, configDirectory } = await office({ port: 0 });
    const environment = { PIX_CONFIG_DIR: configDirectory, PIX_API_KEY: wallet.apiKey };
    const login = ['auth', 'login', '-p', 'work', '--no-keychain', '--base-url', wallet.url];
    for (const argv of [login, ['config', 'set', 'cover-fee', 'on', '-p', 'work']]) {
      const { exitCode, stderr } = await runCli(argv, { environment });
      expect(exitCode, stderr).toBe(0);
    }
    const elsewhere = { profile: 'work', configDirectory, journal: 'postgres://pix@127.0.0.1:1/pix' };
    await expect(openPayouts(elsewhere)).rejects.toMatchObject({ code: 'journal_unusable' });
    using payouts = await openPayouts({ profile: 'work', configDirectory, ...settings });
    const [row] = ROWS;
    const planned = await payouts.plan([row!, { ...ROWS[1]!, coverFee: false }]);
    expect(planned.recipients.map(({ coverFee }) => coverFee)).toEqual([true, false]);
    const paying = planned.run(agreedTo(planned));
    if (refusal === undefined) expect((await paying).outcome).toBe('paid');
    else await expect(paying).rejects.toMatchObject(refusal);
    payouts[Symbol.dispose]();
    expect(() => payouts.runs()).toThrow(/^(database .*(closed|not open)|statement has been finalized)$/i);
  });

  it('pays from the account that it names, where the service does not show it', async () => {
    const here = await office();
    await pay(here);
    const { key } = await here.wallet.controls.openAccount(centavos(5_000_00));
    const there = await here.open({ apiKey: undefined, apiKeys: [{ name: 'main', key }] });
    const planned = await there.plan(ROWS, { account: 'new', payAgain: true });
    expect((await planned.run(agreedTo(planned))).outcome).toBe('paid');
  });

  it.each<[string, (here: Office, given: never) => Promise<unknown>, object, string]>([
    [
      'an order',
      ({ payouts }, given) => payouts.plan([given]),
      { ...ROWS[0], referense: 'a-1' },
      'source.0: Unrecognized key: "referense"',
    ],
    [
      'a source',
      ({ payouts }, given) => payouts.plan(given),
      Promise.resolve(''),
      'source: Invalid input: expected array, received Promise',
    ],
    [
      'a plan',
      ({ payouts }, given) => payouts.plan(ROWS, given),
      { onlyvalid: true },
      'plan options: Unrecognized key: "onlyvalid"',
    ],
    [
      'a run',
      async (here, given) => (await plan(here)).run(agreedTo(await plan(here)), given),
      { wait: true },
      'work options: Unrecognized key: "wait"',
    ],
    [
      'a consent',
      async (here, given) => (await plan(here)).run(given),
      {},
      'consent.digest: Invalid input: expected string, received undefined',
    ],
    [
      'a resumption',
      ({ payouts }, given) => payouts.resume('r-1', undefined, given),
      { payAgain: 1 },
      'work options: Unrecognized key: "payAgain"',
    ],
    [
      'a decision',
      ({ payouts }, given) => payouts.resolve('r-1', 1, given),
      { verdict: 'unpaid', by: 'ana' },
      "decision.verdict: Invalid discriminator value. Expected 'paid' | 'not-paid'",
    ],
    [
      'a wallet',
      ({ open }, given) => open(given),
      { readonly: true },
      'openPayouts options: Unrecognized key: "readonly"',
    ],
    [
      'a folder',
      ({ open }, given) => open(given),
      { configDirectory: '' },
      'openPayouts options.configDirectory: Too small: expected string to have >=1 characters',
    ],
    [
      'a profile',
      ({ open }, given) => open(given),
      { profile: undefined },
      'openPayouts options of a profile.profile: Invalid input: expected string, received undefined',
    ],
    [
      'a profile beside a key',
      ({ open }, given) => open(given),
      { profile: 'work' },
      'openPayouts options of a profile: Unrecognized keys: "baseUrl", "apiKey"',
    ],
    [
      'a signal',
      async (here, given) => (await plan(here)).run(agreedTo(await plan(here)), given),
      { signal: new AbortController() },
      'work options.signal.aborted: Invalid input: expected boolean, received undefined',
    ],
    [
      'a listener',
      async (here, given) => (await plan(here)).run(agreedTo(await plan(here)), given),
      { onEvent: {} },
      'work options.onEvent: Invalid input',
    ],
  ])('is told of what no type has in %s, before anything is sent', async (_, call, given, message) => {
    const here = await office();
    await expect(call(here, given as never)).rejects.toThrow(new TypeError(message));
    expect([here.payouts.runs(), await here.sent()]).toEqual([[], 0]);
  });

  it('may look for lost responses without an end, and listen with a function of another realm', async () => {
    const here = await office();
    const onEvent: WorkOptions['onEvent'] = runInNewContext('() => undefined');
    const planned = await plan(here);
    expect(await planned.run(agreedTo(planned), { lookForMs: Infinity, onEvent })).toMatchObject({ outcome: 'paid' });
  });

  it('names a run that does not exist', async () => {
    const { payouts } = await office();
    await expect(payouts.resume('r-20260714-none', undefined)).rejects.toBeInstanceOf(PayoutError);
    expect(() => payouts.run('r-20260714-none')).toThrow(PayoutError);
    expect(() => [...payouts.report('r-20260714-none')]).toThrow(PayoutError);
  });

  it.each([1_234.5, Number.NaN])('cannot pay an amount that is no whole number of centavos: %d', async (amount) => {
    const here = await office();
    const rows = [{ pixKey: 'a@example.com', amountCentavos: amount as ReturnType<typeof centavos> }];
    await expect(plan(here, rows)).rejects.toBeInstanceOf(RangeError);
  });
});

it('a script and the command know each other’s payments: they share one journal', async () => {
  const here = await office({ port: 0 });
  const { wallet, configDirectory } = here;
  const environment = { PIX_CONFIG_DIR: configDirectory, PIX_BASE_URL: wallet.url, PIX_API_KEY: wallet.apiKey };
  const { run } = await pay(here);

  const file = join(configDirectory, 'rows.csv');
  writeFileSync(file, 'reference;pix_key;amount\na-1;maria@example.com;12,34\na-2;+5511987654321;1250,00\n');
  const paid = await runCli(['payouts', 'run', file, '--yes', '--confirm-total', '1262,34', '--json'], { environment });
  expect([paid.exitCode, JSON.parse(paid.stdout)]).toMatchObject([0, { run: run.id }]);
  const listed = await runCli(['payouts', 'list', '--json'], { environment });
  expect(listed.stdout).toContain(run.id);
  expect(await here.sent()).toBe(2);
});

it('a run that a command has scheduled is refused before its day, which the library shows', async () => {
  const { wallet, payouts, sent, configDirectory } = await office({ port: 0 });
  const path = join(configDirectory, 'july.csv');
  writeFileSync(path, 'reference,pix_key,amount\na-1,maria@example.com,12.34\n');
  const environment = { PIX_API_KEY: wallet.apiKey, PIX_BASE_URL: wallet.url, PIX_CONFIG_DIR: configDirectory };
  const consent = ['--yes', '--confirm-total', '12,34'];
  const now = Date.now();
  const made = await runCli(['payouts', 'run', path, ...consent, '--on', 'tomorrow'], { environment, now });
  expect(made.exitCode, made.stderr).toBe(0);
  const [run] = payouts.runs();
  expect(run?.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  const resumed = payouts.resume(run?.id ?? '', { sumCentavos: centavos(12_34) });
  await expect(resumed).rejects.toMatchObject({ code: 'not_due', facts: { dueOn: run?.dueOn } });
  expect(await sent()).toBe(0);
});
