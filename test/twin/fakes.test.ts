import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePixKey, type PixKey } from '../../src/pix/pix-key.ts';
import { completeCnpj, completeCpf } from '../../src/pix/tax-id.ts';
import { fakesOf } from '../../src/twin/fakes.ts';

const { pixKey, name, description, taxId } = fakesOf('a secret of this machine');

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const KEYS: readonly fc.Arbitrary<PixKey>[] = [
  digits(9).map((base) => ({ type: 'CPF', key: completeCpf(base) })),
  digits(12).map((base) => ({ type: 'CNPJ', key: completeCnpj(base) })),
  fc.stringMatching(/^[A-Z]\d{2}[A-Z]{4}\d0001$/).map((base) => ({ type: 'CNPJ', key: completeCnpj(base) })),
  digits(8).map((end) => ({ type: 'PHONE', key: `+55119${end}` })),
  fc.stringMatching(/^[a-z]{3,9}$/).map((user) => ({ type: 'EMAIL', key: `${user}@banco.example` })),
  fc.uuid({ version: 4 }).map((key) => ({ type: 'RANDOM', key })),
];

it('a fake key is a key of the same kind, the same every time, and of no other key', () => {
  const isKey = ({ type, key }: PixKey) => parsePixKey(key, type).ok;
  const valid = fc.oneof(...KEYS).filter(isKey);
  fc.assert(
    fc.property(valid, valid, (one, other) => {
      const [fake, of] = [pixKey(one.key), pixKey(other.key)];
      expect(fake).toEqual(pixKey(one.key, one.type));
      expect(parsePixKey(fake.key, one.type)).toMatchObject({ ok: true, type: one.type, key: fake.key });
      expect(fake.key).not.toBe(one.key);
      expect(fake.key === of.key).toBe(one.key === other.key);
    }),
    { numRuns: 500 },
  );
});

it('another secret makes other fakes', () => {
  expect(fakesOf('another').pixKey('52998224725').key).not.toBe(pixKey('52998224725').key);
});

it('a document is replaced as the key with its number is, however it is written', () => {
  expect(taxId('529.982.247-25')).toBe(pixKey('52998224725').key);
});

it('a name is replaced by one name, however it is written, and a description keeps its mark alone', () => {
  expect(name('JOÃO da Silva')).toBe(name('joao  da silva'));
  expect(name('João da Silva')).not.toBe(name('João de Silva'));
  expect(description('Salário Zenóbia #px7k2m9qh')).toMatch(/^Texto [\da-f]{12} #px7k2m9qh$/);
  expect([description('#px7k2m9qh'), description('')]).toEqual(['#px7k2m9qh', '']);
});
