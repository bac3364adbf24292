import nock from 'nock';
import { afterEach, beforeEach } from 'vitest';

/** In each test of a file, the network is what nock answers, and nothing else. */
export function onlyNock(): void {
  beforeEach(() => {
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
}
