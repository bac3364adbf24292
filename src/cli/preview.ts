import { chooseLanguage, type Language } from './text/translate.ts';

/** What has to be known before the command line can be read, or although it can't be. */
interface Preview {
  readonly language: Language;
  /** Of an error: JSON for those who asked for JSON. */
  readonly format: 'json' | 'text';
  readonly isVerbose: boolean;
}

export function preview(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): Preview {
  const output = valueOf(argv, '--output', '-o');
  const isJson = argv.includes('--json') || output === 'json' || output === 'ndjson';
  return {
    language: chooseLanguage(valueOf(argv, '--lang'), environment),
    format: isJson ? 'json' : 'text',
    isVerbose: argv.includes('--verbose'),
  };
}

/** The value of an option in any of its spellings: `--output json`, `--output=json`, `-o json`, `-ojson`. */
function valueOf(argv: readonly string[], long: string, short?: string): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument === long || argument === short) return argv[index + 1];
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    if (short !== undefined && argument.startsWith(short) && !argument.startsWith('--'))
      return argument.slice(short.length);
  }
  return undefined;
}
