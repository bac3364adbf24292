import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ACTIONS } from '../../src/console/actions.ts';
import { controlOf, expectSound } from '../support/service-controls.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import {
  bringAxe,
  chromiumHere,
  isWiderThanItsWindow,
  keepPicture,
  launch,
  newPage,
  violationsOn,
} from './open-browser.ts';

const chromium = chromiumHere();
const WHERE = chromium ?? 'a browser: SKIPPED, there is no Chromium on the PATH or in PIX_TEST_CHROMIUM';
const EMPTY = { payments: 0, withdraws: 0 };
const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\u202e{{7*7}}`;

/** Accepts every webhook. @returns its address */
async function receiver(): Promise<string> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/pix`;
}

/** Of a window of 1280 pixels that is enlarged to 200%: half as many. */
const ENLARGED = { width: 640, height: 450 };

/** What the theme, the width or the language decides: other rules of axe are about elements, which are the same in all looks. */
const RULES_OF_LOOKS = [
  ...['color-contrast', 'target-size', 'html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title'],
  ...['button-name', 'link-name', 'label', 'select-name', 'summary-name', 'aria-command-name', 'empty-heading'],
];

/** Contrast does not depend on the language, nor width on the theme. */
const LOOKS = [
  ['light-en', { colorScheme: 'light', locale: 'en-US', viewport: { width: 1280, height: 900 } }, undefined],
  ['dark-pt', { colorScheme: 'dark', locale: 'pt-BR', viewport: { width: 360, height: 780 } }, RULES_OF_LOOKS],
] as const;

