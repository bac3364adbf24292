import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

/** In each test of a file, the network is what nock answers, and nothing else. @param isAsked whether it is asked all of it */
export function onlyNock({ isAsked = false } = {}): void {
  beforeEach(() => {
    nock.disableNetConnect();
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    nock.enableNetConnect();
    if (isAsked) expect(pending).toEqual([]);
  });
}
