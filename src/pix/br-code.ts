import { centavosFromJsonReais, formatReaisPlain } from './amount-text.ts';
import type { Centavos } from './centavos.ts';

/** The content of a BR Code: the text behind a Pix QR code, "copia e cola". */
export type BrCode = StaticBrCode | DynamicBrCode;

/** A code with the key of the recipient in it. */
export interface StaticBrCode extends Charge {
  /** Pix key of the recipient, in canonical form. */
  readonly key: string;
  /** Free text for the payer. */
  readonly description?: string | undefined;
  /** How the recipient identifies the payment: 1 to 25 ASCII letters and digits. */
  readonly transactionId?: string | undefined;
}

/** A code that leads to a charge at the recipient's institution. */
export interface DynamicBrCode extends Charge {
  /** Where the charge can be fetched, without scheme. */
  readonly url: string;
}

/** What both kinds have. */
export interface Charge {
  /** Name of the recipient: at most 25 characters are kept. */
  readonly merchantName: string;
  /** City of the recipient: at most 15 characters are kept. */
  readonly merchantCity: string;
  /** In centavos. Without an amount, the payer chooses one. */
  readonly amountCentavos?: Centavos | undefined;
  /** Whether it may be paid only once. */
  readonly singleUse?: boolean | undefined;
}

/** What a BR Code contains, or why it cannot be read. */
export type BrCodeReading = ReadBrCode | BrokenBrCode | BrCodeOfWrongField;

/** A BR Code that can be read. */
export interface ReadBrCode {
  /** It can be read. */
  readonly ok: true;
  /** What it contains. */
  readonly brCode: BrCode;
}

/** A text that is no BR Code, or not as it was. */
export interface BrokenBrCode {
  /** It cannot be read. */
  readonly ok: false;
  /** Why: it has not the form of one, or its checksum is another. */
  readonly reason: 'malformed' | 'wrong_checksum';
}

/** A BR Code with a field that is missing or wrong. */
export interface BrCodeOfWrongField {
  /** It cannot be read. */
  readonly ok: false;
  /** Always `invalid_field`. */
  readonly reason: 'invalid_field';
  /** The id of that field, such as `54`. */
  readonly field: string;
}

const PIX = 'br.gov.bcb.pix';
const BRAZILIAN_REAL = '986';
const SINGLE_USE = '12';
const NO_TRANSACTION_ID = '***';

const FIELD_LENGTH_MAXIMUM = 99;
const MERCHANT_NAME_LENGTH_MAXIMUM = 25;
const MERCHANT_CITY_LENGTH_MAXIMUM = 15;

/**
 * Writes a BR Code. Accents are removed; name, city and description are cut to the maximum of the format.
 * Source: BCB, Manual BR Code 2.0.1 and Manual de Padrões para Iniciação do Pix 2.10.
 *
 * @throws {RangeError} for a key, URL, transaction id or amount that does not fit the format: cutting it would change
 *   who is paid or how much. Also for a name or city without any character that the format allows.
 */
export function writeBrCode(brCode: BrCode): string {
  const { merchantName, merchantCity, amountCentavos, singleUse = false } = brCode;
  const transactionId = ('key' in brCode ? brCode.transactionId : undefined) ?? NO_TRANSACTION_ID;
  requireForm('transaction id', transactionId, /^(?:[a-zA-Z\d]{1,25}|\*{3})$/);
  const body = [
    writeField('00', '01'),
    singleUse ? writeField('01', SINGLE_USE) : '',
    writeField('26', 'key' in brCode ? staticRecipient(brCode) : dynamicRecipient(brCode)),
    writeField('52', '0000'),
    writeField('53', BRAZILIAN_REAL),
    amountCentavos === undefined ? '' : writeField('54', amountText(amountCentavos)),
    writeField('58', 'BR'),
    writeField('59', requireForm('merchant name', foldToAscii(merchantName, MERCHANT_NAME_LENGTH_MAXIMUM), /./)),
    writeField('60', requireForm('merchant city', foldToAscii(merchantCity, MERCHANT_CITY_LENGTH_MAXIMUM), /./)),
    writeField('62', writeField('05', transactionId)),
    '6304',
  ].join('');
  return body + crc16(body);
}

