import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { controlOf } from '../support/service-controls.ts';
import { Visitor } from './visitor.ts';
import { linesIn } from '../support/grouped.ts';

const PAGES = linesIn(`
  / | /console/account/demo | /console/account/demo?list=withdraws&status=COMPLETED&offset=5 | /console/requests
  /console/faults | /console/codes | /console/ledger | /console/state | /console/api
`);
const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';

describe('each page of the console', () => {
  it.each(PAGES)('is whole without a script, in both languages: %s', async (path) => {
    for (const [language, lang] of [
      ['en-GB,en', 'en'],
      ['pt-PT,pt;q=0.9', 'pt-BR'],
    ] as const) {
      const visitor = await Visitor.arrive({}, language);
      const { status, headers, html } = await visitor.open(path);
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${lang}"`);
      expect(html).not.toMatch(/<script>|<style|\son\w+=|style="|undefined|\[object/);
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it('is neither logged nor counted', async () => {
    const visitor = await Visitor.arrive({ rateLimit: true });
    for (let visit = 0; visit < 30; visit += 1) expect((await visitor.open('/')).status).toBe(200);
    expect(await controlOf(visitor.service, 'requests')).toEqual({ requests: [] });
  });

  it('needs at most 30 KB, compressed, with its style and script', async () => {
    const visitor = await Visitor.arrive({ payments: 200 });
    const { html } = await visitor.open('/console/account/demo');
    const [, style = '', script = ''] =
      /href="(\/console\/console.css[^"]*)".*src="(\/console\/console.js[^"]*)"/.exec(html) ?? [];
    const parts = [html, (await visitor.open(style)).html, (await visitor.open(script)).html];
    const sizes = parts.map((part) => gzipSync(part).byteLength);
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(30 * 1024);
    expect((await visitor.open(style)).headers.get('Cache-Control')).toContain('immutable');
  });

  it('is compressed for a browser that asks for it', async () => {
    const visitor = await Visitor.arrive();
    const { headers } = await visitor.open('/', { 'Accept-Encoding': 'gzip, br' });
    expect(headers.get('Content-Encoding')).toBe('gzip');
  });

  it('that is unknown is a page with 404', async () => {
    const visitor = await Visitor.arrive();
    for (const path of ['/console/none', '/console/payment/none', '/console/account/none', '/console/request/9']) {
      const { status, text } = await visitor.open(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Page not found');
    }
  });

  it('changes language and theme by links, and leads nowhere else', async () => {
    const visitor = await Visitor.arrive();
    const chosen = await visitor.open('/console/preferences?language=pt-BR&theme=dark&back=/console/faults');
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/console/faults']);
    expect((await visitor.open('/console/faults')).html).toContain('<html lang="pt-BR" data-theme="dark">');
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const { headers } = await visitor.open(`/console/preferences?back=${encodeURIComponent(back)}`);
      expect(headers.get('Location')).toBe('/');
    }
  });
});

it('texts from outside are shown, and never run', async () => {
  const visitor = await Visitor.arrive({ payments: 0, withdraws: 0 });
  const description = HOSTILE.slice(0, 60);
  const { data } = (await visitor.service.request('/api/v1/payment/create', { json: { value: 10, description } })).json;
  await visitor.service.request(`/api/v1/payment/get/${encodeURIComponent(HOSTILE)}`);
  for (const path of [
    '/',
    '/console/account/demo',
    `/console/payment/${data.id}`,
    '/console/requests',
    '/console/request/2',
  ]) {
    const { html } = await visitor.open(path);
    expect(html).toMatch(/&lt;script&gt;|%3Cscript%3E/);
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<img src=x');
  }
  const filtered = await visitor.open(`/console/requests?filter=${encodeURIComponent(HOSTILE)}`);
  expect(filtered.html).not.toContain('<script>');
});

it('a body cannot reorder what follows it: such characters are shown by their codes', async () => {
  const visitor = await Visitor.arrive({ payments: 0, withdraws: 0 });
  await visitor.service.request('/api/v1/payment/create', { json: { value: 10, description: '\u202e00,1' } });
  const { html } = await visitor.open('/console/request/1');
  expect(html).not.toContain('\u202e');
  expect(html).toContain('| pix api POST /api/v1/payment/create --input - --yes');
  expect(html).toContain('&quot;\\u202e00,1&quot;');
});

it('a long list is shown page by page', async () => {
  const visitor = await Visitor.arrive({ payments: 1_000, withdraws: 0 });
  const first = await visitor.open('/console/account/demo');
  expect(first.html.match(/<tr>/g)).toHaveLength(51);
  expect(first.text).toContain('1–50 of 1000');
  const last = await visitor.open('/console/account/demo?offset=990');
  expect(last.html.match(/<tr>/g)).toHaveLength(11);
  expect(last.text).toContain('991–1000 of 1000');
});

it('a filtered list has only what is asked for', async () => {
  const visitor = await Visitor.arrive();
  const { html } = await visitor.open('/console/account/demo?status=FAILED');
  expect(new Set([...html.matchAll(/data-status="(\w+)"/g)].map(([, status]) => status))).toEqual(new Set(['FAILED']));
});
