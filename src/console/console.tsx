import { Hono, type Context, type HonoRequest } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import { controls } from '../contract/control.ts';
import { operations } from '../contract/operations.ts';
import { ACTIONS, Next, Form } from './actions.ts';
import { ownPath, redirect, streamAnswer, textAnswer, LiveStream, readAssets } from './answer.ts';
import { AccountPage, AccountsPage, type AccountList } from './pages/accounts.tsx';
import { ApiPage, type ApiDocument } from './pages/api.tsx';
import { EntryPage } from './pages/entry.tsx';
import { FaultsPage } from './pages/faults.tsx';
import { Layout, PAGES, type PageName } from './pages/layout.tsx';
import { ROWS_SHOWN } from './pages/parts.tsx';
import { RequestPage, RequestsPage } from './pages/requests.tsx';
import { StatePage, LedgerPage, CodesPage, LoginPage, MissingPage } from './pages/service.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { Session } from './session.ts';
import { Refused, Source, type ConsoleHost } from './source.ts';
import {
  preferenceCookies,
  preferencesOf,
  refusedFormIn,
  ViewProvider,
  wordOf,
  type Notice,
  type View,
} from './view.ts';

export type Console = Awaited<ReturnType<typeof createConsole>>;

const FOREVER = 'public, max-age=31536000, immutable';

/** A page reads itself again after a change. It must not use up what is meant for the visitor's next look. */
const LIVE_HEADER = 'X-Console-Live';
const NOTICE_COOKIE = 'pix_notice';
const NOTICE_SECONDS = 20;
const LATEST_SHOWN = 20;
const MOMENTS_SHOWN = 50;

interface Shown {
  readonly title: string;
  readonly active?: PageName;
  readonly status?: number;
  readonly body: Child;
}

