import { describe, expect, it } from 'vitest';
import { apiError, redirectTarget, transportError } from '../../src/client/http/outcome.ts';

interface SystemFacts {
  readonly code: string | number;
  readonly syscall?: string;
  readonly name?: string;
  readonly message?: string;
}

const failure = (facts: SystemFacts): Error => Object.assign(new Error(String(facts.code)), facts);
const fetchFailed = (cause: Error): Error => new TypeError('fetch failed', { cause });
const request = { host: 'wallet.example', phase: 'request', timedOut: false } as const;

/** Node's and OpenSSL's codes of a certificate that is not trusted. */
const UNTRUSTED = [
  ...['CERT_CHAIN_TOO_LONG', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REJECTED', 'CERT_REVOKED'],
  ...['CERT_SIGNATURE_FAILURE', 'CERT_UNTRUSTED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['HOSTNAME_MISMATCH', 'INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
];
const NO_TUNNEL = 'Proxy response (407) !== 200 when HTTP Tunneling';

/**
 * Failures that are too slow or too large to provoke in a test, as fetch was observed to report them. All others are
 * tested on real sockets (classification.test.ts).
 */
describe('a network failure, classified by what fetch reports', () => {
  it.each<[SystemFacts, string, string]>([
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'connect_timeout', 'not-sent'],
    [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'host_not_found', 'not-sent'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'connect_timeout', 'not-sent'],
    [{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'network_unreachable', 'not-sent'],
    [{ code: 'ENETUNREACH', syscall: 'connect' }, 'network_unreachable', 'not-sent'],
    [{ code: 'EADDRNOTAVAIL', syscall: 'connect' }, 'network_unreachable', 'not-sent'],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'host_not_found', 'not-sent'],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connection_refused', 'not-sent'],
    [{ code: 'PIX_PROXY_REFUSED' }, 'proxy_refused', 'not-sent'],
    [{ code: 'UND_ERR_ABORTED', message: NO_TUNNEL }, 'proxy_refused', 'not-sent'],
    ...UNTRUSTED.map((code): [SystemFacts, string, string] => [{ code }, 'certificate_invalid', 'not-sent']),
    [{ code: 'UND_ERR_ABORTED', message: `No ${NO_TUNNEL}` }, 'connection_failed', 'unknown'],
    [{ code: 'UND_ERR_OTHER', message: NO_TUNNEL }, 'connection_failed', 'unknown'],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'connection_lost', 'unknown'],
    [{ code: 'ECONNABORTED', syscall: 'read' }, 'connection_lost', 'unknown'],
    [{ code: 'UND_ERR_SOCKET' }, 'connection_lost', 'unknown'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'connection_lost', 'unknown'],
    [{ code: 'EHOSTUNREACH', syscall: 'read' }, 'connection_failed', 'unknown'],
    [{ code: 'EPIPE', syscall: 'write' }, 'connection_lost', 'unknown'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'timed_out', 'unknown'],
    [{ code: 'UND_ERR_BODY_TIMEOUT' }, 'timed_out', 'unknown'],
    [{ code: 'HPE_INVALID_CONSTANT' }, 'not_http', 'unknown'],
    [{ code: '', name: 'HTTPParserError' }, 'not_http', 'unknown'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'tls_failed', 'unknown'],
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'not_http', 'unknown'],
    [{ code: 'EPROTO', syscall: 'write' }, 'tls_failed', 'unknown'],
    [{ code: 'SOMETHING_NEW' }, 'connection_failed', 'unknown'],
    [{ code: 7 }, 'connection_failed', 'unknown'],
  ])('%o is %s, %s', (facts, code, outcome) => {
    const error = transportError(fetchFailed(failure(facts)), request);
    expect(error).toMatchObject({ code, outcome });
    expect(error.message).toMatch(/^wallet\.example: \S.*$/);
  });

  it.each([null, 'text', undefined])('is unknown when what was thrown is %j', (thrown) => {
    expect(transportError(new Error('failed', { cause: thrown }), request)).toMatchObject({ outcome: 'unknown' });
    expect(transportError(thrown, request)).toMatchObject({ code: 'connection_failed', outcome: 'unknown' });
  });

  it.each([
    [[{ code: 'ECONNREFUSED', syscall: 'connect' }, { code: 'EPROTO' }], 'connection_refused'],
    [[{ code: 'EPROTO' }, { code: 'ECONNRESET' }], 'tls_failed'],
    [[{ code: 'ECONNRESET' }], 'connection_failed'],
  ])('%j before there was a connection: not sent, %s', (all, code) => {
    const error = fetchFailed(new AggregateError(all.map(failure)));
    expect(transportError(error, { ...request, phase: 'connecting' })).toMatchObject({ code, outcome: 'not-sent' });
    const timedOut = { ...request, phase: 'connecting', timedOut: true } as const;
    expect(transportError(error, timedOut)).toMatchObject({ code: 'connect_timeout', outcome: 'not-sent' });
  });

  it.each([
    ['ECONNREFUSED', 'connect', true, 'proxy_refused', false],
    ['ENOTFOUND', 'getaddrinfo', true, 'proxy_refused', false],
    ['ETIMEDOUT', 'connect', true, 'connect_timeout', false],
    ['ENETUNREACH', 'connect', true, 'network_unreachable', true],
    ['ENETUNREACH', 'connect', false, 'network_unreachable', false],
  ])('before connecting, %s at %s, through a proxy (%s), is %s', (code, syscall, isProxied, named, isOfProxy) => {
    const error = fetchFailed(failure({ code, syscall }));
    const connecting = { ...request, phase: 'connecting', isProxied } as const;
    expect(transportError(error, connecting)).toMatchObject({ code: named, outcome: 'not-sent', isOfProxy });
  });

  it('was not sent only when every address of the host failed before sending', () => {
    const refused = failure({ code: 'ECONNREFUSED', syscall: 'connect' });
    const reset = failure({ code: 'ECONNRESET', syscall: 'read' });
    const all = fetchFailed(Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' }));
    const some = fetchFailed(Object.assign(new AggregateError([refused, reset]), { code: 'ECONNREFUSED' }));
    expect(transportError(all, request)).toMatchObject({ code: 'connection_refused', outcome: 'not-sent' });
    expect(transportError(some, request)).toMatchObject({ code: 'connection_lost', outcome: 'unknown' });
    const none = fetchFailed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }));
    expect(transportError(none, request)).toMatchObject({ code: 'connection_refused', outcome: 'not-sent' });
    const tls = fetchFailed(new AggregateError([failure({ code: 'EPROTO' }), reset]));
    expect(transportError(tls, request)).toMatchObject({ code: 'tls_failed', outcome: 'unknown' });
  });

  it('may have been sent once a response had begun, or when our own time was over', () => {
    const refused = fetchFailed(failure({ code: 'ECONNREFUSED', syscall: 'connect' }));
    expect(transportError(refused, { ...request, phase: 'body' })).toMatchObject({ outcome: 'unknown' });
    expect(transportError(refused, { ...request, timedOut: true })).toMatchObject({
      code: 'timed_out',
      outcome: 'unknown',
    });
  });

  it('has a cause, and a message of one line with what happened and where', () => {
    const cause = fetchFailed(failure({ code: 'ECONNREFUSED', syscall: 'connect' }));
    expect(transportError(cause, request).cause).toBe(cause);
    const cut = transportError(cause, { ...request, phase: 'body' });
    expect([cut.code, cut.message]).toEqual(['answer_cut', 'wallet.example: the answer was cut off']);
  });
});

