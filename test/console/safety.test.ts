import { describe, expect, it } from 'vitest';
import { openTestService, startTestService } from '../support/service.ts';
import { controlOf } from '../support/service-controls.ts';
import { Visitor } from './visitor.ts';

const HOST = { Host: '127.0.0.1:4010' };
const TOKEN = 'a token of this very test';
const EXPOSED = { expose: true, controlToken: TOKEN };
const OPENED = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

describe('a page of another origin', () => {
  it.each([
    ['a form of another site', { Origin: 'https://evil.example' }],
    ['a form of another site without an origin', { Origin: 'null' }],
    ['a form of another port', { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' }],
    ['a form that a link could not be', { 'Sec-Fetch-Site': 'cross-site', ...OPENED }],
    ['a name that leads here', { Host: 'evil.example', Origin: 'http://evil.example' }],
  ])('can post no form: %s', async (_, headers) => {
    const { service } = await Visitor.arrive({ payments: 0, withdraws: 0 });
    const body = new URLSearchParams({ account: 'demo', 'deposit-amount': '10', back: '/' });
    const answer = await service.send('/console/do/deposit', {
      method: 'POST',
      body,
      headers: { ...HOST, ...headers },
    });
    expect(answer.status).toBe(403);
    expect(await controlOf(service, 'account')).toMatchObject({ availableCentavos: 500_000 });
  });

  it.each([
    ['a script', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a picture', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }, 403],
    ['a frame', { 'Sec-Fetch-Site': 'cross-site', ...OPENED, 'Sec-Fetch-Dest': 'iframe' }, 403],
    ['a name that leads here', { Host: 'evil.example' }, 403],
    ['a link that a colleague has sent', { 'Sec-Fetch-Site': 'cross-site', ...OPENED }, 200],
  ])('reads no page: %s', async (_, headers, status) => {
    const { service } = await Visitor.arrive();
    for (const path of ['/', '/console/requests']) {
      expect((await service.send(path, { headers: { ...HOST, ...headers } })).status).toBe(status);
    }
  });
});

describe('the console of an exposed service', () => {
  it.each(['/', '/console/ledger', '/console/snapshot', '/console/events', '/console/none'])(
    'shows only a question for the token: %s',
    async (path) => {
      const visitor = await Visitor.arrive(EXPOSED);
      const { status, html, text } = await visitor.open(path);
      expect(status).toBe(401);
      expect(html).toContain('name="token"');
      expect(text).not.toContain('Padaria');
    },
  );

  it('does nothing without the token', async () => {
    const { service } = await Visitor.arrive(EXPOSED);
    const body = new URLSearchParams({ account: 'demo', 'deposit-amount': '10' });
    expect((await service.send('/console/do/deposit', { method: 'POST', body })).status).toBe(401);
  });

  it('opens with the token, whose cookie scripts and other sites do not get and that is not the token', async () => {
    const visitor = await Visitor.arrive(EXPOSED);
    const wrong = await visitor.post('/console/login', { token: 'another', back: '/' });
    expect([wrong.status, wrong.text.includes('The token is wrong.')]).toEqual([401, true]);
    const { status, text, path } = await visitor.post('/console/login', {
      token: TOKEN,
      back: '/console/account/demo',
    });
    expect([status, path]).toEqual([200, '/console/account/demo']);
    expect(text).toContain('Padaria Aurora');
    expect(JSON.stringify([...visitor.cookies])).not.toContain(TOKEN);
    const body = new URLSearchParams({ token: TOKEN });
    const answer = await visitor.service.send('/console/login', { method: 'POST', body });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pix_console=\w{64}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const created = await visitor.do('charge', { account: 'demo', amount: '80', back: '/' });
    expect(created.text).toContain('Charge R$ 80,00');
  });
});

it('a body that is no form is refused, as a fault of the caller and not of the service', async () => {
  const { service } = await Visitor.arrive({});
  for (const path of ['/console/login', '/console/do/pay']) {
    expect((await service.send(path, { method: 'POST' })).status).toBe(415);
  }
});

describe('the stream of an open page', () => {
  it('announces what changes it, and ends with the service', async () => {
    const service = await startTestService({ payments: 0, withdraws: 0 });
    const { body, headers } = await fetch(`${service.url}/console/events`);
    expect(headers.get('Content-Type')).toBe('text/event-stream');
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('data: changed\n\n');
    await controlOf(service, 'deposit', { amountCentavos: 1000 });
    expect((await reader.read()).value).toBe('data: changed\n\n');
    await service.request('/api/v1/user/balance');
    expect((await reader.read()).value).toBe('data: changed\n\n');
    const stopped = service.stop();
    expect((await reader.read()).done).toBe(true);
    await stopped;
  });

  it('is left by a page that is closed', async () => {
    const service = await openTestService();
    const { body } = await service.send('/console/events', {});
    await body!.cancel();
    await controlOf(service, 'deposit', { amountCentavos: 1000 });
    expect((await service.send('/', {})).status).toBe(200);
  });
});
