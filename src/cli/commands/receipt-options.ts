import type { Command } from 'commander';
import { files, receiptFormats } from '../completion/sources.ts';
import { valueOption, type Declaring } from './declaring.ts';

/** The options of a command that writes one receipt. */
export function withReceiptOptions(command: Command, { text }: Declaring): Command {
  const { options } = text.receipts;
  return command
    .addOption(valueOption('--format', options.format, receiptFormats))
    .addOption(valueOption('--out', options.out, files))
    .addOption(valueOption('--holder', options.holder))
    .option('--force', text.help.options.force);
}
