import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareKeys,
  isCanonicalPixKey,
  parsePixKey,
  PIX_KEY_TYPES,
  RowsByKey,
  type PixKeyType,
} from '../../src/pix/pix-key.ts';
import { grouped } from '../support/grouped.ts';
import { completeCnpj, completeCpf } from '../../src/pix/tax-id.ts';
import vectors from './vectors/pix-keys.json' with { type: 'json' };

const vectorRows = Object.entries(vectors).flatMap(([name, { valid, invalid }]) => {
  const type = PIX_KEY_TYPES.find((known) => known === name) ?? 'RANDOM';
  return [
    ...valid.map((key) => ({ type, key, isValid: true })),
    ...invalid.map((key) => ({ type, key, isValid: false })),
  ];
});

test.each(vectorRows)('as a canonical $type, $key: $isValid', ({ type, key, isValid }) => {
  const parsed = parsePixKey(key, type);
  expect(parsed.ok && parsed.key === key && isCanonicalPixKey(type, key)).toBe(isValid);
  for (const longer of [` ${key}`, `${key} `]) expect(isCanonicalPixKey(type, longer)).toBe(false);
});

describe('a key of a known type, as people type it', () => {
  /** By the keys that they are. */
  const TYPED: Readonly<Record<PixKeyType, Readonly<Record<string, readonly string[]>>>> = {
    CPF: {
      '52998224725': ['529.982.247-25', ' 529 982 247 25 ', '529.982.247\u201325'],
      '11912345684': ['11912345684', 'CPF 11912345684'],
    },
    CNPJ: {
      '11222333000181': ['11.222.333/0001-81', 'CNPJ: 11.222.333/0001-81'],
      '12ABC34501DE35': ['12.abc.345/01de-35'],
      CNPJ1234567890: ['cnpj1234567890'],
    },
    PHONE: {
      '+5511987654321': [
        ...['11987654321', '(11) 98765-4321', '+55 11 98765-4321', '55 11 98765 4321', '0055 11 98765 4321'],
        ...['+55 (0) 11 98765-4321', '011 98765-4321', '\u202a+5511987654321\u202c'],
      ],
      '+5555987654321': ['55 98765-4321', '+55 55 98765-4321'],
      '+5511980055432': ['11 98005-5432'],
    },
    EMAIL: { 'fulano@example.com': [' Fulano@Example.COM '], 'a@b.c.br': ['a@b.c.br'] },
    RANDOM: {
      '123e4567-e89b-12d3-a456-426655440000': [
        ...['123E4567-E89B-12D3-A456-426655440000', '123e4567e89b12d3a456426655440000'],
      ],
    },
  };
  test.each(PIX_KEY_TYPES.flatMap((type) => grouped(TYPED[type]).map((row) => [type, ...row] as const)))(
    '%s %j is %s',
    (type, typed, key) => expect(parsePixKey(typed, type)).toEqual({ ok: true, type, key }),
  );

  const REFUSED: Readonly<Record<PixKeyType, Readonly<Record<string, readonly string[]>>>> = {
    CPF: {
      empty: ['  '],
      wrong_check_digits: ['529.982.247-24'],
      repeated_digit: ['111.111.111-11', '00000000000'],
      malformed: ['5299822472X', 'X5299822472', '52998224X25', 'fulano@example.com', 'X1,23E+10', '1,23E+10X'],
      wrong_length: ['11222333000181', '191', completeCpf('1234567890'), '34567810'],
      scientific_notation: ['1,23E+10', '1,23E10'],
    },
    CNPJ: {
      wrong_check_digits: ['11222333000180'],
      malformed: ['12ABC34501DEAB', '12ÃBC34501DE35'],
      scientific_notation: ['1.12223E+13'],
    },
    PHONE: {
      foreign_number: ['+14155552671'],
      area_code_missing: ['98765-4321', '+55 98765-4321'],
      unknown_area_code: ['20 98765-4321'],
      landline: ['(11) 3281-1234'],
      ninth_digit_missing: ['(11) 8765-4321'],
      not_a_mobile: ['11 88765-4321'],
      wrong_length: ['119876543210'],
      malformed: ['11 98765-432a', 'a11 98765-4321'],
    },
    EMAIL: {
      malformed: ['fulano', 'ação@gmail.com'],
      domain_without_dot: ['fulano@gmail'],
      too_long: [`${'a'.repeat(70)}@x.com.br`],
    },
    RANDOM: {
      malformed: ['123g4567-e89b-12d3-a456-426655440000', '{c4249323-b4ca-43f2-8139-8232aab09b93}'],
    },
  };
  test.each(PIX_KEY_TYPES.flatMap((type) => grouped(REFUSED[type]).map((row) => [type, ...row] as const)))(
    '%s %j is refused: %s',
    (type, typed, reason) => {
      expect(parsePixKey(typed, type)).toMatchObject({ ok: false, reason });
    },
  );

  test('does not become another key by letters that case conversion turns into ASCII', () => {
    expect(parsePixKey('\u212aevin@example.com', 'EMAIL')).toMatchObject({ ok: false, reason: 'malformed' });
    expect(parsePixKey('ZZZZZZZZZZZZ62', 'CNPJ').ok).toBe(true);
    expect(parsePixKey('q0\u017flfmbd7vx439', 'CNPJ')).toMatchObject({ ok: false, reason: 'malformed' });
  });
});

