import { gzipSync } from 'node:zlib';
import type { Dice } from '../attack/dice.ts';

/** An answer of a service, or what it sends in place of one. */
export interface SentAnswer {
  readonly status: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** What it sends again and again after that, and does not end. */
  readonly endlessly?: string;
  /** It says how long its body is, whatever that is. */
  readonly length?: number;
  /** It closes the connection without a word. */
  readonly isReset?: true;
}

/** What text from a service must never do to a terminal: move the cursor, set colours or a title, reorder or hide. */
const EVIL_TEXTS = [
  '\u001b]0;EVIL\u0007',
  '\u001b[66;6mEVIL\u001b[0m',
  '\u009b66;6mEVIL',
  '\u202eEVIL\u202c',
  '\u2067EVIL\u2069',
  '\u200fEVIL\u061c',
  'E\u200bV\u2060I\ufeffL',
  '\nEVIL-LINE',
  '\r\u0085EVIL-LINE\u2028EVIL-LINE',
  'EVIL\b\b\b\b\u0000\u007f',
  '\u{e0041}EVIL\u{e0042}',
  '\u001b]8;;http://evil.example\u001b\\EVIL\u001b]8;;\u001b\\',
];
const NUMBERS = [0, -1, 1, 0.5, -0, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 2, -(2 ** 53), 2_147_483_648];
const DEPTH = 200_000;
const HUGE_BYTES = 17 * 1024 * 1024;

type Mutation = (answer: SentAnswer, dice: Dice) => SentAnswer;

/** A change of one value in the JSON of an answer. */
function ofJson(change: (value: unknown, dice: Dice) => unknown): Mutation {
  return (answer, dice) => {
    try {
      return withBody(answer, JSON.stringify(change(JSON.parse(String(answer.body)), dice)));
    } catch {
      return answer;
    }
  };
}

function withBody(answer: SentAnswer, body: string | Buffer): SentAnswer {
  return { ...answer, body: Buffer.from(body) };
}

/** Replaces one value somewhere, or removes it: `undefined`. */
function oneValue(replace: (old: unknown, dice: Dice) => unknown): Mutation {
  return ofJson((root, dice) => {
    const places: [holder: Record<string, unknown>, key: string][] = [];
    const visit = (holder: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(holder)) {
        places.push([holder, key]);
        if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>);
      }
    };
    visit({ root });
    const [holder, key] = dice.pick(places);
    holder[key] = replace(holder[key], dice);
    return places[0]?.[0]['root'];
  });
}

function everyText(answer: SentAnswer, dice: Dice): SentAnswer {
  const evil = dice.pick(EVIL_TEXTS);
  return ofJson((root) =>
    JSON.parse(JSON.stringify(root), (_key, value: unknown) => (typeof value === 'string' ? value + evil : value)),
  )(answer, dice);
}

function withHeader(name: string, ...values: readonly string[]): Mutation {
  return (answer, dice) => ({ ...answer, headers: [...answer.headers, [name, dice.pick(values)]] });
}

const STATUSES = [
  ...['201 Created', '204 No Content', '205 Reset', '206 Partial', '301 Moved', '302 Found', '304 Not Modified'],
  ...['307 Temporary', '308 Permanent', '400 Bad', '401 No', '402 Pay', '403 No', '404 None', '405 No', '408 Slow'],
  ...['409 Conflict', '418 Teapot', '421 Misdirected', '425 Early', '429 Much', '451 Law', '500 Error', '502 Bad'],
  ...['503 Away', '504 Late', '599 Odd', '600 None', '999 None', '000 None', '101 Switching', '200'],
];

