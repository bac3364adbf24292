import { chooseLanguage, type Language } from '../text/translate.ts';

/** What has to be known before the command line can be read, or although it can't be. */
interface Preview {
  readonly language: Language;
  /** Of an error: JSON for those who asked for JSON. */
  readonly format: 'json' | 'text';
  readonly isVerbose: boolean;
}

export function preview(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): Preview {
  const output = valueOf(argv, '--output', 'o')?.toLowerCase();
  const isJson = argv.includes('--json') || output === 'json' || output === 'ndjson';
  return {
    language: chooseLanguage(valueOf(argv, '--lang'), environment),
    format: isJson ? 'json' : 'text',
    isVerbose: argv.includes('--verbose'),
  };
}

/** The value of an option in any of its spellings: `--output json`, `--output=json`, `-o json`, `-ojson`, `-qo json`. */
function valueOf(argv: readonly string[], long: string, short?: string): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument === long) return argv[index + 1];
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    const attached = short === undefined ? undefined : attachedValue(argument, short);
    if (attached !== undefined) return attached === '' ? argv[index + 1] : attached;
  }
  return undefined;
}

/** What follows the letter of an option that stands alone, or after `-q`, the one letter that takes no value. */
function attachedValue(argument: string, letter: string): string | undefined {
  const [, value] = new RegExp(`^-q*${letter}(.*)$`, 's').exec(argument) ?? [];
  return value;
}
