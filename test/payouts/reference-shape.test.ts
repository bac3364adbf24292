import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRewritten } from '../../src/payouts/rules/reference-shape.ts';
import { grouped, rowsIn } from '../support/grouped.ts';

describe('a spreadsheet may have turned one reference into the other', () => {
  /** By what was typed: what it may be saved as. */
  const SAVED: Readonly<Record<string, readonly string[]>> = {
    '0001': ['1'],
    '1001': ['1.001', '1,001', '1001,00', '1.001,00', 'R$ 1.001,00'],
    '1234567': ['1.234.567'],
    '1,50': ['1.5'],
    '12000000000': ['1,2E+10'],
    '12345678901': ['1,23457E+10'],
    '12345678901234567890': ['12345678901234500000', '12345678901234600000', '12345678901234567168'],
    '1E5': ['100000', '1,00E+05'],
    '1/2': ['01/fev', '1-Feb', '2-Jan', '01/02/2026', '02/01/26', '2026-02-01', '½', '2026-02-01T00:00', '1  de  fev'],
    '1/26': ['jan/26'],
    'JUL-1': ['01/jul', 'jul/01'],
    SEPT2: ['2-Sep'],
    '01/02/2026': ['2026-02-01 00:00:00', '01/fev./2026', '1 de 2 de 2026', '01/02/26'],
    '3.4': ['03/abr'],
    '10:30': ['10:30:00'],
    'inv-1': ['INV-1'],
    'INV 1': ['INV\u00a0 1 ', 'INV1'],
    "'0001": ['0001'],
    'INV-1': ['INV–1', 'INV‑1'],
    '１２３': ['123'],
    'São-1': ['Sa\u0303o-1'],
    '-5': ['(5)'],
    'NF 100': ['100'],
    'NF-e 000100': ['100'],
    'Nº 0100': ['100'],
    'Fatura 100': ['00000100'],
    '1.001,000': ['1001'],
    '5E-3': ['0,005'],
    '1,050': ['1,05'],
    '-0': ['0'],
    '-15': ['(15)'],
    '12345678901234567': ['1,23456789012346E+16'],
    'jan/26': ['01/01/2026', '01/2026'],
    'fev/26': ['fev  de  2026'],
    '01/02/2029': ['01/02/29'],
    '01/02/1930': ['01/02/30'],
    "''0001": ['0001'],
    'INV--1': ['INV—1'],
    "d'água-1": ['d’água-1'],
    '"A" 1': ['“A” 1'],
    [`0${'1'.repeat(59)}`]: ['1'.repeat(59)],
  };
  it.each(grouped(SAVED))('%s and %s', (saved, typed) => {
    expect([isRewritten(typed, saved), isRewritten(saved, typed)]).toEqual([true, true]);
  });

  it.each(
    rowsIn(`
      jan;janeiro;january | fev;fevereiro;feb;february | mar;março;march | abr;abril;apr;april | mai;maio;may
      jun;junho;june | jul;julho;july | ago;agosto;aug;august | set;setembro;sep;sept;september
      out;outubro;oct;october | nov;novembro;november | dez;dezembro;dec;december
    `),
  )('%s and its number', (...names) => {
    const month = MONTHS_PT.indexOf(names[0] ?? '') + 1;
    const alike = names.filter((name) => isRewritten(`31/${name}`, `31/${month}`));
    expect(alike).toEqual(names);
  });
});

