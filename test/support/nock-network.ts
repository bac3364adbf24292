// First: it keeps what `Request` and `Response` are when it is loaded, which must not be those of nock.
import '@hono/node-server';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

// It stands before the network of its process, which it shares with the tests of other files.
nock.restore();

export { nock };

/**
 * In the tests of a file, the network is what nock answers, and nothing else.
 *
 * @param isAsked whether it is asked all of it
 * @param host that is reached nevertheless
 */
export function onlyNock({ isAsked = false, host = '' } = {}): void {
  beforeAll(() => {
    nock.activate();
  });
  beforeEach(() => {
    nock.disableNetConnect();
    if (host !== '') nock.enableNetConnect(host);
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    if (isAsked) expect(pending).toEqual([]);
  });
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}
