import type { ErrorText } from '../../errors/command-error.ts';

export const usage = {
  commander: {
    unknownOption: (option: string) => `unknown option ${option}`,
    unknownCommand: (command: string) => `unknown command "${command}"`,
    missingArgument: (argument: string) => `missing argument <${argument}>`,
    optionMissingArgument: (option: string) => `the option ${option} needs a value`,
    excessArguments: 'too many arguments',
  },
  seeHelp: (commandPath: string) => `see: ${commandPath} --help`,
  didYouMean: (suggestion: string) => `did you mean ${suggestion}?`,
  noRefunds:
    'this API has no refunds: to return money, send a Pix to the payer with "pix withdraw create"; the bank handles disputes (MED)',
  missingOption: (flag: string): ErrorText => ({
    message: `${flag} is required, because no terminal is attached`,
    hint: `add ${flag}, or run the command in a terminal`,
  }),
  conflictingOptions: (one: string, other: string): ErrorText => ({
    message: `${one} and ${other} cannot be used together`,
    hint: 'use one of them',
  }),
  ownForm: (asked: string, forms: readonly string[]): ErrorText => ({
    message: `${asked} is not supported: this output has a format of its own`,
    hint: `leave it out${forms.length === 0 ? '' : `, or use --output ${forms.join(' or ')}`}`,
  }),
  unknownField: (field: string, known: readonly string[], closest: string | undefined): ErrorText => ({
    message: `unknown field "${field}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}fields: ${known.join(', ')}`,
  }),
  notYet: { message: 'this span of time has not begun', hint: 'choose an earlier one' },
  basisWithoutSpan: {
    message: '--by applies to a span of time',
    hint: 'add --month 2026-07, or --since and --until',
  },
  unknownValue: (flag: string, typed: string, known: readonly string[], closest: string | undefined): ErrorText => ({
    message: `invalid value "${typed}" for ${flag}`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}valid values: ${known.join(', ')}`,
  }),
  invalidNumber: (flag: string, typed: string, minimum: number, maximum: number): ErrorText => ({
    message: `invalid value "${typed}" for ${flag}`,
    hint:
      maximum === Infinity
        ? `it is a whole number, ${minimum} or more`
        : `it is a number from ${minimum} to ${maximum}`,
  }),
  invalidDuration: (flag: string, typed: string): ErrorText => ({
    message: `invalid value "${typed}" for ${flag}`,
    hint: 'use a number and a unit: 500ms, 90s, 5m, 2h, 3d; at most ten years, or one hour for a delay',
  }),
  invalidJq: (expression: string, cause: string): ErrorText => ({
    message: `invalid value "${expression}" for --jq: ${cause}`,
    hint: 'the language is that of jq 1.8; nothing was sent',
  }),
  jqFailed: (cause: string): ErrorText => ({
    message: `--jq failed: ${cause}`,
    hint: 'see the document with --json',
  }),
  invalidDate: (flag: string, typed: string): ErrorText => ({
    message: `invalid value "${typed}" for ${flag}`,
    hint: 'use a day (2026-07-14 or 14/07/2026), optionally with a time (14/07/2026 09:30), a name (yesterday, july, 2026-07), or how long ago (7d, 24h, 90m)',
  }),
  invalidMonth: (typed: string): ErrorText => ({
    message: `invalid value "${typed}" for --month`,
    hint: 'use a month: 2026-07, 07/2026, july, last month',
  }),
  emptySpan: (since: string, until: string): ErrorText => ({
    message: `empty period: --since ${since} is not before --until ${until}`,
    hint: '--since must come first',
  }),
  invalidId: { message: 'invalid ID', hint: 'IDs are in the last column of the lists' },
  longDescription: (length: number, maximum: number): ErrorText => ({
    message: `the description has ${length} characters; the maximum is ${maximum}`,
    hint: 'shorten it; nothing was sent',
  }),
  controlsInDescription: {
    message: 'the description contains line breaks or control characters',
    hint: 'write it on one line; nothing was sent',
  },
};
