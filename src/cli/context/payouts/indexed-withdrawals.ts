import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { fieldsOf } from '../../../client/answers.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import type { PastWithdrawals } from '../../../payouts/rules/past-withdrawals.ts';
import { centavos } from '../../../pix/centavos.ts';
import { isDamage } from '../../../sql/sqlite/damage.ts';
import { INDEX_FILE, openAccountIndex } from '../account-index.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import { stateFolderPath, type AccountSettings } from '../state-folder.ts';

/** What `pix sync` knows of withdrawals. The index is opened when it is first asked for. */
export class IndexedWithdrawals {
  readonly #context: Context;
  readonly #account: AccountSettings | undefined;
  #opened: Promise<WalletIndex | undefined> | undefined;

  /** @param account undefined without a profile and without a key */
  constructor(context: Context, account: AccountSettings | undefined) {
    this.#context = context;
    this.#account = account;
  }

  /** Empty without an index. One that can't be used is reported, and stops no payment. */
  async sources(): Promise<readonly PastWithdrawals[]> {
    const index = await (this.#opened ??= this.#open());
    return index === undefined ? [] : [{ mayBeTo: ({ pixKey }) => withdrawalsTo(index, pixKey) }];
  }

  /** The end-to-end ID of a withdrawal, where it was looked up. */
  async endToEndIdOf({ id, pixKey }: { readonly id: string; readonly pixKey: string }): Promise<string | undefined> {
    const index = await (this.#opened ??= this.#open());
    for (const { entry } of index?.withKey('withdraws', pixKey) ?? []) {
      const { endToEndId } = fieldsOf(entry);
      if (entry.id === id && typeof endToEndId === 'string') return endToEndId;
    }
    return undefined;
  }

  async close(): Promise<void> {
    (await this.#opened)?.close();
  }

  async #open(): Promise<WalletIndex | undefined> {
    if (this.#account === undefined) return undefined;
    const { screen } = this.#context;
    const path = join(await stateFolderPath(this.#context, this.#account), INDEX_FILE);
    if (!existsSync(path)) return undefined;
    try {
      return await openAccountIndex({ path }, this.#account, screen);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      screen.warn(screen.text.payouts.warnings.withoutIndex(error.message));
      return undefined;
    }
  }
}

function* withdrawalsTo(index: WalletIndex, pixKey: string): ReturnType<typeof withdrawals> {
  try {
    yield* withdrawals(index, pixKey);
  } catch (error) {
    // A damaged index knows no more; `pix sync` reports it.
    if (!isDamage(error)) throw error;
  }
}

function* withdrawals(index: WalletIndex, pixKey: string) {
  for (const { entry } of index.withKey('withdraws', pixKey)) {
    const { value } = fieldsOf(entry);
    const { pixKey: answered, status } = entry;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) continue;
    yield { pixKey: answered ?? undefined, status: status ?? '', value: centavos(value) };
  }
}
