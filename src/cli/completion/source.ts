import type { Command, Option } from 'commander';
import type { Context } from '../context/context.ts';

/** The position to complete: an option's value, an argument, the name of an option, or a command. */
export interface Slot {
  readonly command: Command;
  readonly kind: 'value' | 'argument' | 'option' | 'command';
  readonly option: Option | undefined;
  /** Earlier arguments of the command. */
  readonly earlier: readonly string[];
  readonly typed: string;
  /** The part of the word before it: `--output=`. */
  readonly before: string;
  readonly given: ReadonlyMap<string, string>;
}

export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Candidates, or file names, which the shell completes itself. */
export type Values = readonly (string | Candidate)[] | 'files';

/** The candidates for a position. Sends no requests, and loads only what it needs. */
export type Source = (context: Context, slot: Slot) => Values | Promise<Values>;
