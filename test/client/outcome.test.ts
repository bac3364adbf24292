import { describe, expect, it } from 'vitest';
import { transportError } from '../../src/client/http/outcome.ts';

interface SystemFacts {
  readonly code: string;
  readonly syscall?: string;
}

const failure = (facts: SystemFacts): Error => Object.assign(new Error(facts.code), facts);
const fetchFailed = (cause: Error): Error => new TypeError('fetch failed', { cause });
const request = { host: 'wallet.example', phase: 'request', timedOut: false } as const;

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
    [{ code: 'CERT_HAS_EXPIRED' }, 'certificate_invalid', 'not-sent'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate_invalid', 'not-sent'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'connection_lost', 'unknown'],
    [{ code: 'EHOSTUNREACH', syscall: 'read' }, 'connection_failed', 'unknown'],
    [{ code: 'EPIPE', syscall: 'write' }, 'connection_lost', 'unknown'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'timed_out', 'unknown'],
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'not_http', 'unknown'],
    [{ code: 'EPROTO', syscall: 'write' }, 'tls_failed', 'unknown'],
    [{ code: 'SOMETHING_NEW' }, 'connection_failed', 'unknown'],
  ])('%o is %s, %s', (facts, code, outcome) => {
    expect(transportError(fetchFailed(failure(facts)), request)).toMatchObject({ code, outcome });
  });

  it('was not sent only when every address of the host failed before sending', () => {
    const refused = failure({ code: 'ECONNREFUSED', syscall: 'connect' });
    const reset = failure({ code: 'ECONNRESET', syscall: 'read' });
    const all = fetchFailed(Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' }));
    const some = fetchFailed(Object.assign(new AggregateError([refused, reset]), { code: 'ECONNREFUSED' }));
    expect(transportError(all, request)).toMatchObject({ code: 'connection_refused', outcome: 'not-sent' });
    expect(transportError(some, request)).toMatchObject({ code: 'connection_lost', outcome: 'unknown' });
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
    const error = transportError(cause, request);
    expect(error.cause).toBe(cause);
    expect(error.message).toMatch(/^wallet\.example: \S.*$/);
  });
});
