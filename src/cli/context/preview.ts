import { chooseLanguage, type Language } from '../text/translate.ts';

/** Options that are required before the command line is parsed, or when it cannot be. */
interface Preview {
  readonly language: Language;
  /** The format of errors: JSON if JSON was requested. */
  readonly format: 'json' | 'text';
  readonly isVerbose: boolean;
}

export function preview(typed: readonly string[], environment: Readonly<Record<string, string | undefined>>): Preview {
  // What follows "--" is no option of ours.
  const argv = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const output = valueOf(argv, '--output', 'o')?.toLowerCase();
  const isJson = argv.includes('--json') || output === 'json' || output === 'ndjson';
  return {
    language: chooseLanguage(valueOf(argv, '--lang'), environment),
    format: isJson ? 'json' : 'text',
    isVerbose: argv.includes('--verbose'),
  };
}

/** The value of an option in any spelling: `--output json`, `--output=json`, `-o json`, `-ojson`, `-qo json`. */
function valueOf(argv: readonly string[], long: string, short?: string): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument === long) return argv[index + 1];
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    const attached = short === undefined ? undefined : attachedValue(argument, short);
    if (attached !== undefined) return attached === '' ? argv[index + 1] : attached;
  }
  return undefined;
}

/** The value attached to the letter of an option: directly, or after `-q`, the only letter without a value. */
function attachedValue(argument: string, letter: string): string | undefined {
  const [, value] = new RegExp(`^-q*${letter}(.*)$`, 's').exec(argument) ?? [];
  return value;
}
