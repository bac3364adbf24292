import { assert } from './claims.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import { REFERENCE_HOLDING_STATES } from '../../../src/payouts/payout-state.ts';
import type { AccountName } from './draw-simulation.ts';

/** The true owners of runs, which the program must find out. */
export class Owners {
  readonly #owners = new Map<string, AccountName>();

  /** Call it before a run is worked on. A run without payments belongs to the account that resumes it. */
  own(journal: Journal, runId: string, account: AccountName, note: (check: () => void) => void): void {
    const owner = this.#owners.get(runId);
    // The journal is the program's, which may crash here, too.
    const isOwn = owner === undefined || owner === account || !isAtStake(journal, runId);
    note(() => assert.ok(isOwn, `WRONG ACCOUNT: ${runId} of ${owner ?? ''} goes on with keys of ${account}`));
    this.#owners.set(runId, account);
  }

  of(runId: string): AccountName | undefined {
    return this.#owners.get(runId);
  }

  /** A run that identifies an account; undefined when none of its runs has sent anything. */
  runOf(journal: Pick<Journal, 'runs' | 'payouts'>, account: AccountName): string | undefined {
    return journal.runs().find(({ id }) => this.#owners.get(id) === account && isAtStake(journal, id))?.id;
  }

  /** @throws {AssertionError} when runs of two accounts count as one account's */
  check(journal: Journal): void {
    const ownerOfRoot = new Map<number, AccountName>();
    for (const { id, account } of journal.runs()) {
      const owner = this.#owners.get(id);
      if (owner === undefined || !isAtStake(journal, id)) continue;
      const root = journal.accounts.rootOf(account);
      assert.equal(ownerOfRoot.get(root) ?? owner, owner, `runs of two accounts are taken for those of one: ${id}`);
      ownerOfRoot.set(root, owner);
    }
  }
}

/** Whether a run may have sent something. */
export function isAtStake(journal: Pick<Journal, 'payouts'>, runId: string): boolean {
  const [first] = journal.payouts(runId, { states: [...REFERENCE_HOLDING_STATES, 'failed'], maximum: 1 });
  const [refused] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  return first !== undefined || refused !== undefined;
}
