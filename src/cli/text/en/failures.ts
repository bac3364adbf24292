import type { Complaint } from '../../command-error.ts';
import type { AmountTexts, ConfigurationTexts, PixKeyTexts, RefusalTexts, TransportTexts } from '../shapes.ts';

const PERIODS: Readonly<Record<string, string>> = {
  transaction: 'per transaction',
  day: 'for the day',
  month: 'for the month',
};
const login = 'pix auth login';

const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => ({
    message:
      problems === undefined
        ? 'the service finds the request invalid'
        : `the service finds the request invalid (${problems})`,
    hint: 'check the values of the options',
  }),
  invalid_json: () => ({
    message: 'the service could not read the request',
    hint: 'is there a proxy that changes requests? --verbose shows them',
  }),
  below_minimum: () => ({
    message: 'the amount is below the minimum',
    hint: 'a withdrawal is at least R$ 5,00, a charge R$ 1,00',
  }),
  insufficient_balance: ({ balance, required }) => ({
    message:
      balance === undefined || required === undefined
        ? 'the balance is too small'
        : `the balance is too small: ${required} would leave it, and it holds ${balance}`,
    hint: 'choose a smaller amount; see what is there with: pix balance',
  }),
  limit_exceeded: ({ limit, remaining, period = '' }) => ({
    message:
      limit === undefined
        ? 'the amount is over a limit of the account'
        : `the amount is over the limit ${PERIODS[period] ?? ''} of ${limit}${remaining === undefined ? '' : `: ${remaining} are left`}`,
    hint: 'see the limits with: pix balance',
  }),
  withdrawal_in_progress: () => ({
    message: 'another withdrawal is still under way, and the account allows one at a time',
    hint: 'wait for it: pix withdraw list --status PENDING',
  }),
  verification_required: () => ({
    message: 'the account asks for a verification code for withdrawals',
    hint: 'request one with "pix withdraw request-code" for the same --amount (and --cover-fee alike), then repeat the command with --code',
  }),
  verification_invalid: () => ({
    message: 'the verification code is wrong, used or too old',
    hint: 'a code holds for one withdrawal of one amount; request a new one with: pix withdraw request-code',
  }),
  invalid_transition: () => ({
    message: 'its status does not allow that',
    hint: 'look it up again, it may have changed',
  }),
  unauthorized: () => ({
    message: 'the service does not accept the API key',
    hint: `it may have been revoked, or belong to another service; "pix auth status" tells where it comes from; unless that is PIX_API_KEY, store a good one with: ${login}`,
  }),
  permission_missing: ({ permission }) => ({
    message:
      permission === undefined ? 'the API key may not do that' : `the API key lacks the permission ${permission}`,
    hint: 'use a key that has it: pix auth login, or another profile with -p',
  }),
  account_blocked: () => ({
    message: 'the account is blocked',
    hint: 'only the service can lift that: ask its support',
  }),
  origin_refused: () => ({
    message: 'the service refuses requests that come through this address',
    hint: 'use the address that the service itself tells (--base-url)',
  }),
  not_found: () => ({
    message: 'the service knows nothing at this address',
    hint: 'is it the address of the service? see: pix auth status',
  }),
  method_not_allowed: () => ({
    message: 'the service does not allow that at this address',
    hint: 'is it the address of the service? see: pix auth status',
  }),
  body_too_large: () => ({ message: 'the request is too large for the service', hint: 'use a shorter description' }),
  unsupported_media_type: () => ({
    message: 'the service could not read the request',
    hint: 'is there a proxy that changes requests? --verbose shows them',
  }),
  too_many_requests: ({ retryAfterSeconds }) => ({
    message: 'too many requests for this key; nothing was done',
    hint:
      retryAfterSeconds === undefined
        ? 'wait a moment, then repeat the command'
        : `wait ${retryAfterSeconds} s, then repeat the command`,
  }),
  internal_error: () => ({ message: 'the service failed', hint: 'try again later; --verbose shows what was asked' }),
};

const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `nothing answers at ${host}: the connection was refused`,
    hint: 'is the service running, and the address right? see: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `the host ${host} could not be found`,
    hint: 'check the address (pix auth status) and the network',
  }),
  certificate_invalid: (host) => ({
    message: `the certificate of ${host} is not valid, so nothing was sent`,
    hint: 'check the address; for a private authority set NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({
    message: `no connection to ${host} in time`,
    hint: 'check the network, then try again',
  }),
  network_unreachable: (host) => ({
    message: `there is no way to ${host} on this network`,
    hint: 'check the network, then try again',
  }),
  tls_failed: (host) => ({
    message: `no secure connection to ${host} came about`,
    hint: 'is it https that it speaks? check the address: pix auth status',
  }),
  connection_lost: (host) => ({ message: `the connection to ${host} was cut before it answered`, hint: 'try again' }),
  answer_cut: (host) => ({ message: `the answer of ${host} ended in the middle`, hint: 'try again' }),
  not_http: (host) => ({
    message: `what answers at ${host} does not speak HTTP`,
    hint: 'check the address and the port: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} did not answer in time`,
    hint: 'try again, with more time if need be: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `the proxy refused to connect to ${host}, so nothing was sent`,
    hint: 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and what the proxy allows',
  }),
  connection_failed: (host) => ({
    message: `the connection to ${host} failed`,
    hint: 'try again; --verbose shows the cause',
  }),
};

const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'there is no API key', hint: login }),
  no_base_url: () => ({ message: 'there is no address of a service', hint: login }),
  unknown_profile: () => ({ message: 'there is no such profile', hint: 'see: pix auth status' }),
  invalid_key: () => ({
    message: 'that is no API key: it holds spaces, line breaks or accents',
    hint: 'copy it again, without quotation marks and line breaks',
  }),
  invalid_base_url: () => ({
    message: 'the address of the service is not valid',
    hint: 'it begins with https:// or http:// and holds no name, password or query',
  }),
  blocked_port: () => ({
    message: 'the port in the address of the service belongs to another protocol: HTTP clients do not use it',
    hint: 'have the service listen on another port, such as 443, 8080 or 4010',
  }),
  invalid_profile_name: () => ({
    message: 'a profile cannot have this name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  invalid_key_name: () => ({
    message: 'a key cannot have this name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  duplicate_key: () => ({
    message: 'the profile already holds this key, or another one of that name',
    hint: 'see: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'the address of the proxy is not valid',
    hint: 'check HTTPS_PROXY and HTTP_PROXY: they begin with http:// or https://',
  }),
  config_unreadable: (path) => ({
    message: `the configuration file cannot be read: ${path}`,
    hint: 'correct it, or move it away and log in again: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `the configuration file cannot be written: ${path}`,
    hint: 'check owner and free space, or choose another folder with PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: "the operating system's keychain cannot be used",
    hint: 'unlock it and try again, or keep the key in the file: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'the profile is read-only: it moves no money and creates nothing; nothing was sent',
    hint: 'use another profile with -p, or lift it: pix auth login --no-read-only',
  }),
};

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
      hint: 'it is a day (2026-07-14 or 14/07/2026), with a time if need be (14/07/2026 09:30), or how long ago (7d, 24h, 90m)',
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