it.each([
  ...rowsIn(`
    INV-1;INV-2 | NF 100;Pedido 100 | NF 100;101 | NF 1/2;1 | 1/12;2/12 | 1/12;12/11 | 0001;0010 | 1001;1002
    1.001;1.002 | 12345678901;12345678902 | 12345678901234567890;12345678901234567999 | 01/02/2025;01/02/2026
    2026-07;2026-08 | jan/26;fev/26 | JUL-1;JUL-2 | A1;A-1 | 00:00;01:00 | 1/2/123;01/02/123 | -5;5 | 1;A | 1.00.1;1001
    1.00.000;100000 | 1.001,000;1001000 | 1.001.000;1001 | 101,05;101,5 | 1234567890;1,23457E+09 | 1,2E+10;1,3E+10
    x1E5;100000 | 1E5x;100000 | (5)6;-56 | 00INV;INV | 10:00:30;10:30 | jan/26;02/01/2026 | 1/2/2026/5;1/2 | 1#2;1/2
    1#/2;1/2 | 1/#2;1/2 | 13/14;13/14/2026 | 1/2/12026;1/2 | 1/2/20261;1/2 | d'1;d1
  `),
  ['1'.repeat(61), `0${'1'.repeat(61)}`],
  ['\u200b', '\u200d'],
])('these are two references %s and %s', (one, other) => expect(isRewritten(one, other)).toBe(false));

const MONTHS_PT = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number) => String(number).padStart(2, '0');
const inThousands = (number: number, separator: string) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator);

/** A typed number, and how a spreadsheet may save it. */
const numbers = fc
  .record({ value: fc.integer({ min: 0, max: 99_999_999_999 }), zeros: fc.integer({ min: 0, max: 6 }) })
  .chain(({ value, zeros }) => {
    const saved = [
      String(value),
      inThousands(value, '.'),
      inThousands(value, ','),
      `${value},00`,
      `${value}.00`,
      `${inThousands(value, '.')},00`,
      `${inThousands(value, ',')}.00`,
      `R$ ${inThousands(value, '.')},00`,
      ...(value >= 10_000_000_000 ? [2, 3, 6].map((digits) => scientific(value, digits)) : []),
    ];
    return fc.record({ typed: fc.constant('0'.repeat(zeros) + String(value)), saved: fc.constantFrom(...saved) });
  });

function scientific(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e+');
  return `${mantissa.replace('.', ',')}E+${exponent}`;
}

/** A day and a month in either order, and the date that a spreadsheet makes of them. */
const dates = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.integer({ min: 2024, max: 2029 }),
    joint: fc.constantFrom('/', '-', '.'),
    isMonthFirst: fc.boolean(),
    hasZeros: fc.boolean(),
  })
  .chain(({ day, month, year, joint, isMonthFirst, hasZeros }) => {
    const written = hasZeros ? two : String;
    const typed = (isMonthFirst ? [month, day] : [day, month]).map(written).join(joint);
    const saved = [
      `${two(day)}/${MONTHS_PT[month - 1]}`,
      `${day}-${MONTHS_EN[month - 1]}`,
      `${two(day)}/${two(month)}/${year}`,
      `${month}/${day}/${year}`,
      `${day}/${month}/${String(year).slice(2)}`,
      `${year}-${two(month)}-${two(day)}`,
      `${two(day)} de ${MONTHS_PT[month - 1]} de ${year}`,
    ];
    return fc.record({ typed: fc.constant(typed), saved: fc.constantFrom(...saved) });
  });

/** Words, numbers and signs, as in invoice numbers, and how programs change their letters and spaces. */
const words = fc
  .record({
    text: fc.stringMatching(/^[A-Z]{2,4}[-/ ]\d{1,6}[A-Z]?$/),
    change: fc.constantFrom<(text: string) => string>(
      (text) => text.toLowerCase(),
      (text) => `  ${text}\u00a0`,
      (text) => text.replaceAll(' ', '\u00a0'),
      (text) => text.replaceAll(' ', ''),
      (text) => text.replaceAll('-', '\u2013'),
      (text) => `'${text}`,
      (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
    ),
  })
  .map(({ text, change }) => ({ typed: text, saved: change(text) }));

describe('random references', () => {
  it('are alike when a spreadsheet has rewritten them', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, dates, words), ({ typed, saved }) => {
        expect([typed, saved, isRewritten(typed, saved)]).toEqual([typed, saved, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are not alike when they are numbered one after the other', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:INV|NF|F|2026-|)$/),
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 8 }),
        (prefix, number, step, width) => {
          const written = (value: number) => prefix + String(value).padStart(width, '0');
          expect(isRewritten(written(number), written(number + step))).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
