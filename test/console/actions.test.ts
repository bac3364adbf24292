import { describe, expect, it } from 'vitest';
import { controlOf, expectSound } from '../support/service-controls.ts';
import { Visitor } from './visitor.ts';

const QUIET = { payments: 0, withdraws: 0 };
/** Of `demo` from the beginning. */
const OPENING = 500_000;

async function availableOf({ service }: Visitor): Promise<number> {
  return ((await controlOf(service, 'account')) as { availableCentavos: number }).availableCentavos;
}

async function newCharge(visitor: Visitor, amount = '80,00') {
  const created = await visitor.do('charge', { account: 'demo', amount, description: 'Pedido 17', back: '/' });
  const [, id = ''] = /^\/console\/payment\/(.+)$/.exec(created.path) ?? [];
  return { created, id };
}

describe('a person who never read a page', () => {
  it('sees a charge created, paid, disputed and returned, with each entry of the ledger', async () => {
    const visitor = await Visitor.arrive(QUIET);
    const { created, id } = await newCharge(visitor);
    expect(created.text).toContain('The charge was requested');
    expect(created.text).toContain('Charge R$ 80,00');
    expect(created.html).toContain('src="data:image/png;base64,');
    const back = created.path;

    const paid = await visitor.do('pay', { id, back });
    expect(paid.path).toBe(back);
    expect(paid.text).toMatch(/Charge paid Available \+R\$ 79,50 Fees \+R\$ 0,50 Pix network -R\$ 80,00/);
    expect(paid.html).toContain('/console/do/disputeOpen');

    const disputed = await visitor.do('disputeOpen', { id, back });
    expect(disputed.text).toContain('Dispute: Open');
    expect(disputed.text).toMatch(/Dispute opened Available -R\$ 80,00 Blocked \+R\$ 80,00/);

    const returned = await visitor.do('disputeAccept', { id, back });
    expect(returned.text).toContain('Dispute: Accepted');
    expect(returned.html).not.toContain('/console/do/dispute');
    expect(await availableOf(visitor)).toBe(OPENING - 50);
    await expectSound(visitor.service);
    expect((await visitor.open('/console/ledger')).text).toContain('All 12 invariants hold.');
  });

  it('reads what was done once, and not again', async () => {
    const visitor = await Visitor.arrive(QUIET);
    const { created } = await newCharge(visitor);
    expect((await visitor.open(created.path)).text).not.toContain('The charge was requested');
  });

  it('sends a Pix that waits, and decides how it ends', async () => {
    const visitor = await Visitor.arrive(QUIET, 'pt-BR');
    await visitor.do('deposit', { account: 'demo', 'deposit-amount': '500', back: '/' });
    const order = { account: 'demo', 'send-amount': '100,00', pixKey: 'pending@example.com', back: '/' };
    const sent = await visitor.do('withdraw', order);
    expect(sent.text).toContain('Em processamento');
    expect(sent.text).toMatch(/Reservado para o envio Disponível -R\$ 100,00 Em trânsito \+R\$ 100,00/);
    const id = decodeURIComponent(sent.path.split('/').at(-1) ?? '');
    const failed = await visitor.do('fail', { id, reason: 'AB03', back: sent.path });
    expect(failed.text).toContain('Não concluído');
    expect(failed.text).toContain('os bancos não liquidaram a tempo (AB03)');
    expect(failed.text).not.toContain('Destinatário recebe');
    await expectSound(visitor.service);
  });
});

