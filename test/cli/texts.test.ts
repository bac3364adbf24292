import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConfigurationError,
  ContractError,
  ControlError,
  SettingsError,
  TransportError,
} from '../../src/client/errors.ts';
import { ERROR_STATUS } from '../../src/contract/error.ts';
import { describeFailure } from '../../src/cli/errors/failure.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { en, ptBr } from '../support/catalogues.ts';
import { leavesOf, type Leaves } from '../support/catalogue-leaves.ts';

const NAMES = { profileName: 'work', keyName: 'main', knownNames: ['work', 'main'], path: '/home/ana/config.json' };

describe('the two catalogues', () => {
  const [english, portuguese] = [leavesOf(en, 'text'), leavesOf(ptBr, 'text')];

  it('have the same entries', () => {
    expect(english.size).toBeGreaterThan(250);
    // Languages differ in their words for yes.
    const paths = (leaves: Leaves) => [...leaves.keys()].filter((path) => !path.includes('yesWords'));
    expect(paths(portuguese)).toEqual(paths(english));
  });

  it('name placeholders by a Portuguese word in Portuguese', () => {
    const placeholder = /\b(?:NAME|FILE|SUM|AMOUNT|VALUE|KEY|RUN|ROW|DATE|TEXT|PATH|PLACE|CODE|NUMBER)\b/;
    expect([...english.values()].some((text) => placeholder.test(text))).toBe(true);
    expect([...portuguese].filter(([, text]) => placeholder.test(text))).toEqual([]);
  });

  it('leave nothing empty, and no sentence untranslated', () => {
    const empty = [...english, ...portuguese].filter(([, text]) => text.trim() === '');
    const copied = [...english].filter(
      ([path, text]) => portuguese.get(path) === text && /\p{L}{2,} \p{L}{2,}/u.test(text),
    );
    expect(empty).toEqual([]);
    // Commands and names are the same in every language.
    const others = copied.filter(([, text]) => !/^(pix |QR code|--)/.test(text));
    expect(others).toEqual([]);
  });

  it('name the same flags, commands and variables', () => {
    const names = (text = '') =>
      [
        ...new Set(text.match(/--[a-z-]+|PIX_[A-Z_]+|pix (auth|balance|payments|withdraw|serve|mock)( [a-z]+)?/g)),
      ].sort();
    for (const [path, text] of english) expect(names(portuguese.get(path)), path).toEqual(names(text));
  });
});

describe('the text of each code', () => {
  const [english, portuguese] = [leavesOf(en, 'text'), leavesOf(ptBr, 'text')];
  // The catalogue is typed by the codes, so none can be missing.
  const codes =
    /^text\.(refusals|transport|configuration|payoutErrors|localService\.unreachable|serve\.startFailures)\./;
  const textsOfCodes = [...english].filter(([path]) => codes.test(path));

  it('is complete in both languages, with its facts, and Portuguese in the Portuguese catalogue', () => {
    expect(textsOfCodes.length).toBeGreaterThan(100);
    for (const [path, text] of textsOfCodes) {
      const translated = portuguese.get(path) ?? '';
      expect([text, translated].join(' '), path).not.toMatch(/undefined|null|NaN|\[object|\{\w*\}|\$\{/);
      // Options have the same names everywhere.
      expect(translated.replaceAll(/--[a-z-]+/g, ''), path).not.toMatch(
        /\b(the|is|are|of|with|and|not|it|what|this|there)\b/i,
      );
      expect(text, path).not.toMatch(/\b(não|uma|para|com|está|de)\b/i);
    }
  });
});

describe('every error', () => {
  const amount = centavos(100);
  const facts = {
    balanceCentavos: amount,
    requiredCentavos: amount,
    limitCentavos: amount,
    remainingCentavos: amount,
    period: 'day',
    requiredPermission: 'read:balance',
    retryAfterSeconds: 3,
    serviceMessage: 'Words of the service',
  };
  const refusals = Object.entries(ERROR_STATUS).flatMap(([code, status]) => [
    new ApiError('x', { code, status, outcome: 'refused', ...facts }),
    new ApiError('x', { code, status, outcome: 'refused' }),
  ]);
  const others = [
    ...(
      ['connection_refused', 'host_not_found', 'certificate_invalid', 'connect_timeout', 'network_unreachable'] as const
    ).map((code) => new TransportError('x', { code, outcome: 'not-sent', host: 'wallet.example' })),
    ...(['tls_failed', 'connection_lost', 'answer_cut', 'not_http', 'timed_out', 'connection_failed'] as const).map(
      (code) => new TransportError('x', { code, outcome: 'unknown', host: 'wallet.example' }),
    ),
    ...(
      [
        'no_key',
        'invalid_key',
        'invalid_base_url',
        'unknown_profile',
        'keychain_locked',
        'key_missing',
        'blocked_port',
        'config_unreadable',
      ] as const
    ).map((code) => new ConfigurationError('x', { code, ...NAMES, reason: 'locked' })),
    ...(['no_profile', 'unknown_key', 'invalid_profile_name', 'config_unwritable'] as const).map(
      (code) => new SettingsError('x', { code, ...NAMES }),
    ),
    ...(['not_local_service', 'lever_token_wanted'] as const).map(
      (code) => new ControlError('x', { code, origin: 'http://127.0.0.1:4010' }),
    ),
    new ContractError({ path: 'data.id', expected: 'text' }),
    new ApiError('x', {
      code: 'redirect_refused',
      status: 302,
      outcome: 'unknown',
      redirectedTo: 'https://other.example',
    }),
    new ApiError('x', { code: 'http_502', status: 502, outcome: 'unknown' }),
    new ApiError('x', { code: 'http_418', status: 418, outcome: 'unknown' }),
    new RangeError('a bug'),
  ];

  it.each(
    [...refusals, ...others].map((error) => [`${error.name} ${'code' in error ? String(error.code) : ''}`, error]),
  )('has a message and a hint in both languages: %s', (_name, error) => {
    const [english, portuguese] = [describeFailure(error, en), describeFailure(error, ptBr)];
    for (const failure of [english, portuguese]) {
      expect(failure.message).not.toMatch(/undefined|null|\n/);
      expect(failure.hint?.length).toBeGreaterThan(5);
      expect(failure.exitCode).toBeGreaterThan(0);
    }
    expect(portuguese.message).not.toBe(english.message);
    expect({ ...portuguese, message: '', hint: '' }).toEqual({ ...english, message: '', hint: '' });
  });
});
