import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { createVitest } from 'vitest/node';

/** The files of tests that reach each mutant: Stryker ends this process when a mutant never ends, and the next one reads them. */
const REACHING = 'reaching.json';

/** Stryker's side of `test/mutation/warm-tests.ts`. */
class WarmVitest {
  #channel = new BroadcastChannel(`mutation ${process.pid}`);

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const answer = this.#answer();
    this.vitest = await createVitest('test', { config: 'test/mutation/vitest.config.ts', watch: false, reporters: [] });
    this.running = this.vitest.start();
    await answer;
  }

  async dryRun() {
    const { tests, failure, failed, coverage, reaching } = await this.#order({ reload: false });
    if (failed) return { status: 'error', errorMessage: failure?.join('\n') ?? 'an error outside of tests' };
    writeFileSync(
      REACHING,
      JSON.stringify(reaching, (_, value) => (value instanceof Set ? [...value] : value)),
    );
    return {
      status: 'complete',
      tests: tests.map(([id, timeSpentMs]) => ({ id, name: id, fileName: id.split('#')[0], timeSpentMs, status: 0 })),
      mutantCoverage: coverage,
    };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    const reaching = JSON.parse(readFileSync(REACHING, 'utf8'))[activeMutant.id];
    const files = testFilter === undefined ? reaching : [...new Set(testFilter.map((id) => id.split('#')[0]))];
    const isNamesake = (file) => Number(basename(file, '.test.ts') === basename(activeMutant.fileName, '.ts'));
    const order = {
      mutantId: activeMutant.id,
      files: files.toSorted((one, other) => isNamesake(other) - isNamesake(one)),
      only: testFilter,
      hitLimit,
      reload: mutantActivation === 'static',
    };
    const outcome = await this.#order(order);
    // What a test loads late was loaded by the first run, without the mutant.
    return this.#resultOf(outcome.hits === 0 ? await this.#order({ ...order, reload: true }) : outcome, hitLimit);
  }

  #resultOf({ tests, failure, failed, hits }, hitLimit) {
    if (hits > hitLimit) return { status: 'timeout', reason: `hit ${hits} times` };
    if (!failed) return { status: 'survived', nrOfTests: tests.length };
    const [killer, failureMessage] = failure ?? ['', 'an error outside of tests'];
    return { status: 'killed', killedBy: [killer], failureMessage, nrOfTests: tests.length };
  }

  async dispose() {
    this.#channel.postMessage('stop');
    await this.running;
    await this.vitest.close();
    this.#channel.close();
  }

  async #order(order) {
    const answer = this.#answer();
    this.#channel.postMessage(order);
    return answer;
  }

  async #answer() {
    const [{ data }] = await once(this.#channel, 'message');
    return data;
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'warm', factory: () => new WarmVitest() }];