/** What a service does that is broken, or means to do harm. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'another type': oneValue((_old, dice) => dice.pick([null, true, '', 'NaN', [], {}, [[]], 'x'.repeat(100_000)])),
  'another number': oneValue((_old, dice) => dice.pick(NUMBERS)),
  'a missing field': oneValue(() => undefined),
  'an evil text': oneValue((old, dice) => (typeof old === 'string' ? old : '') + dice.pick(EVIL_TEXTS)),
  'evil texts everywhere': everyText,
  'a lying total': ofJson((root, dice) =>
    JSON.parse(JSON.stringify(root), (key, value: unknown) =>
      key === 'total' || key === 'limit' || key === 'offset' ? dice.pick([...NUMBERS, 2, 3, 1e9]) : value,
    ),
  ),
  'rows twice, or reversed': ofJson((root, dice) => {
    const isTwice = dice.chance(0.5);
    return JSON.parse(JSON.stringify(root), (_key, value: unknown) =>
      !Array.isArray(value) ? value : isTwice ? [...value, ...value] : value.toReversed(),
    );
  }),
  'another shape': (answer, dice) =>
    withBody(answer, dice.pick(['null', '[]', '{}', '0', '""', 'true', '{"data":null}'])),
  'a prototype': (answer) =>
    withBody(answer, `{"__proto__":{"success":true},"constructor":1,${String(answer.body).slice(1)}`),
  'deep JSON': (answer, dice) => withBody(answer, dice.pick(['[', '{"a":']).repeat(DEPTH)),
  'deep JSON that is closed': (answer) =>
    withBody(answer, `{"success":true,"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
  'a huge body': (answer) => withBody(answer, `{"success":true,"data":"${'x'.repeat(HUGE_BYTES)}"}`),
  'a compressed bomb': (answer) => ({
    ...withBody(answer, BOMB),
    headers: [...answer.headers, ['Content-Encoding', 'gzip']],
  }),
  'no UTF-8': (answer) =>
    withBody(answer, Buffer.concat([answer.body.subarray(0, -2), Buffer.from([0xff, 0xc0, 0x80])])),
  'UTF-16': (answer) => withBody(answer, Buffer.from(`\ufeff${String(answer.body)}`, 'utf16le')),
  'a page': (answer) => withBody(answer, `<html>${EVIL_TEXTS.join('')}</html>`),
  'a part': (answer, dice) => withBody(answer, answer.body.subarray(0, dice.between(0, answer.body.length))),
  'no body': (answer) => withBody(answer, ''),
  'a body that is longer than told': (answer) => ({ ...answer, length: Math.max(0, answer.body.length - 3) }),
  'a body that is shorter than told': (answer) => ({ ...answer, length: answer.body.length + 10 }),
  'no compression, though told': withHeader('Content-Encoding', 'gzip', 'br', 'deflate', 'zstd', 'evil'),
  'another status': (answer, dice) => ({ ...answer, status: dice.pick(STATUSES) }),
  'a wait': (answer, dice) => ({
    ...withHeader('Retry-After', '1e9', '-1', 'x', '99999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT')(answer, dice),
    status: dice.pick(['429 Much', '503 Away']),
  }),
  'a rate limit': (answer, dice) => {
    const [value = '', reset = ''] = dice.some(['0', '-1', 'NaN', '1e309', '99999999999999999999', ''], 2);
    const headers = ['RateLimit-Limit', 'RateLimit-Remaining', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];
    const resets = ['RateLimit-Reset', 'X-RateLimit-Reset'];
    const told = [...headers.map((name) => [name, value] as const), ...resets.map((name) => [name, reset] as const)];
    return { ...answer, headers: [...answer.headers, ...told] };
  },
  'a date': withHeader('Date', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', ''),
  'a redirect': (answer, dice) => ({
    ...withHeader(
      'Location',
      '/',
      'http://evil.example/\u001b[66;6m',
      'javascript:alert(1)',
      '//evil.example',
      '::',
    )(answer, dice),
    status: dice.pick(['301 Moved', '302 Found', '307 Temporary', '308 Permanent']),
  }),
  'evil headers': withHeader('X-Request-Id', '\u001b[66;6mEVIL', 'x'.repeat(9_000), '\u009b66;6m'),
  'many headers': (answer) => ({
    ...answer,
    headers: Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, 'x'] as const),
  }),
  'an endless body': (answer) => ({ ...answer, endlessly: 'x'.repeat(65_536), length: Number.MAX_SAFE_INTEGER }),
  'a dripping body': (answer) => ({ ...withBody(answer, '{'), endlessly: ' ', length: 1_000_000 }),
  silence: (answer) => ({ ...answer, status: '', endlessly: '' }),
  'a reset': (answer) => ({ ...answer, isReset: true }),
};

/** 64 MiB of blanks. */
const BOMB = gzipSync(Buffer.concat([Buffer.alloc(64 * 1024 * 1024, ' '), Buffer.from('{}')]));
