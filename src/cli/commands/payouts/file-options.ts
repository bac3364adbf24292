import { type Command } from 'commander';
import { files, payoutAccounts } from '../../completion/sources.ts';
import type { Catalogue } from '../../text/translate.ts';
import { repeated, requiredArgument, valueOption } from '../declaring.ts';

/** Of the commands that read a file of payouts. */
export function withFile(command: Command, text: Catalogue): Command {
  const { options } = text.payouts.help;
  return command
    .addArgument(requiredArgument(options.file, files))
    .addOption(valueOption('--sheet', options.sheet))
    .option('--only-valid', options.onlyValid)
    .option('--allow-duplicates', options.allowDuplicates)
    .addOption(repeated(valueOption('--allow-duplicate', options.allowDuplicate)))
    .option('--new-references', options.newReferences)
    .option('--pay-again', options.payAgain)
    .option('--force-key', options.forceKey)
    .option('--cover-fee', options.coverFee)
    .option('--no-cover-fee', options.noCoverFee)
    .addOption(valueOption('--digest', options.digest));
}

/** Of the commands that send payouts. */
export function withSending(command: Command, text: Catalogue): Command {
  const { options } = text.payouts.help;
  return command
    .option('--resend-proven-absent', options.resendProvenAbsent)
    .option('--wait', options.wait)
    .addOption(valueOption('--look-for', options.lookFor))
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--other-journal', options.otherJournal);
}