describe('a form', () => {
  it.each([
    ['charge', { amount: '1.234' }, 'The amount is not valid; example: 80,00'],
    ['charge', { amount: '0,50' }, 'below the minimum'],
    ['withdraw', { 'send-amount': '10', pixKey: 'nothing' }, 'This is no Pix key.'],
    ['withdraw', { 'send-amount': '6000', pixKey: 'maria@example.com' }, 'Insufficient balance.'],
    ['pay', { id: 'none' }, 'Not found.'],
    ['faultAdd', { on: 'GET *', fault: 'latency' }, 'Enter the delay that the fault is to cause.'],
    ['restore', { snapshot: new Blob(['no snapshot']) }, 'snapshot'],
  ])('that is refused changes nothing, and says why: %s %j', async (action, fields, sentence) => {
    const visitor = await Visitor.arrive(QUIET);
    const { path, text } = await visitor.do(action, { account: 'demo', ...fields, back: '/console/account/demo' });
    expect(path).toBe('/console/account/demo');
    expect(text).toContain(sentence);
    expect(await availableOf(visitor)).toBe(OPENING);
  });

  it.each([
    [
      'withdraw',
      { 'send-amount': '6.000,00', pixKey: 'maria@example.com', code: '123456' },
      'send-amount',
      'Insufficient balance.',
    ],
    ['withdraw', { 'send-amount': '10,00', pixKey: 'no "key"' }, 'pixKey', 'This is no Pix key.'],
    ['charge', { amount: '0,50', description: 'Pão' }, 'amount', 'below the minimum'],
  ])(
    'that is refused is open, with what was typed, and the reason at its field: %s %j',
    async (action, fields, field, sentence) => {
      const visitor = await Visitor.arrive(QUIET);
      const back = '/console/account/demo';
      const { html } = await visitor.do(action, { account: 'demo', ...fields, back });
      const [drawer = ''] = /<details[^>]* open[^]*?<\/details>/.exec(html) ?? [];
      for (const [name, value] of Object.entries(fields)) {
        const shown = `value="${value.replaceAll('"', '&quot;')}"`;
        expect([name, drawer.includes(shown)]).toEqual([name, name !== 'code']);
      }
      expect(drawer).toMatch(new RegExp(`id="${field}-problem"[^>]*>[^<]*${sentence}`));
      // It is shown once.
      expect((await visitor.open(back)).html).not.toContain('<details open');
    },
  );

  it('of faults that is refused keeps what was chosen', async () => {
    const visitor = await Visitor.arrive(QUIET);
    const fields = { on: '* *', fault: 'latency', times: '7', back: '/console/faults' };
    const { html } = await visitor.do('faultAdd', fields);
    expect(html).toMatch(/<option value="\* \*" selected/);
    expect(html).toMatch(/<option value="latency" selected/);
    expect(html).toContain('value="7"');
  });

  it('that is late is refused: the status has changed', async () => {
    const visitor = await Visitor.arrive(QUIET);
    const { created, id } = await newCharge(visitor);
    await controlOf(visitor.service, 'payment/expire', { id });
    const { text } = await visitor.do('pay', { id, back: created.path });
    expect(text).toContain('The current status does not allow this.');
    expect(await availableOf(visitor)).toBe(OPENING);
  });

  it('of an unknown action is a page with 404', async () => {
    const { service } = await Visitor.arrive(QUIET);
    const answer = await service.send('/console/do/constructor', { method: 'POST', body: new FormData() });
    expect(answer.status).toBe(404);
  });
});

it('faults are added with a receipt, and removed', async () => {
  const visitor = await Visitor.arrive(QUIET);
  const fields = { on: 'GET /api/v1/user/balance', fault: 'status-503', times: '1', back: '/console/faults' };
  await visitor.do('faultAdd', fields);
  expect((await visitor.service.request('/api/v1/user/balance')).status).toBe(503);
  const { text } = await visitor.open('/console/faults');
  expect(text).toMatch(/GET \/api\/v1\/user\/balance status-503 error 503, not carried out any 1 1 1/);
  await visitor.do('faultClear', { back: '/console/faults' });
  expect((await visitor.open('/console/faults')).text).toContain('No faults.');
});

it('the clock is advanced, with what becomes due', async () => {
  const visitor = await Visitor.arrive(QUIET);
  const { created } = await newCharge(visitor);
  await visitor.do('advance', { durationMs: String(8 * 86_400_000), back: '/console/state' });
  expect((await visitor.open(created.path)).text).toContain('Expired');
});

it('a state is downloaded, restored and reset', async () => {
  const visitor = await Visitor.arrive({ payments: 1, withdraws: 0 });
  const before = await availableOf(visitor);
  const download = await visitor.service.send('/console/snapshot', {});
  expect(download.headers.get('Content-Disposition')).toBe('attachment; filename="state.pixmock"');
  const snapshot = await download.blob();
  await visitor.do('deposit', { account: 'demo', 'deposit-amount': '10', back: '/' });
  const back = '/console/state';
  expect((await visitor.do('restore', { snapshot, back })).text).toContain('The state was restored.');
  expect(await availableOf(visitor)).toBe(before);
  await visitor.do('deposit', { account: 'demo', 'deposit-amount': '10', back: '/' });
  expect((await visitor.do('reset', { back })).text).toContain('The initial state was restored.');
  expect(await availableOf(visitor)).toBe(before);
});

it('codes are in the inbox, and a withdrawal uses one', async () => {
  const visitor = await Visitor.arrive(QUIET);
  await visitor.do('deposit', { account: 'demo', 'deposit-amount': '100', back: '/' });
  await controlOf(visitor.service, 'account', { transferSecurity: true });
  await visitor.service.request('/api/v1/user/security/request-transfer-code', { json: { amount: 10 } });
  const { html } = await visitor.open('/console/codes');
  const [, code = ''] = /<strong class="mono">(\d{6})</.exec(html) ?? [];
  const order = { account: 'demo', 'send-amount': '10', pixKey: 'maria.silva@example.com', back: '/' };
  expect((await visitor.do('withdraw', order)).text).toContain('requires a verification code');
  expect((await visitor.do('withdraw', { ...order, code })).text).toContain('The withdrawal was created.');
});
