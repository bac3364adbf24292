import { failure } from '../../errors/command-error.ts';
import type { PixKeyType } from '../../../pix/pix-key.ts';
import { labels } from './labels.ts';

export const usage = {
  commander: {
    unknownOption: (option: string) => `unknown option ${option}`,
    unknownCommand: (command: string) => `unknown command "${command}"`,
    missingArgument: (argument: string) => `missing argument ${argument.toUpperCase()}`,
    optionMissingArgument: (option: string) => `the option ${option} needs a value`,
    excessArguments: (argument: string) => `unexpected argument "${argument}"`,
  },
  dashesMissing: (word: string, line: string) => failure`
    "${word}" needs -- before it, as the command to run
    ${line}`,
  seeHelp: (commandPath: string) => `see: ${commandPath} --help`,
  didYouMean: (suggestion: string) => `did you mean ${suggestion}?`,
  noRefunds:
    'this API has no refunds: to return money, send a Pix to the payer with "pix withdraw create"; the bank handles disputes (MED)',
  missingOption: (flag: string) => failure`${flag} is required \n add ${flag}, or run the command in a terminal`,
  conflictingOptions: (one: string, other: string) => failure`
    ${one} and ${other} cannot be used together
    use one of them`,
  givenTwice: (option: string) => failure`${option} was given twice \n use it once`,
  ownForm: (asked: string, forms: readonly string[]) => failure`
    ${asked} is not supported: this output has a format of its own
    leave it out${forms.length === 0 ? '' : `, or use --output ${forms.join(' or ')}`}`,
  unknownField: (field: string, known: readonly string[], closest: string | undefined) => failure`
    unknown field "${field}"
    ${closest === undefined ? '' : `did you mean ${closest}? `}fields: ${known.join(', ')}`,
  oneAccountOnly: failure`
    --base-url cannot be used with several profiles: each has its own address
    leave it out, or name one profile`,
  notYet: failure`this span of time has not begun \n choose an earlier one`,
  basisWithoutSpan: failure`--by applies to a span of time \n add --month 2026-07, or --since and --until`,
  unknownValue: (flag: string, typed: string, known: readonly string[], closest: string | undefined) => failure`
    invalid value "${typed}" for ${flag}
    ${closest === undefined ? '' : `did you mean ${closest}? `}valid values: ${known.join(', ')}`,
  invalidNumber: (flag: string, typed: string, minimum: number, maximum: number) => failure`
    invalid value "${typed}" for ${flag}
    ${maximum === Infinity ? `use a whole number, ${minimum} or more` : `use a number from ${minimum} to ${maximum}`}`,
  invalidPermission: (flag: string, typed: string, kinds: readonly string[]) => failure`
    invalid value "${typed}" for ${flag}
    give it what a refusal prints: a kind (${kinds.join(', ')}) and its code, such as repeated:3f9a2c`,
  invalidDuration: (flag: string, typed: string, maximum: string) => failure`
    invalid value "${typed}" for ${flag}
    use a number and a unit (ms, s, m, h, d), such as 90s; at most ${maximum}`,
  invalidJq: (expression: string, cause: string) => failure`
    invalid value "${expression}" for --jq: ${cause}
    the language is that of jq 1.8; nothing was sent`,
  jqNotInstalled: failure`
    --jq needs the package jq-wasm, which is not installed; nothing was sent
    install it: npm install -g jq-wasm; or give --json to jq: pix … --json | jq …`,
  jqFailed: (cause: string) => failure`--jq failed: ${cause} \n see the document with --json`,
  invalidDate: (flag: string, typed: string) => failure`
    invalid value "${typed}" for ${flag}
    use a day (2026-07-14 or 14/07/2026), optionally with a time (14/07/2026 09:30), a name (yesterday, july, 2026-07), or how long ago (7d, 24h, 90m)`,
  invalidMonth: (typed: string) => failure`
    invalid value "${typed}" for --month
    use a month: 2026-07, 07/2026, july, last month`,
  emptySpan: (since: string, until: string) => failure`
    empty period: --since ${since} is not before --until ${until}
    --since must come first`,
  invalidId: failure`invalid ID \n IDs are in the last column of the lists`,
  longDescription: (length: number, maximum: number) => failure`
    the description has ${length} characters; the maximum is ${maximum}
    shorten it; nothing was sent`,
  controlsInDescription: failure`
    the description contains line breaks or control characters
    write it on one line; nothing was sent`,
};

export const pixKey = {
  types: labels.keyTypes,
  refused: (typed: string, reason: keyof typeof labels.keyFlaws, type: PixKeyType | undefined) => failure`
    invalid Pix key${type === undefined ? '' : ` of type ${labels.keyTypes[type]}`} "${typed}": ${labels.keyFlaws[reason]}
    ask the recipient for the key again; nothing was sent`,
  ambiguous: (typed: string, types: readonly PixKeyType[]) => failure`
    "${typed}" may be a key of type ${types.map((type) => labels.keyTypes[type]).join(' or ')}
    say which: ${types.map((type) => `--pix-key-type ${type}`).join(' or ')}`,
  suggestion: (type: PixKeyType, key: string) => `did you mean ${key} (${labels.keyTypes[type]})?`,
  insist: 'if the key is correct, use --force-key',
  recipient: "The recipient's Pix key",
  which: (typed: string) => `What type of key is ${typed}?`,
  whichRecipient: 'To whom?',
  anotherKey: 'another key',
};

export const amount = {
  refused: (typed: string, reason: keyof typeof labels.amountFlaws, flag?: string) => failure`
    invalid ${flag === undefined ? 'amount' : 'value'} "${typed}"${flag === undefined ? '' : ` for ${flag}`}: ${labels.amountFlaws[reason]}
    write reais like 10 or 10,50 or 1.234,56`,
  ambiguous: (typed: string, grouped: string, decimal: string) => failure`
    "${typed}" may mean ${grouped} or ${decimal}
    write it out: ${grouped.replace('R$ ', '')} or ${decimal.replace('R$ ', '')}`,
  belowMinimum: (amount: string, minimum: string) => failure`
    ${amount} is below the minimum of ${minimum}
    use ${minimum} or more; nothing was sent`,
};
