import { expect, test } from 'vitest';
import { plainWords, withoutAccents } from '../../src/pix/accents.ts';
import { maskPixKey, maskTaxId } from '../../src/pix/pix-key.ts';
import { decimalReais, formatReais } from '../../src/pix/reais-text.ts';

test.each([
  [0, 'R$ 0,00', '0,00'],
  [5, 'R$ 0,05', '0,05'],
  [-5, '-R$ 0,05', '-0,05'],
  [123_456, 'R$ 1.234,56', '1234,56'],
  [-123_456_700, '-R$ 1.234.567,00', '-1234567,00'],
  [Number.MAX_SAFE_INTEGER, 'R$ 90.071.992.547.409,91', '90071992547409,91'],
])('%i centavos are %s on a screen, and %s in a file', (amount, shown, inFile) => {
  for (const centavos of [amount, BigInt(amount)]) {
    expect(formatReais(centavos)).toBe(shown);
    expect(decimalReais(centavos, ',')).toBe(inFile);
    expect(decimalReais(centavos, '.')).toBe(inFile.replace(',', '.'));
  }
});

test.each([
  ['CPF', '52998224725', '***.982.247-**'],
  ['CNPJ', '11222333000181', '11222333000181'],
  ['EMAIL', 'fulano@example.com', 'fu***@example.com'],
  ['EMAIL', 'a@example.com', 'a***@example.com'],
  ['EMAIL', '😀😀😀@example.com', '😀😀***@example.com'],
  ['PHONE', '+5511987654321', '+551***4321'],
  ['RANDOM', '123e4567-e12b-12d1-a456-426655440000', '123e***0000'],
  [undefined, '12345678', '***'],
  [null, '123456789', '1234***6789'],
])('a key of type %s, %s, is masked as %s', (type, key, masked) => expect(maskPixKey(key, type)).toBe(masked));

test.each([
  ['529.982.247-25', '***.982.247-**'],
  ['x52998224725', 'x52998224725'],
  ['11222333000181', '11222333000181'],
])('the tax id %s is masked as %s', (taxId, masked) => expect(maskTaxId(taxId)).toBe(masked));

test('typed words are compared without accents, case and further blanks', () => {
  expect(withoutAccents('São João')).toBe('Sao Joao');
  expect(plainWords('  Em \t PROCESSAMENTO não ')).toBe('em processamento nao');
});