test.each<[PixKeyType, string]>([
  ['EMAIL', `${'a'.repeat(70)}@x.com.br`],
  ['EMAIL', 'Fulano@example.com'],
  ['CPF', '529.982.247-25'],
  ['CNPJ', '12abc34501de35'],
  ['PHONE', '11987654321'],
  ['RANDOM', 'C4249323-B4CA-43F2-8139-8232AAB09B93'],
])('the form of a %s is not that of %s', (type, key) => expect(isCanonicalPixKey(type, key)).toBe(false));

describe('a key of right form that is refused', () => {
  test.each<[PixKeyType, string, string]>([
    ['CPF', '123.456.789-01', '12345678901'],
    ['CPF', '00000000000', '00000000000'],
    ['CNPJ', '12.abc.345/01de-36', '12ABC34501DE36'],
    ['PHONE', '(11) 3281-1234', '+551132811234'],
    ['PHONE', '20987654321', '+5520987654321'],
    ['EMAIL', 'Fulano@gmail', 'fulano@gmail'],
  ])('%s %j can be forced', (type, typed, key) => {
    expect(parsePixKey(typed, type)).toMatchObject({ ok: false, wellFormed: { type, key } });
    expect(isCanonicalPixKey(type, key)).toBe(true);
  });

  test.each<[PixKeyType, string]>([
    ['CPF', '5299822472'],
    ['CNPJ', '12ABC34501DEAB'],
    ['PHONE', '987654321'],
    ['PHONE', '+14155552671'],
    ['EMAIL', 'fulano@@gmail.com'],
    ['RANDOM', 'c4249323'],
  ])('%s %j has no such form', (type, typed) => expect(parsePixKey(typed, type)).not.toHaveProperty('wellFormed'));
});

