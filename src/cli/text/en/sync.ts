import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const sync = {
  help: {
    endToEndIds: 'also look up the end-to-end IDs of withdrawals: a request each, and only once',
    rebuild: 'discard the index and rebuild it',
  },
  noIndex: (account: string) => failure`there is no index of ${account} yet \n create it with: pix sync`,
  busy: failure`another pix sync of this account is running \n wait for it; pix find --offline can be used meanwhile`,
  unusable: (path: string) => failure`
    cannot use the index: ${path}
    move the file away, then rebuild it with: pix sync`,
  otherAccount: (account: string, origin: string) => failure`
    the index belongs to another account (${account} at ${origin})
    rebuild it with: pix sync --rebuild`,
  mismatch: (list: string) => failure`
    the ${list} of the service no longer match the index: it is another account, or rows were removed
    the index was not changed; rebuild it with: pix sync --rebuild`,
  notProven: (lists: string) => failure`
    the index may be INCOMPLETE: ${lists}
    what was read is stored; pix sync resumes there`,
  gaps: (list: string) => `the service left out some ${list}`,
  orderMoved: (list: string) => `the list of ${list} kept changing`,
  withNew: (counted: string, added: number) => (added === 0 ? counted : `${counted} (${count(added)} new)`),
  balance: (balance: string) => `balance ${balance}`,
  updated: (parts: readonly string[]) => `Index: ${parts.join(', ')}`,
  notNoted: 'The balance was not noted: it could not be read, or payments kept arriving. A later sync will note it.',
  notStated: (id: string, field: string) =>
    `The balance was not noted: ${id} is completed, but the service does not report its ${field}.`,
  gapSince: (difference: string, since: string) =>
    `warning: unexplained difference of ${difference} in the balance since ${since}. If the next sync reports it again, ask the support of the service.`,
  lookingUp: (rows: number) => `looking up end-to-end IDs: ${count(rows)}`,
  stored: 'What was read is stored: pix sync resumes there.',
  indexOf: (name: string) => (name === '' ? 'this account' : `"${name}"`),
  incompleteIndex: failure`the index of this account is not complete \n complete it with: pix sync`,
};
