import type { Complaint } from '../../errors/command-error.ts';

export const usage = {
  commander: {
    unknownOption: (option: string) => `there is no option ${option}`,
    unknownCommand: (command: string) => `there is no command "${command}"`,
    missingArgument: (argument: string) => `the argument <${argument}> is missing`,
    optionMissingArgument: (option: string) => `the option ${option} wants a value`,
    excessArguments: 'there are more arguments than the command takes',
  },
  seeHelp: (commandPath: string) => `see: ${commandPath} --help`,
  didYouMean: (suggestion: string) => `did you mean ${suggestion}?`,
  noRefunds:
    'this API has no refunds: to return money, send a Pix to the payer with "pix withdraw create"; the bank handles disputes (MED)',
  missingOption: (flag: string): Complaint => ({
    message: `${flag} is missing, and there is nobody to ask`,
    hint: `add ${flag}, or run the command in a terminal`,
  }),
  conflictingOptions: (one: string, other: string): Complaint => ({
    message: `${one} and ${other} contradict each other`,
    hint: 'use one of them',
  }),
  ownForm: (asked: string, forms: readonly string[]): Complaint => ({
    message: `${asked} does not go with this: what is printed here has a form of its own`,
    hint: `leave it out${forms.length === 0 ? '' : `, or ask for --output ${forms.join(' or ')}`}`,
  }),
  unknownField: (field: string, known: readonly string[], closest: string | undefined): Complaint => ({
    message: `there is no field "${field}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
  }),
  unknownValue: (flag: string, typed: string, known: readonly string[], closest: string | undefined): Complaint => ({
    message: `${flag} cannot be "${typed}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}it can be: ${known.join(', ')}`,
  }),
  invalidNumber: (flag: string, typed: string, minimum: number, maximum: number): Complaint => ({
    message: `${flag} cannot be "${typed}"`,
    hint:
      maximum === Infinity
        ? `it is a whole number, ${minimum} or more`
        : `it is a number from ${minimum} to ${maximum}`,
  }),
  invalidDuration: (flag: string, typed: string): Complaint => ({
    message: `${flag} cannot be "${typed}"`,
    hint: 'it is a number and a unit: 500ms, 90s, 5m, 2h, 3d; at most ten years, and an hour for a delay',
  }),
  invalidDate: (flag: string, typed: string): Complaint => ({
    message: `${flag} cannot be "${typed}"`,
    hint: 'it is a day (2026-07-14 or 14/07/2026), with a time if need be (14/07/2026 09:30), a name (yesterday, july, 2026-07), or how long ago (7d, 24h, 90m)',
  }),
  invalidMonth: (typed: string): Complaint => ({
    message: `--month cannot be "${typed}"`,
    hint: 'it is a month: 2026-07, 07/2026, july, last month',
  }),
  emptySpan: (since: string, until: string): Complaint => ({
    message: `there is no time between --since ${since} and --until ${until}`,
    hint: '--since comes first',
  }),
  invalidId: { message: 'that is not an id', hint: 'ids are in the last column of the lists' },
  longDescription: (length: number, maximum: number): Complaint => ({
    message: `the description has ${length} characters, and at most ${maximum} are allowed`,
    hint: 'shorten it; nothing was sent',
  }),
  controlsInDescription: {
    message: 'the description holds line breaks or control characters',
    hint: 'write it on one line; nothing was sent',
  },
};
