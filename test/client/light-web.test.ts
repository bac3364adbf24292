import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headersOf, lightGlobals } from '../../src/client/http/light-web.ts';

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/);

describe('light headers', () => {
  it('behave like those of fetch', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), name, value, (pairs, other, text) => {
        const ours = headersOf(pairs);
        const theirs = new Headers(pairs);
        const said = (headers: Headers) => [
          ...headers,
          ...pairs.map(([known]) => [headers.get(known.toUpperCase()), headers.has(known)]),
          [headers.get(other)],
        ];
        expect(said(ours)).toEqual(said(theirs));
        for (const headers of [ours, theirs]) {
          headers.set(other, text);
          headers.append(other, text);
        }
        expect(said(ours)).toEqual(said(theirs));
        for (const headers of [ours, theirs]) headers.delete(other);
        expect(said(ours)).toEqual(said(theirs));
      }),
    );
  });
});

describe('a light request', () => {
  it('has method, address and headers, also in a copy', () => {
    const request = new lightGlobals.Request(new URL('http://wallet.example/a?b=1'), {
      method: 'POST',
      headers: { 'X-API-Key': 'k' },
    });
    for (const one of [request, request.clone()]) {
      expect([one.url, one.method, one.headers.get('x-api-key')]).toEqual(['http://wallet.example/a?b=1', 'POST', 'k']);
    }
  });
});
