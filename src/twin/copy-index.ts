import * as z from 'zod';
import type { WalletIndex } from '../find/index/wallet-index.ts';
import { LIST_NAMES } from '../find/wallet-entry.ts';
import type { Fakes } from './fakes.ts';

const listed = z.looseObject({
  id: z.string(),
  status: z.string().nullish(),
  pixKey: z.string().nullish(),
  description: z.string().nullish(),
});

/** The index that `pix sync` would make of the twin. */
export function copyIndex(from: WalletIndex, to: WalletIndex, { pixKey, description }: Fakes): void {
  for (const name of LIST_NAMES) {
    const { total = 0, asOf = 0 } = from.list(name).state();
    const rows = [...from.list(name).items()].map((item, number) => {
      const row = listed.parse(item);
      const replaced = {
        ...row,
        ...(typeof row.pixKey === 'string' && { pixKey: pixKey(row.pixKey).key }),
        ...(typeof row.description === 'string' && { description: description(row.description) }),
      };
      return { number, row: replaced, readAt: asOf };
    });
    to.list(name).store(rows);
    to.list(name).complete({ asOf, total, firstNumber: 0, endNumber: total });
  }
}
