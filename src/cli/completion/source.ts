import type { Command, Option } from 'commander';
import type { Context } from '../context/context.ts';

/** What is to be completed: an option's value, an argument, the name of an option, or that of a command. */
export interface Slot {
  readonly command: Command;
  readonly kind: 'value' | 'argument' | 'option' | 'command';
  /** Whose value it is. */
  readonly option: Option | undefined;
  /** The command's arguments that stand before it. */
  readonly earlier: readonly string[];
  /** What of it has been typed. */
  readonly typed: string;
  /** What stands before that in the same word: `--output=`. */
  readonly before: string;
  /** The options that stand before it, with their values. */
  readonly given: ReadonlyMap<string, string>;
}

export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Candidates, or files: the shell knows those better. */
export type Values = readonly (string | Candidate)[] | 'files';

/** What may stand in a slot. Asks nothing of the network, and loads only what it needs. */
export type Source = (context: Context, slot: Slot) => Values | Promise<Values>;