describe('a key of unknown type', () => {
  /** By the keys that they are. */
  const TYPED = {
    'CPF 52998224725': ['52998224725', 'CPF 529.982.247-25', 'cpf: 52998224725', 'CPF52998224725'],
    'CPF 11912345684': ['119.123.456-84'],
    'CNPJ 11222333000181': ['11222333000181', '11 222 333 0001 81', 'CNPJ 11.222.333/0001-81'],
    'CNPJ 12345ABC01DE42': ['12.345.ABC/01DE-42'],
    'CNPJ 12ABC34501DE35': ['12.ABC.345/01DE-35', '12abc34501de35', '12 ABC 345 01DE 35', 'CNPJ: 12ABC34501DE35'],
    'PHONE +5511987654321': ['11987654321'],
    'PHONE +5511912345684': [
      ...['11 91234-5684', '11 9 1234-5684', '1191234-5684', '(11) 91234-5684', '+5511912345684', '5511912345684'],
      ...['011 91234-5684', '005511912345684'],
    ],
    'EMAIL pix@bcb.gov.br': ['Pix@BCB.gov.br'],
    'RANDOM c4249323-b4ca-43f2-8139-8232aab09b93': [
      ...['C4249323-B4CA-43F2-8139-8232AAB09B93', 'c4249323b4ca43f281398232aab09b93'],
    ],
  };
  test.each(grouped(TYPED))('%j is the %s', (typed, expected) => {
    const [type, key] = expected.split(' ');
    expect(parsePixKey(typed)).toEqual({ ok: true, type, key });
  });

  test('with its name, a CPF or a mobile number is none of the CNPJs with letters', () => {
    const names = fc.constantFrom('CPF ', 'cpf', 'CPF: ', 'PIX ', 'pix', 'Cel. ', 'TEL', 'tel: ');
    const numbers = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(names, numbers, (name, base) => {
        const parsed = parsePixKey(name + completeCpf(base));
        expect(JSON.stringify(parsed)).not.toContain('CNPJ');
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['11912345684', '51998259765'])('%s is a CPF and a mobile number: never guessed', (typed) => {
    const readings = [
      { type: 'CPF', key: typed },
      { type: 'PHONE', key: `+55${typed}` },
    ] as const;
    expect(parsePixKey(typed)).toEqual({ ok: false, reason: 'ambiguous', readings });
    for (const reading of readings) expect(parsePixKey(typed, reading.type)).toEqual({ ok: true, ...reading });
  });

  test.each(['-119.123.456-84', '119.123.456-84-', '-11 91234-5684', '11 91234-5684-'])(
    '%j is grouped as neither',
    (typed) => expect(parsePixKey(typed)).toMatchObject({ ok: false, reason: 'ambiguous' }),
  );

  test.each<[string, PixKeyType, string]>([
    ['52998224724', 'CPF', 'wrong_check_digits'],
    ['119.123.456-85', 'CPF', 'wrong_check_digits'],
    ['20987654321', 'CPF', 'wrong_check_digits'],
    ['11222333000180', 'CNPJ', 'wrong_check_digits'],
    ['1132811234', 'PHONE', 'landline'],
    ['98765432', 'PHONE', 'area_code_missing'],
    ['551132811234', 'PHONE', 'landline'],
    ['123456789012', 'CNPJ', 'wrong_length'],
    ['+1 415 555 2671', 'PHONE', 'foreign_number'],
    ['fulano@', 'EMAIL', 'malformed'],
  ])('%j is refused as a %s: %s', (typed, type, reason) => {
    expect(parsePixKey(typed)).toMatchObject({ ok: false, type, reason });
  });

  test.each([
    ...['abc', '123', '1234567', '123456789012345', '12345678901234567', '1,23E+10', '—', '١١٩٨٧٦٥٤٣٢١'],
    ...['XCPF52998224725', 'CPF529982247251', 'XCNPJ11222333000181', 'CNPJ112223330001811', '12ABC34501DE351'],
    ...[
      'X12ABC34501DE35',
      'fulano.example.com',
      'a11987654321',
      '11987654321a',
      `z${'a'.repeat(32)}`,
      `${'a'.repeat(32)}z`,
    ],
  ])('%j is no key', (typed) => expect(parsePixKey(typed)).toEqual({ ok: false, reason: 'unrecognised' }));

  test.each<[string, PixKeyType, string]>([
    ['1234567890', 'CPF', '01234567890'],
    ['123456797', 'CPF', '00123456797'],
    ['87.034.168-52', 'CPF', '08703416852'],
    ['1222333000128', 'CNPJ', '01222333000128'],
    ['123456000149', 'CNPJ', '00123456000149'],
  ])('%j may be a %s without its leading zeros: suggested, never padded silently', (typed, type, key) => {
    const refusal = { ok: false, reason: 'lost_leading_zeros', type, suggestion: { type, key } };
    expect([parsePixKey(typed), parsePixKey(typed, type)]).toEqual([refusal, refusal]);
  });

  test.each(['5299822472', '222333000128', '191'])('%j has lost none', (typed) => {
    expect(parsePixKey(typed)).not.toHaveProperty('suggestion');
  });
});

describe('any text', () => {
  const anyType = fc.option(fc.constantFrom(...PIX_KEY_TYPES), { nil: undefined });
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789+-.()/@aEZ ')), maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 8, maxLength: 15 }),
    fc.uuid(),
    fc.emailAddress(),
  );

  test('never throws, and a key that is accepted, suggested or forced is canonical and reads back as itself', () => {
    fc.assert(
      fc.property(anyText, anyType, (text, type) => {
        const parsed = parsePixKey(text, type);
        if (parsed.ok) {
          expect(isCanonicalPixKey(parsed.type, parsed.key)).toBe(true);
          expect(parsePixKey(parsed.key, parsed.type)).toEqual(parsed);
          if (type !== undefined) expect(parsed.type).toBe(type);
        } else if (parsed.reason === 'ambiguous') {
          for (const reading of parsed.readings)
            expect(parsePixKey(text, reading.type)).toEqual({ ok: true, ...reading });
        } else {
          const { wellFormed, suggestion } = parsed;
          if (suggestion) expect(parsePixKey(suggestion.key, suggestion.type)).toEqual({ ok: true, ...suggestion });
          if (wellFormed) {
            expect(isCanonicalPixKey(wellFormed.type, wellFormed.key)).toBe(true);
            expect(parsePixKey(wellFormed.key, wellFormed.type)).toMatchObject({ ok: false, reason: parsed.reason });
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('has the type that is detected: giving it changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = parsePixKey(text);
        if (found.ok) expect(parsePixKey(text, found.type)).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['CPF', '0123456789', completeCpf],
  ['CNPJ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', completeCnpj],
] as const)('a %s has one pair of check digits and no other', (type, alphabet, complete) => {
  const length = type === 'CPF' ? 9 : 12;
  const bases = fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: length, maxLength: length });
  const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
  fc.assert(
    fc.property(bases, (base) => {
      const reasons = pairs.map((pair) => parsePixKey(base + pair, type)).map((key) => (key.ok ? 'ok' : key.reason));
      expect(reasons.filter((reason) => reason !== 'wrong_check_digits')).toHaveLength(1);
      expect(reasons[Number(complete(base).slice(-2))]).not.toBe('wrong_check_digits');
    }),
  );
});

test.each([
  ['EMAIL', 'ana@example.com'],
  ['PHONE', '+5511987654321'],
  ['CPF', '52998224725'],
] as const)(
  'finds the rows of a key of the type %s that a comparison of each does not rule out',
  (pixKeyType, pixKey) => {
    const texts = ['ana@example.com', 'Ana@Example.com', 'a*a@example.com', '+5511987654321', '(11) 98765-4321'];
    const rows = [...texts, '529.982.247-25', '52998224725', '***.982.247-**', 'x', '', null].map((text) => ({
      pixKey: text,
    }));
    const found = new RowsByKey(rows).of({ pixKey, pixKeyType });
    const isPossible = (row: { readonly pixKey: string | null }) =>
      compareKeys(row.pixKey, { pixKey, pixKeyType }) !== 'other';
    expect(new Set(found)).toEqual(new Set(rows.filter(isPossible)));
    expect(found.length).toBe(new Set(found).size);
  },
);
