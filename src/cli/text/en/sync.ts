import type { Complaint } from '../../errors/command-error.ts';

export const sync = {
  help: {
    command: 'Bring the local index up to date, for pix find --offline',
    rebuild: 'forget the index, and read everything anew',
  },
  fields: {
    list: 'List',
    newRows: 'New',
    asOf: 'As of',
    'notFinal.rows': 'Not final',
    'notFinal.asOf': 'Not final as of',
  },
  noIndex: (account: string): Complaint => ({
    message: `there is no index of ${account} yet`,
    hint: 'make it with: pix sync',
  }),
  busy: {
    message: 'another pix sync of this account is under way',
    hint: 'wait for it; pix find --offline can be used meanwhile',
  },
  unusable: (path: string): Complaint => ({
    message: `the index can't be used: ${path}`,
    hint: 'move the file away, then read everything anew: pix sync',
  }),
  otherAccount: (account: string, origin: string): Complaint => ({
    message: `the index was made of another account (${account} at ${origin})`,
    hint: 'read everything anew with: pix sync --rebuild',
  }),
  mismatch: (list: string): Complaint => ({
    message: `the ${list} of the service are no longer those of the index: another account, or rows were removed`,
    hint: 'the index is left as it is; read everything anew with: pix sync --rebuild',
  }),
  notProven: (lists: string): Complaint => ({
    message: `the index is NOT proven complete: ${lists}`,
    hint: 'what was read is kept; pix sync goes on from there',
  }),
  gaps: (list: string) => `some ${list} were not told by the service`,
  orderMoved: (list: string) => `the order of the ${list} kept moving`,
  kept: 'What was read is kept: pix sync goes on from there.',
};
