import { files, payoutAccounts, payoutRuns, pendingRuns } from '../../completion/sources.ts';
import { allow } from '../allow.ts';
import { advanced, either, flag, off, optional, required, text } from '../../command/options.ts';

export const file = required(text(({ payouts: { help } }) => help.options.file, files));
const givenRun = text(({ payouts: { help } }) => help.options.run, payoutRuns);
export const pendingRun = text(({ payouts: { help } }) => help.options.run, pendingRuns);
export const oneRun = { runId: required(givenRun) };
export const perhapsRun = { runId: optional(givenRun) };

export const yes = flag(({ payouts: { help } }) => help.options.yes);
export const mark = off(({ payouts: { help } }) => help.options.noMark);
export const confirmTotal = text(({ payouts: { help } }) => help.options.confirmTotal);
export const out = text(({ payouts: { help } }) => help.options.out, files);
export const force = flag(({ payouts: { help } }) => help.options.force);

export const account = text(({ payouts: { help } }) => help.options.account, payoutAccounts);

/** Of the commands that pay for one account. */
export const accountFlags = advanced({ account });

const rowsOfFile = {
  sheet: text(({ payouts: { help } }) => help.options.sheet),
  due: text(({ payouts: { help } }) => help.options.due),
};
const permissionsOfFile = {
  onlyValid: flag(({ payouts: { help } }) => help.options.onlyValid),
  coverFee: either(
    ({ payouts: { help } }) => help.options.coverFee,
    ({ payouts: { help } }) => help.options.noCoverFee,
  ),
  ...advanced({
    allow,
    forceKey: flag(({ payouts: { help } }) => help.options.forceKey),
    digest: text(({ payouts: { help } }) => help.options.digest),
  }),
};

/** Of the commands that read a file of payouts. */
export const fileFlags = {
  ...rowsOfFile,
  on: text(({ payouts: { help } }) => help.options.on),
  ...permissionsOfFile,
};

/** Of the command that pays it at once, whatever its day. */
export const undatedFileFlags = { ...rowsOfFile, ...permissionsOfFile };

/** Of the commands that send payouts. */
export const sendingFlags = {
  wait: flag(({ payouts: { help } }) => help.options.wait),
  ...advanced({ allow, lookFor: text(({ payouts: { help } }) => help.options.lookFor) }),
  ...accountFlags,
};
