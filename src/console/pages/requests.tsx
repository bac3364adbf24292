import type { LoggedRequest } from '../source.ts';
import { useView, wordOf } from '../view.ts';
import { PAGES } from './layout.tsx';
import { Badge, Copyable, Facts, Field, Given, ROWS_SHOWN, List, Time } from './parts.tsx';

export function requestPath(number: number): string {
  return `/console/request/${number}`;
}

export function RequestsPage({ requests, filter }: Readonly<{ requests: readonly LoggedRequest[]; filter: string }>) {
  const { text } = useView();
  const oldest = requests[0]?.number ?? 1;
  const older = new URLSearchParams({ ...(filter !== '' && { filter }), before: String(oldest) });
  return (
    <>
      <h1>{text.nav.requests}</h1>
      <form method="get" action={PAGES.requests} class="inline" role="search">
        <Field name="filter" label={text.filter} type="search" value={filter} />
        <button>{text.apply}</button>
      </form>
      <List
        id="requests"
        rows={requests.toReversed()}
        empty={filter === '' ? text.noRequests : text.noMatch}
        columns={[
          { label: text.when, cell: ({ at }) => <Time at={at} /> },
          {
            label: text.path,
            kind: 'main',
            cell: ({ number, method, path }) => (
              <a class="row" href={requestPath(number)}>
                <code>
                  {method} <Given>{path}</Given>
                </code>
              </a>
            ),
          },
          { label: text.account, kind: 'mono', cell: ({ account }) => account ?? '—' },
          { label: text.status, cell: (request) => <Outcome request={request} /> },
          { label: text.duration, kind: 'figure', cell: ({ durationMs }) => `${Math.round(durationMs)} ms` },
        ]}
      >
        {requests.length === ROWS_SHOWN && (
          <nav class="pager" aria-label={text.older}>
            <a rel="next" href={`${PAGES.requests}?${older.toString()}`}>
              {text.older} →
            </a>
          </nav>
        )}
      </List>
    </>
  );
}

export function Outcome({ request }: { readonly request: LoggedRequest }) {
  const { status, fault } = request;
  const { text } = useView();
  const isGood = status !== null && status < 400;
  return (
    <>
      <Badge tone={isGood ? 'good' : 'bad'}>{status ?? text.noAnswer}</Badge>
      {fault !== null && (
        <small class="muted">
          {' '}
          {text.fault}: {fault}
        </small>
      )}
    </>
  );
}

export function RequestPage({ request, origin }: Readonly<{ request: LoggedRequest; origin: string }>) {
  const { text } = useView();
  return (
    <>
      <p class="trail">
        <a href={PAGES.requests}>{text.nav.requests}</a>
      </p>
      <h1>{text.request(request.number)}</h1>
      <p class="mono">
        {request.method} <Given>{request.path}</Given> <Outcome request={request} />
      </p>
      {request.outgoing !== true && (
        <div class="actions">
          <Copyable text={curlOf(request, origin)} label={text.copyCurl} />
          <Copyable text={pixOf(request)} label={text.copyPix} />
        </div>
      )}
      <Facts
        rows={[
          [text.when, <Time at={request.at} />],
          [text.duration, `${request.durationMs} ms`],
          [text.account, request.account && <code>{request.account}</code>],
          [text.key, request.key && <code>{request.key}</code>],
          [text.fault, request.fault && `${request.fault}: ${wordOf(text.faultKinds, request.fault)}`],
          [text.error, request.error ?? null],
        ]}
      />
      <h2>{text.requestBody}</h2>
      <Body body={request.requestBody} />
      <h2>{text.responseBody}</h2>
      <Body body={request.answerBody} />
      {request.outgoing !== true && (
        <details>
          <summary>curl, pix</summary>
          <pre class="wrap">{curlOf(request, origin)}</pre>
          <pre class="wrap">{pixOf(request)}</pre>
        </details>
      )}
    </>
  );
}

function Body({ body }: { readonly body: string | null | undefined }) {
  const { text } = useView();
  if (!body) return <p class="empty muted">{text.withoutBody}</p>;
  const parsed = jsonOf(body);
  return <pre class="wrap">{visible(parsed === undefined ? body : JSON.stringify(parsed, undefined, 2))}</pre>;
}

/** What would reorder or hide the rest of a text. */
const CONTROLS = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON with such characters as escapes: it means the same. */
function visible(json: string): string {
  return json.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The request as a command line of curl. The log has no key: the environment gives it. */
function curlOf({ method, path, requestBody }: LoggedRequest, origin: string): string {
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(origin + path)];
  words.push('-H', '"X-API-Key: $PIX_API_KEY"');
  if (requestBody) {
    words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(visible(requestBody)));
  }
  return words.join(' ');
}

/** The same as a command line of pix, with a field for each value of the body. */
function pixOf({ method, path, requestBody }: LoggedRequest): string {
  const command = ['pix', 'api', method, quoted(path)];
  if (method === 'GET') return command.join(' ');
  const body = requestBody ?? '';
  const fields = visible(body) === body ? fieldsOf(body) : undefined;
  if (fields === undefined) {
    return `printf %s ${quoted(visible(body))} | ${[...command, '--input', '-', '--yes'].join(' ')}`;
  }
  return [...command, ...fields, '--yes'].join(' ');
}

/** Undefined for a body that has other values than texts, numbers and truth values. */
function fieldsOf(body: string): string[] | undefined {
  if (body === '') return [];
  const parsed = jsonOf(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const fields = Object.entries(parsed);
  if (fields.some(([name, value]) => !/^\w+$/.test(name) || typeof value === 'object')) return undefined;
  return fields.flatMap(([name, value]) => [
    typeof value === 'string' ? '-f' : '-F',
    quoted(`${name}=${String(value)}`),
  ]);
}

/** Undefined for what is no JSON, such as a body that was cut. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