/** The pages of the service. */
export async function createConsole(host: ConsoleHost) {
  const assets = await readAssets();
  const source = new Source(host);
  const session = new Session(host.token);
  const stream = new LiveStream(host.watch);
  const app = new Hono();

  function viewOf(context: Context): View {
    const { req } = context;
    const cookies = getCookie(context);
    const { pathname, search } = new URL(req.url);
    const preferences = preferencesOf(req.raw.headers, cookies);
    const isLive = req.header(LIVE_HEADER) !== undefined;
    const notice = isLive ? undefined : noticeOf(cookies[NOTICE_COOKIE], preferences.text);
    return { ...preferences, path: pathname + search, now: host.now(), notice };
  }

  async function show({ req }: Context, view: View, { title, active, status = 200, body }: Shown) {
    const html = (
      <ViewProvider value={view}>
        <Layout assets={assets} title={title} active={active}>
          {body}
        </Layout>
      </ViewProvider>
    );
    const cookies = view.notice === undefined ? [] : [noticeCookie('', 0)];
    return textAnswer(req.raw, `<!doctype html>${await html}`, { type: 'text/html', status, cookies });
  }

  /** @param read its body, and its title unless it is that of the menu */
  function page(
    path: string,
    active: PageName,
    read: (context: Context, view: View) => Promise<readonly [Child, string?]>,
  ) {
    app.get(path, async (context) => {
      const view = viewOf(context);
      const [body, title = view.text.nav[active]] = await read(context, view);
      return show(context, view, { title, active, body });
    });
  }

  for (const { file, type, text } of assets) {
    app.get(`/console/${file}`, ({ req }) => textAnswer(req.raw, text, { type, cache: FOREVER }));
  }

  app.get('/console/preferences', ({ req }) => redirect(ownPath(req.query('back')), preferenceCookies(req.query())));

  app.post('/console/login', async ({ req }) => {
    const form = await formIn(req);
    const cookie = session.begin(form.text('token'));
    const cookies = cookie === undefined ? [noticeCookie('wrong_token')] : [cookie];
    return redirect(ownPath(form.text('back')), cookies);
  });

  app.use(async (context, next) => {
    if (session.isOpenTo(getCookie(context))) {
      await next();
      return;
    }
    const view = viewOf(context);
    return show(context, view, { title: view.text.login, status: 401, body: <LoginPage /> });
  });

  page(PAGES.accounts, 'accounts', async ({ req }) => {
    const accounts = await source.read(controls.listAccounts, { offset: numberIn(req.query('offset')) });
    const [first] = accounts.accounts;
    // Any account may ask here: the list is that of an administrator.
    const query = { limit: String(LATEST_SHOWN) };
    const latest = first && (await source.operate(operations.listTransactions, { account: first.id, query }));
    return [<AccountsPage accounts={accounts} latest={latest?.data.transactions ?? []} />];
  });

  page('/console/account/:id', 'accounts', async ({ req }) => {
    const id = req.param('id') ?? '';
    const account = await source.read(controls.showAccount, { account: id });
    const status = req.query('status');
    const query = { offset: numberIn(req.query('offset')), ...(status !== undefined && { status }) };
    const list: AccountList =
      req.query('list') === 'withdraws'
        ? { kind: 'withdrawal', ...(await source.operate(operations.listWithdrawals, { account: id, query })) }
        : { kind: 'charge', ...(await source.operate(operations.listPayments, { account: id, query })) };
    return [<AccountPage account={account} list={list} status={status} />, account.name];
  });

  page('/console/:kind{payment|withdraw}/:id', 'accounts', async ({ req }, { text }) => {
    const id = req.param('id') ?? '';
    const entry = await source.read(controls.showEntry, { id });
    const { requests } = await source.read(controls.listRequests, { text: id, limit: String(MOMENTS_SHOWN) });
    const { changes } = await source.read(controls.listChanges, { id });
    const { deliveries } = await source.read(controls.listDeliveries, { id });
    const title = entry.payment === null ? text.withdrawal : text.charge;
    return [<EntryPage entry={entry} requests={requests} changes={changes} deliveries={deliveries} />, title];
  });

  page(PAGES.requests, 'requests', async ({ req }) => {
    const filter = req.query('filter') ?? '';
    const query = { text: filter, limit: String(ROWS_SHOWN), before: req.query('before') };
    const { requests } = await source.read(controls.listRequests, query);
    return [<RequestsPage requests={requests} filter={filter} />];
  });

  page('/console/request/:number', 'requests', async ({ req }, { text }) => {
    const number = Number(numberIn(req.param('number')));
    const query = { after: String(Math.max(0, number - 1)), before: String(number + 1) };
    const [request] = (await source.read(controls.listRequests, query)).requests;
    if (request === undefined) throw new Refused(404, 'not_found', '');
    return [<RequestPage request={request} origin={new URL(req.url).origin} />, text.request(number)];
  });

  page(PAGES.webhooks, 'webhooks', async () => {
    const { webhooks } = await source.read(controls.listWebhooks);
    const { deliveries } = await source.read(controls.listDeliveries);
    return [<WebhooksPage webhooks={webhooks} deliveries={deliveries.slice(-ROWS_SHOWN)} />];
  });

  page(PAGES.faults, 'faults', async () => [<FaultsPage faults={(await source.read(controls.listFaults)).faults} />]);

  page(PAGES.codes, 'codes', async () => {
    const { messages } = await source.read(controls.inbox);
    return [<CodesPage messages={messages.slice(0, ROWS_SHOWN)} />];
  });

  page(PAGES.ledger, 'ledger', async () => [<LedgerPage verdict={await source.read(controls.verify)} />]);

  page(PAGES.state, 'state', () => Promise.resolve([<StatePage />]));

  // Whatever the document of this very service contains, its own tests have seen.
  page(PAGES.api, 'api', async () => [
    <ApiPage document={(await (await source.fetch('/openapi.json')).json()) as ApiDocument} />,
  ]);

  app.get('/console/events', () => streamAnswer(stream.open(), { 'Content-Type': 'text/event-stream' }));

  app.get('/console/snapshot', async () => {
    const { body } = await source.fetch(controls.snapshot.path);
    if (body === null) throw new Refused(404, 'not_found', '');
    const type = { 'Content-Type': 'application/octet-stream' };
    return streamAnswer(body, { ...type, 'Content-Disposition': 'attachment; filename="state.pixmock"' });
  });

  app.post('/console/do/:action', async (context) => {
    const name = Object.keys(ACTIONS).find((known) => known === context.req.param('action'));
    if (name === undefined) throw new Refused(404, 'not_found', '');
    const form = await formIn(context.req);
    const back = ownPath(form.text('back'));
    try {
      const result = await ACTIONS[name as keyof typeof ACTIONS](source, form);
      const { path = back, detail = '' } = result instanceof Next ? result : {};
      return redirect(path, [noticeCookie(`done ${name} ${detail}`)]);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const kept = JSON.stringify(form.refused(name, error));
      return redirect(back, [noticeCookie(`${error.code} ${error.message}\n${kept}`)]);
    }
  });

  app.notFound((context) => refusedPage(context, new Refused(404, 'not_found', '')));
  app.onError((error, context) => {
    if (error instanceof Refused) return refusedPage(context, error);
    throw error;
  });

  function refusedPage(context: Context, { status, message }: Refused) {
    const view = viewOf(context);
    const { missing, missingHint } = view.text;
    const title = status === 404 ? missing : message;
    const hint = status === 404 ? missingHint : '';
    return show(context, view, { title, active: 'accounts', status, body: <MissingPage title={title} hint={hint} /> });
  }

  return {
    fetch: async (request: Request) => app.fetch(request),
    /** Ends the streams of open pages. */
    close: () => stream.close(),
  };
}

async function formIn(request: HonoRequest): Promise<Form> {
  const fields = await request.formData().catch(() => undefined);
  if (fields === undefined) throw new Refused(415, 'unsupported_media_type', 'The body is no form');
  return new Form(fields);
}

/** What is no number is the beginning. */
function numberIn(typed: string | undefined): string {
  return typed !== undefined && /^\d{1,15}$/.test(typed) ? typed : '0';
}

function noticeCookie(words: string, seconds = NOTICE_SECONDS): string {
  return `${NOTICE_COOKIE}=${Buffer.from(words).toString('base64url')}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

/** A word says what it is about; a message of the service follows where there is no text of ours. */
function noticeOf(cookie: string | undefined, { done, failures }: View['text']): Notice | undefined {
  if (cookie === undefined || cookie === '') return undefined;
  const [words = '', kept] = Buffer.from(cookie, 'base64url').toString().split('\n');
  const [code = '', ...rest] = words.split(' ');
  if (code === 'done') {
    const [name = '', ...detail] = rest;
    return { isError: false, sentence: [wordOf(done, name), ...detail].join(' ') };
  }
  const known = wordOf(failures, code);
  return { isError: true, sentence: known === code ? rest.join(' ') : known, form: refusedFormIn(kept) };
}
