import type { Complaint } from '../../errors/command-error.ts';
import type { AmountTexts, PixKeyTexts } from '../shapes.ts';
import { configuration, transport } from './connection.ts';
import { refusals } from './refusals.ts';

export const AMOUNT_REASONS: AmountTexts = {
  empty: 'it is empty',
  not_a_number: 'it is not a number',
  sign: 'an amount has no sign',
  exponent: 'exponents are not amounts',
  too_many_decimals: 'it has more than two decimals',
  too_large: 'it is too large',
};

export const KEY_REASONS: PixKeyTexts = {
  empty: 'it is empty',
  unrecognised: 'it looks like none of CPF, CNPJ, e-mail, phone number or random key',
  malformed: 'it does not have the form of one',
  wrong_length: 'it has the wrong number of digits',
  lost_leading_zeros: 'it seems to have lost its leading zeros',
  scientific_notation: 'a spreadsheet has rounded it (scientific notation)',
  repeated_digit: 'all of its digits are the same',
  wrong_check_digits: 'its check digits do not match: there is a typing error in it',
  foreign_number: 'it is not a Brazilian number',
  area_code_missing: 'it lacks the area code',
  unknown_area_code: 'there is no such area code',
  landline: 'it is a landline, and only mobile numbers are Pix keys',
  ninth_digit_missing: 'a mobile number has nine digits and begins with 9',
  not_a_mobile: 'it is not a mobile number',
  too_long: 'it is longer than 77 characters',
  domain_without_dot: 'what follows the @ is no domain',
};

export const failures = {
  refusals,
  transport,
  configuration,
  failures: {
    interrupted: { message: 'interrupted' },
    interruptedAtQuestion: { message: 'interrupted at the question; nothing was carried out' },
    fileCauses: {
      ENOENT: 'there is no such file or folder',
      ENOTDIR: 'a part of its path is no folder',
      EISDIR: 'it is a folder',
      EACCES: 'permission denied',
      EPERM: 'the system does not allow it',
      EROFS: 'it lies where nothing can be written',
      ENOSPC: 'no space is left',
      EDQUOT: 'the quota is used up',
    },
    outputUnread: 'nobody reads the output any more',
    outputLost: (reason: string): Complaint => ({
      message: `the output could not be written whole: ${reason}`,
      hint: 'check what it is written to, and repeat the command',
    }),
    createdUntold: (id: string, amount: string, reason: string): Complaint => ({
      message: `${id} over ${amount} WAS CREATED, and could not be told to its end: ${reason}`,
      hint: 'do not repeat the command; look it up by its id',
    }),
    unexpected: (message: string): Complaint => ({
      message: `something went wrong within pix: ${message}`,
      hint: 'repeat it with --verbose and report what it shows',
    }),
    contractBroken: (path: string, expected: string): Complaint => ({
      message:
        path === ''
          ? `the service answered something that is not its documented answer: ${expected}`
          : `the service answered something that is not its documented answer, at ${path}: ${expected}`,
      hint: 'is it the address of the service? see: pix auth status',
    }),
    redirectRefused: (target: string): Complaint => ({
      message: `the service points elsewhere, and the key does not follow: ${target}`,
      hint: 'set the right address with --base-url or pix auth login',
    }),
    serverFailed: (status: number): Complaint => ({
      message: `the service failed (HTTP ${status})`,
      hint: 'try again later; --verbose shows what was asked',
    }),
    refused: (status: number, code: string): Complaint => ({
      message: `the service refused (HTTP ${status}, ${code})`,
      hint: '--verbose shows what was asked',
    }),
    serviceSays: (words: string) => `— the service says: ${words}`,
  },
  amount: {
    refused: (typed: string, reason: keyof AmountTexts): Complaint => ({
      message: `"${typed}" is not an amount: ${AMOUNT_REASONS[reason]}`,
      hint: 'write reais like 10 or 10,50 or 1.234,56',
    }),
    ambiguous: (typed: string, grouped: string, decimal: string): Complaint => ({
      message: `"${typed}" may mean ${grouped} or ${decimal}`,
      hint: `write it out: ${grouped.replace('R$ ', '')} or ${decimal.replace('R$ ', '')}`,
    }),
    belowMinimum: (amount: string, minimum: string): Complaint => ({
      message: `${amount} is below the minimum of ${minimum}`,
      hint: `use ${minimum} or more; nothing was sent`,
    }),
  },
  pixKey: {
    refused: (typed: string, reason: keyof PixKeyTexts, type: string | undefined): Complaint => ({
      message: `"${typed}" is not a Pix key${type === undefined ? '' : ` of type ${type}`}: ${KEY_REASONS[reason]}`,
      hint: 'ask the recipient for the key again; nothing was sent',
    }),
    ambiguous: (typed: string, types: readonly string[]): Complaint => ({
      message: `"${typed}" may be a key of type ${types.join(' or ')}`,
      hint: `say which: ${types.map((type) => `--pix-key-type ${type}`).join(' or ')}`,
    }),
    suggestion: (type: string, key: string) => `was ${key} (${type}) meant?`,
    insist: 'if the key is right all the same, insist with --force-key',
  },
  lookUp: {
    payment: (id: string): Complaint => ({
      message: `there is no payment with the id ${id}`,
      hint: `check the id; withdrawals are looked up with: pix withdraw get`,
    }),
    withdrawal: (id: string): Complaint => ({
      message: `there is no withdrawal with the id ${id}`,
      hint: `check the id; payments are looked up with: pix payments get`,
    }),
    dispute: (paymentId: string): Complaint => ({
      message: `there is no dispute on a payment with the id ${paymentId}`,
      hint: `check the id; a dispute is opened with: pix mock dispute open ${paymentId}`,
    }),
    account: (account: string): Complaint => ({
      message: `there is no account "${account}"`,
      hint: 'the accounts of a new local service are: demo, other',
    }),
  },
  usage: {
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
      'this API has no refunds: to return money, send a Pix to the payer with "pix withdraw create"; disputes (MED) are handled by the bank',
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
  },
};
