import { failure } from '../../errors/command-error.ts';

export const twin = {
  keepNames: 'keep keys, names, documents and descriptions as they are',
  withoutBalance: (name: string) => failure`
    the index of "${name}" has no balance, limits and plan
    note them with: pix sync -p ${name}`,
  unreadable: (reason: string) => failure`
    a row of the index cannot be copied: ${reason}
    rebuild it with: pix sync --rebuild`,
  isRehearsal: (name: string, asOf: string) =>
    `REHEARSAL on a twin of "${name}", as of ${asOf}: nothing is paid, and no request leaves this machine.`,
  balances: (before: string, after: string) =>
    `Available on the twin: ${before} before, ${after} afterwards. Nothing was paid, and this run no longer exists.`,
  nothingPaid: (fileAndOptions: string) =>
    `this was a rehearsal: nothing was paid, and its run no longer exists; to pay: pix payouts run ${fileAndOptions}`,
  pay: (fileAndOptions: string) => `To pay: pix payouts run ${fileAndOptions}`,
  run: 'RUN',
  looking: (lost: string, until: string, left: string) =>
    `${lost}: checking as a run does, until ${until} at the latest (${left}).`,
  withoutPolicy: 'warning: the policy of the journal is not rehearsed; to check by it: pix payouts check FILE',
  withoutDisputes: 'warning: no charges fit the disputes that the service counts: the twin has none.',
};