describe('an unsuccessful answer', () => {
  const read = (body: unknown, status = 400, headers: Readonly<Record<string, string>> = {}) =>
    apiError({ status, headers: new Headers(headers) }, body, (text) => text);

  it.each([
    [400, 'bad_request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [408, 'request_timeout'],
    [409, 'conflict'],
    [418, 'status_418'],
    [422, 'bad_request'],
    [429, 'too_many_requests'],
    [499, 'status_499'],
    [500, 'service_failed'],
    [503, 'service_failed'],
  ])('with status %i and no code of its own is %s', (status, code) => {
    for (const body of [undefined, { code: '' }, { code: 7 }, { code: 'no code!' }, { code: 'x'.repeat(65) }]) {
      const error = read(body, status);
      expect([error.code, error.message]).toEqual([code, `the service answered with status ${status}`]);
    }
    expect(read({ code: 'own_1' }, status).code).toBe('own_1');
  });

  it('has only details of the documented form', () => {
    const detail = { path: 'amount', message: 'no' };
    expect(read({ details: [detail, { path: '', message: '' }] }).details).toEqual([detail, { path: '', message: '' }]);
    for (const details of [detail, [detail, {}], [{ ...detail, path: 7 }], [{ ...detail, message: 7 }], [null]]) {
      expect(read({ details }).details).toBeUndefined();
    }
  });

  it.each([
    [{ retryAfter: 0 }, {}, 0],
    [{ retryAfter: -1 }, { 'Retry-After': '12' }, 12],
    [{ retryAfter: Infinity }, {}, undefined],
    [{ retryAfter: '3' }, { 'Retry-After': '7s' }, undefined],
    [{}, { 'Retry-After': 'x7' }, undefined],
    [{}, { 'Retry-After': 'Tue, 14 Jul 2026 15:00:05 GMT' }, undefined],
    [{}, { 'Retry-After': 'Tue, 14 Jul 2026 15:00:05 GMT', Date: 'Tue, 14 Jul 2026 15:00:00 GMT' }, 5],
    [{}, { 'Retry-After': 'Tue, 14 Jul 2026 14:00:00 GMT', Date: 'Tue, 14 Jul 2026 15:00:00 GMT' }, 0],
  ])('with %j and the headers %j says to wait %j seconds', (body, headers, seconds) => {
    expect(read(body, 429, headers).retryAfterSeconds).toBe(seconds);
  });

  const form = { success: false, error: 'Refused', message: 'No' };

  /** In other forms, answers of gateways that have passed a request on, and then refused its response. */
  it.each([
    [400, form, 'refused', 'refused'],
    [500, form, 'unknown', 'unknown'],
    [409, form, 'unknown', 'unknown'],
    [400, [form], 'unknown', 'unknown'],
    [400, { ...form, data: { id: 7 } }, 'unknown', 'unknown'],
    [400, { ...form, data: { id: 'wd-1' } }, 'unknown', 'unknown'],
    [400, { ...form, data: { id: null } }, 'refused', 'refused'],
    [400, { ...form, success: true }, 'unknown', 'unknown'],
    [400, { success: false, error: 'Refused', message: ' ' }, 'unknown', 'refused'],
    [400, { success: false }, 'unknown', 'refused'],
    [400, { success: false, message: 'No' }, 'unknown', 'refused'],
    [400, { success: false, error: 'Refused' }, 'unknown', 'refused'],
    [400, { ...form, message: '' }, 'unknown', 'refused'],
    [400, { ...form, error: { code: 7 } }, 'unknown', 'refused'],
    [400, { ...form, success: 'false' }, 'unknown', 'refused'],
    [400, { error: 'Refused' }, 'unknown', 'refused'],
    [429, { statusCode: 429, message: 'Rate limit is exceeded. Try again in 1 seconds.' }, 'unknown', 'refused'],
    [400, { error: 'Refused', message: 'No' }, 'unknown', 'refused'],
    [400, { message: 'No' }, 'unknown', 'refused'],
    [400, { message: ' ' }, 'unknown', 'unknown'],
    [429, form, 'unknown', 'refused'],
    [429, { ...form, retryAfter: 3 }, 'refused', 'refused'],
  ])('with status %i and %j is %s; of a service that refuses by its message, %s', (code, body, outcome, byMessage) => {
    for (const status of code === 400 ? [400, 401, 403, 404, 422] : [code]) {
      expect([status, read(body, status).outcome]).toEqual([status, outcome]);
      const answer = { status, headers: new Headers() };
      expect(apiError(answer, body, (text) => text, 'message').outcome).toBe(byMessage);
    }
  });
});

describe('a redirect', () => {
  const url = new URL('https://wallet.example/api/balance');
  const to = (location: string | undefined, from: { method?: string; redirects?: number } = {}) => {
    const headers = new Headers(location === undefined ? {} : { Location: location });
    return redirectTarget(
      { status: 302, headers, bytes: new Uint8Array(), isWhole: true },
      { method: 'GET', url, redirects: 1, ...from },
      [],
    );
  };

  it('of a read is followed within the service, five times', () => {
    expect(to('/new').href).toBe('https://wallet.example/new');
    expect(to('https://wallet.example/new', { redirects: 5 }).href).toBe('https://wallet.example/new');
  });

  it.each([
    ['/new', { method: 'POST' }, 'https://wallet.example/new'],
    ['/new', { redirects: 6 }, 'https://wallet.example/new'],
    ['http://wallet.example/new', {}, 'http://wallet.example/new'],
    ['https://elsewhere.example/new?key=1', {}, 'https://elsewhere.example/new'],
    ['', {}, undefined],
    [undefined, {}, undefined],
    ['http://[', {}, undefined],
  ])('to %j with %j is refused', (location, from, redirectedTo) => {
    const code = 'redirect_refused';
    expect(() => to(location, from)).toThrow(expect.objectContaining({ code, outcome: 'unknown', redirectedTo }));
    expect(() => to(location, from)).toThrow(`the service points elsewhere (${redirectedTo ?? 'nowhere'}); `);
  });
});
