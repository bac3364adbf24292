import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskKey, printableLine, redact } from '../../src/client/http/redact.ts';

const ESCAPE = '\u001b';

describe('maskKey', () => {
  it.each([
    ['pk_abcdefghijklmnopa1b2', 'pk_…a1b2'],
    ['pk_live_abcdefghijklma1b2', 'pk_…a1b2'],
    ['abcdefghijklmnopa1b2', '…a1b2'],
    ['pk_a1b2', 'pk_…'],
    ['averyveryverylongprefix_a1b2', '…a1b2'],
    ['', '…'],
  ])('shows %j as %j', (key, shown) => expect(maskKey(key)).toBe(shown));

  it('hides at least eight characters after the prefix, or all of them', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (key) => {
        const [prefix = '', shown = ''] = maskKey(key).split('…');
        expect(shown === '' || key.length - prefix.length - shown.length >= 8).toBe(true);
      }),
    );
  });
});

describe('redact', () => {
  const key = fc.stringMatching(/^pk_[0-9A-Za-z]{20,40}$/);

  it('lets no key through, wherever and however often it appears', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.uniqueArray(key, { minLength: 1, maxLength: 3 }), (words, keys) => {
        const text = [...words, ...keys, ...words, ...keys].join(' ');
        const redacted = redact(text, keys);
        expect(keys.filter((one) => redacted.includes(one))).toEqual([]);
      }),
    );
  });

  it('leaves other text unchanged', () => {
    expect(redact('nothing $& here', ['', 'pk_aaaaaaaaaaaaaaaa'])).toBe('nothing $& here');
  });
});

it.each([
  [`${ESCAPE}[31mred${ESCAPE}[0m`, '[31mred [0m'],
  ['two\r\nlines', 'two lines'],
  ['right\u202eleft', 'right left'],
  [' ação não concluída ', 'ação não concluída'],
])('printableLine makes %j one line', (text, line) => expect(printableLine(text)).toBe(line));