/** Reads a BR Code and checks its checksum and structure. Never throws. */
export function readBrCode(text: string): BrCodeReading {
  const code = text.trim();
  if (!/^000201.*6304[\dA-F]{4}$/s.test(code)) return { ok: false, reason: 'malformed' };
  if (crc16(code.slice(0, -4)) !== code.slice(-4)) return { ok: false, reason: 'wrong_checksum' };
  const fields = readFields(code);
  if (fields === undefined || !fields.has('63')) return { ok: false, reason: 'malformed' };

  const recipient = recipientOf(fields);
  const amountCentavos = amountOf(fields.get('54'));
  const merchantName = fields.get('59') ?? '';
  const merchantCity = fields.get('60') ?? '';
  const transactionId = readFields(fields.get('62') ?? '')?.get('05');

  if (!/^1[12]$/.test(fields.get('01') ?? '11')) return invalid('01');
  if (recipient === undefined) return invalid('26');
  if (!/^\d{4}$/.test(fields.get('52') ?? '')) return invalid('52');
  if (fields.get('53') !== BRAZILIAN_REAL) return invalid('53');
  if (fields.has('54') && amountCentavos === undefined) return invalid('54');
  if (fields.get('58') !== 'BR') return invalid('58');
  if (merchantName === '' || merchantName.length > MERCHANT_NAME_LENGTH_MAXIMUM) return invalid('59');
  if (merchantCity === '' || merchantCity.length > MERCHANT_CITY_LENGTH_MAXIMUM) return invalid('60');
  if (transactionId === undefined) return invalid('62');

  const charge = { merchantName, merchantCity, amountCentavos, singleUse: fields.get('01') === SINGLE_USE };
  const known = transactionId === NO_TRANSACTION_ID ? undefined : transactionId;
  return {
    ok: true,
    brCode: 'key' in recipient ? { ...recipient, ...charge, transactionId: known } : { ...recipient, ...charge },
  };
}

function staticRecipient({ key, description = '' }: StaticBrCode): string {
  const recipient = writeField('00', PIX) + writeField('01', requireForm('key', key, /^[!-~]{1,77}$/));
  const text = foldToAscii(
    description,
    Math.max(0, FIELD_LENGTH_MAXIMUM - recipient.length - writeField('02', '').length),
  );
  return text === '' ? recipient : recipient + writeField('02', text);
}

function dynamicRecipient({ url }: DynamicBrCode): string {
  return writeField('00', PIX) + writeField('25', requireForm('URL without scheme', url, /^(?!\w+:\/\/)[!-~]{1,77}$/));
}

function amountText(amountCentavos: Centavos): string {
  if (amountCentavos <= 0) throw new RangeError(`not an amount that can be charged: ${amountCentavos} centavos`);
  return requireForm('amount', formatReaisPlain(amountCentavos), /^.{1,13}$/);
}

function requireForm(name: string, value: string, form: RegExp): string {
  if (!form.test(value)) throw new RangeError(`a BR Code cannot hold this ${name}: ${JSON.stringify(value)}`);
  return value;
}

function writeField(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** Compatibility folding turns `ª` and full-width letters into ASCII, too; other characters become a space. */
function foldToAscii(text: string, lengthMaximum: number): string {
  const ascii = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^!-~]+/g, ' ');
  return ascii.trim().slice(0, lengthMaximum).trim();
}

function invalid(field: string): BrCodeReading {
  return { ok: false, reason: 'invalid_field', field };
}

/**
 * @returns undefined unless `text` consists of whole fields (two digits id, two digits length, value), each id once.
 */
function readFields(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const [, id = '', length = ''] = /^(\d\d)(\d\d)/.exec(rest) ?? [];
    const value = rest.slice(4, 4 + Number(length));
    if (value === '' || value.length !== Number(length) || fields.has(id)) return undefined;
    fields.set(id, value);
    rest = rest.slice(4 + value.length);
  }
  return fields;
}

/** Templates 26 to 51 belong to payment networks; the one of Pix has its name. */
function recipientOf(
  fields: ReadonlyMap<string, string>,
): { key: string; description: string | undefined } | { url: string } | undefined {
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue;
    const template = readFields(value);
    if (template?.get('00')?.toLowerCase() !== PIX) continue;
    const key = template.get('01');
    const url = template.get('25');
    if (key !== undefined && url === undefined) return { key, description: template.get('02') };
    if (url !== undefined && key === undefined) return { url };
  }
  return undefined;
}

function amountOf(text: string | undefined): Centavos | undefined {
  return text !== undefined && /^[\d.]{1,13}$/.test(text) ? centavosFromJsonReais(text) : undefined;
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF) of the UTF-8 bytes, as four capital hexadecimal digits. */
export function crc16(text: string): string {
  let remainder = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}