describe.skipIf(chromium === undefined)(`the console in ${WHERE}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(chromium ?? '');
  });
  afterAll(async () => {
    await browser.close();
  });

  const press = (page: Pick<Page, 'getByRole'>, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const notice = (page: Page) => page.locator('.notice').innerText();

  async function createCharge(page: Page, service: RunningTestService, amount = '80,00'): Promise<void> {
    await page.goto(`${service.url}/console/account/demo`);
    await page.locator('#new-charge summary').click();
    await page.getByLabel('Amount').first().fill(amount);
    await press(page, 'Create charge');
    await page.getByRole('heading', { name: `Charge R$ ${amount}` }).waitFor();
  }

  it('does every action by clicks', async () => {
    const service = await startTestService(EMPTY);
    const page = await newPage(browser);
    const done = new Set<string>();
    page.on('request', (request) => {
      const [, action] = /\/console\/do\/(\w+)$/.exec(request.url()) ?? [];
      if (action !== undefined) done.add(action);
    });

    await page.goto(`${service.url}/console/webhooks`);
    await page.getByText('Add address').first().click();
    await page.getByLabel('Address').fill(await receiver());
    await press(page, 'Add address');
    expect(await notice(page)).toMatch(/^The address was added\. Its secret: \S+$/);

    await createCharge(page, service);
    for (const [button, sentence] of [
      ['Activate', 'The charge can be paid now.'],
      ['Pay', 'The charge was paid.'],
      ['Open dispute', 'The dispute is open: the amount is blocked.'],
      ['Refuse dispute', 'The dispute was refused: the amount is available again.'],
    ] as const) {
      await press(page, button);
      await page.getByText(sentence).waitFor();
    }
    await createCharge(page, service, '90,00');
    await press(page, 'Pay');
    await press(page, 'Open dispute');
    await press(page, 'Accept dispute');
    await page.getByText('Dispute: Accepted').waitFor();
    await page.getByText('payment.completed').first().waitFor();
    await press(page.locator('.timeline li.webhook').first(), 'Send again');
    await page.getByText('The event was sent again.').waitFor();
    await createCharge(page, service, '70,00');
    await press(page, 'Expire');
    await page.getByText('The charge expired.').waitFor();

    for (const [button, sentence] of [
      ['Complete', 'The withdrawal was completed.'],
      ['Fail', 'The withdrawal failed; the money came back.'],
    ] as const) {
      await page.goto(`${service.url}/console/account/demo`);
      await page.getByText('Send Pix', { exact: true }).click();
      await page.locator('#send-amount').fill('10,00');
      await page.getByLabel('Pix key').fill('pending@example.com');
      await press(page, 'Send');
      await press(page, button);
      await page.getByText(sentence).waitFor();
    }
    await page.goto(`${service.url}/console/account/demo`);
    await page.getByText('Deposit', { exact: true }).first().click();
    await page.locator('#deposit-amount').fill('5,00');
    await press(page, 'Deposit');
    await page.getByText('The deposit was credited.').waitFor();

    await page.goto(`${service.url}/console/faults`);
    await press(page, 'Add fault');
    await page.getByRole('cell', { name: /^reset-after/ }).waitFor();
    await press(page, 'Remove all');
    await page.getByText('No faults.').waitFor();

    await page.goto(`${service.url}/console/state`);
    const downloading = page.waitForEvent('download');
    await page.getByText('Download snapshot').click();
    const snapshot = await (await downloading).path();
    await press(page, '1 hour');
    await page.getByText('The clock was advanced').waitFor();
    await page.getByLabel('Snapshot file').setInputFiles(snapshot);
    await page.getByLabel('Replace the current state').first().check();
    await press(page, 'Restore');
    await page.getByText('The state was restored.').waitFor();
    await page.getByLabel('Replace the current state').last().check();
    await press(page, 'Reset');
    await page.getByText('The initial state was restored.').waitFor();

    await page.goto(`${service.url}/console/webhooks`);
    await page.getByText('Add address').first().click();
    await page.getByLabel('Address').fill(await receiver());
    await press(page, 'Add address');
    await press(page, 'Remove');
    await page.getByText('The address was removed.').waitFor();
    expect([...done].sort()).toEqual(Object.keys(ACTIONS).sort());
    await expectSound(service);
  });

  it('is up to date without a reload, and keeps focus and an open drawer', async () => {
    const service = await startTestService(EMPTY);
    const page = await newPage(browser);
    await page.goto(`${service.url}/console/account/demo`);
    await page.locator('#new-charge summary').click();
    await page.getByLabel('Amount').first().fill('12,3');
    await controlOf(service, 'deposit', { amountCentavos: 123_456 });
    await page.getByRole('cell', { name: 'R$ 1.234,56' }).waitFor();
    expect(await page.getByLabel('Amount').first().inputValue()).toBe('12,3');
    await page.locator('a.row').first().focus();
    await controlOf(service, 'deposit', { amountCentavos: 777 });
    await page.getByRole('cell', { name: 'R$ 7,77' }).waitFor();
    expect(await page.evaluate('document.activeElement.className')).toBe('row');

    await page.goto(`${service.url}/console/requests`);
    await page.getByText('No requests.').waitFor();
    await service.request('/api/v1/user/balance');
    await page.getByRole('cell', { name: 'GET /api/v1/user/balance' }).waitFor();
  });

  it('is used by the keyboard alone', async () => {
    const service = await startTestService(EMPTY);
    const page = await newPage(browser);
    const { keyboard } = page;
    const isFocused = (text: string) =>
      page.waitForFunction(`document.activeElement?.textContent.trim() === ${JSON.stringify(text)}`);
    const tabTo = async (text: string) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent.trim()')) === text) return;
      }
      throw new Error(`Tab does not lead to ${text}`);
    };
    await page.goto(service.url);
    await keyboard.press('Tab');
    await isFocused('Skip to content');
    await keyboard.press('j');
    await keyboard.press('j');
    await isFocused('Padaria Aurora');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Padaria Aurora' }).waitFor();
    await keyboard.press('n');
    await keyboard.type('80,00');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Charge R$ 80,00' }).waitFor();
    await tabTo('Pay');
    await keyboard.press('Enter');
    await page.getByText('The charge was paid.').waitFor();
    await tabTo('Open dispute');
    await keyboard.press('Space');
    await page.getByText('Dispute: Open').waitFor();
    await tabTo('Accept dispute');
    await keyboard.press('Enter');
    await page.getByText('Dispute: Accepted').waitFor();
    await keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('2');
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await keyboard.press('/');
    await keyboard.type('none');
    await keyboard.press('Enter');
    await page.getByText('No request contains this text.').waitFor();
    await expectSound(service);
  });

  it('copies what is asked for', async () => {
    const service = await startTestService(EMPTY);
    const page = await newPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await service.request('/api/v1/payment/create', { json: { value: 80, description: "d'água" } });
    await page.goto(`${service.url}/console/request/1`);
    const copied = async (name: string) => {
      await press(page, name);
      await page.getByText('Copied', { exact: true }).waitFor();
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      await page.getByRole('button', { name, exact: true }).waitFor();
      return text;
    };
    expect(await copied('Copy as curl')).toBe(
      `curl -X POST ${service.url}/api/v1/payment/create -H "X-API-Key: $PIX_API_KEY" -H 'Content-Type: application/json' -d '{"value":80,"description":"d'\\''água"}'`,
    );
    expect(await copied('Copy as pix')).toBe(
      `pix api POST /api/v1/payment/create -F value=80 -f 'description=d'\\''água' --yes`,
    );
  });

  it('works without a script', async () => {
    const service = await startTestService(EMPTY);
    const page = await newPage(browser, { javaScriptEnabled: false });
    await createCharge(page, service);
    await press(page, 'Pay');
    expect(await notice(page)).toBe('The charge was paid.');
    expect(await page.getByRole('button', { name: 'Keyboard' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Português' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.getByRole('link', { name: 'Escuro' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('lets a visitor of an exposed service in by its token', async () => {
    const service = await startTestService({ ...EMPTY, expose: true, host: '127.0.0.1' });
    const page = await newPage(browser);
    await page.goto(`${service.url}/console/account/demo`);
    await page.getByLabel('Token').fill(service.controlToken ?? '');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Padaria Aurora' }).waitFor();
    await controlOf(
      {
        request: (path, request) =>
          service.request(path, { ...request, headers: { 'X-Mock-Token': service.controlToken ?? '' } }),
      },
      'deposit',
      { amountCentavos: 123_456 },
    );
    await page.getByRole('cell', { name: 'R$ 1.234,56' }).waitFor();
  });

  it('shows a page of a thousand rows', async () => {
    const service = await startTestService({ payments: 1_000, withdraws: 0 });
    const page = await newPage(browser);
    await page.goto(`${service.url}/console/account/demo?offset=950`);
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByText('951–1000 of 1000').waitFor();
    await Promise.all(Array.from({ length: 100 }, () => controlOf(service, 'deposit', { amountCentavos: 500 })));
    await page.getByText('951–1000 of 1100').waitFor();
    await page.getByRole('link', { name: '← Newer' }).click();
    await page.getByText('901–950 of 1100').waitFor();
  });

  it('can be read by everyone in both languages and themes, fits into a narrow or enlarged window, and runs nothing of strangers', async () => {
    const service = await startTestService({ payments: 30, withdraws: 10 });
    const description = HOSTILE.slice(0, 100);
    const order = { value: 80, description };
    const open = (await service.request('/api/v1/payment/create', { json: order })).json.data.id as string;
    const paid = (await service.request('/api/v1/payment/create', { json: order })).json.data.id as string;
    await controlOf(service, 'payment/pay', { id: paid });
    await controlOf(service, 'dispute/open', { paymentId: paid });
    const withdrawal = { amount: 10, pixKey: 'pending@example.com', pixKeyType: 'EMAIL', description };
    const sent = (await service.request('/api/v1/withdraw/create', { json: withdrawal })).json.data.id as string;
    const registration = { name: HOSTILE.slice(0, 60), email: 'a@b.example', taxId: '52998224725' };
    await service.request('/api/v1/user/register', { json: registration });
    await service.request(`/api/v1/payment/get/${encodeURIComponent(HOSTILE)}`);
    await service.request('/api/v1/payment/create', { json: { value: HOSTILE, [HOSTILE]: 1 } });
    await controlOf(service, 'account', { transferSecurity: true });
    await service.request('/api/v1/user/security/request-transfer-code', { json: { amount: 10 } });
    await controlOf(service, 'faults', { on: 'GET *', fault: 'status-503', times: 3 });
    await controlOf(service, 'webhooks', { url: `http://127.0.0.1:9/${encodeURIComponent(HOSTILE)}` });
    await controlOf(service, 'deposit', { amountCentavos: 1000 });
    const paths = [
      ['accounts', '/'],
      ['account', '/console/account/demo'],
      ['sent', '/console/account/demo?list=withdraws'],
      ['charge', `/console/payment/${open}`],
      ['disputed', `/console/payment/${paid}`],
      ['withdrawal', `/console/withdraw/${sent}`],
      ['requests', `/console/requests?filter=${encodeURIComponent('api')}`],
      ['request', '/console/request/6'],
      ['webhooks', '/console/webhooks'],
      ['faults', '/console/faults'],
      ['codes', '/console/codes'],
      ['ledger', '/console/ledger'],
      ['state', '/console/state'],
      ['api', '/console/api'],
      ['missing', '/console/none'],
    ];
    const found: Record<string, unknown> = {};
    const visit = async (look: string, page: Page, rules: readonly string[] | undefined) => {
      for (const [name, path] of paths) {
        await page.goto(service.url + path);
        await keepPicture(page, `${look}-${name}`);
        await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
        if (await isWiderThanItsWindow(page)) found[`${look} ${name} is too wide`] = true;
        const violations = await violationsOn(page, rules);
        if (violations.length > 0) found[`${look} ${name}`] = violations;
        const window = page.viewportSize() ?? ENLARGED;
        await page.setViewportSize(ENLARGED);
        if (await isWiderThanItsWindow(page)) found[`${look} ${name} is too wide enlarged`] = true;
        await page.setViewportSize(window);
      }
    };
    await Promise.all(
      LOOKS.map(async ([look, options, rules]) => visit(look, await bringAxe(await newPage(browser, options)), rules)),
    );
    expect(found).toEqual({});
  });
});
