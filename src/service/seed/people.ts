import { FAMILY_NAMES, GIVEN_NAMES } from '../../pix/fictitious-names.ts';
import { withoutAccents } from '../../pix/accents.ts';
import { completeCnpj, completeCpf } from '../../pix/tax-id.ts';
import { PIX_KEY_TYPES, type PixKey } from '../../pix/pix-key.ts';
import type { Random } from './random.ts';

const AREA_CODES = ['11', '21', '31', '41', '51', '61', '71', '81', '85', '92'] as const;

export function personName(random: Random): string {
  return `${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`;
}

/** A fictitious Pix key of a random type, in canonical form and with right check digits. */
export function recipientKey(random: Random, name: string): PixKey {
  const type = random.pick(PIX_KEY_TYPES);
  switch (type) {
    case 'CPF':
      return { type, key: completeCpf(`9${digits(random, 8)}`) };
    case 'CNPJ':
      return { type, key: completeCnpj(`${random.pick(['98', 'PX'])}${digits(random, 6)}0001`) };
    case 'EMAIL':
      return { type, key: `${asciiWords(name).join('.')}${random.whole(1, 99)}@correio.example` };
    case 'PHONE':
      return { type, key: `+55${random.pick(AREA_CODES)}90000${digits(random, 4)}` };
    case 'RANDOM':
      return { type, key: randomKey(random) };
  }
}

function digits(random: Random, length: number): string {
  return String(random.whole(0, 10 ** length - 1)).padStart(length, '0');
}

function randomKey(random: Random): string {
  const hex = (length: number) =>
    random
      .whole(0, 16 ** length - 1)
      .toString(16)
      .padStart(length, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}

function asciiWords(name: string): string[] {
  return withoutAccents(name).toLowerCase().split(' ');
}
