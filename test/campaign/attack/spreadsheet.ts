import type { Dice } from './dice.ts';

/** A payment that a person intends to make once. */
export interface Payment {
  readonly pixKey: string;
  readonly pixKeyType: 'EMAIL' | 'PHONE' | 'RANDOM' | 'CPF';
  readonly amountCentavos: number;
  readonly reference: string | undefined;
  readonly name: string;
  readonly description: string;
  /** The person has stated in the file that the row's similarity to another one is intended. */
  readonly isTwin?: boolean;
}

export type FileForm = 'csv' | 'excel-br' | 'excel-br in windows-1252' | 'tsv' | 'ndjson';
export const FILE_FORMS: readonly FileForm[] = ['csv', 'excel-br', 'excel-br in windows-1252', 'tsv', 'ndjson'];

export type ReferenceStyle = 'none' | 'zeros' | 'dates' | 'thousands' | 'letters';
export const REFERENCE_STYLES: readonly ReferenceStyle[] = ['none', 'zeros', 'dates', 'thousands', 'letters'];

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

export function referenceOf(style: ReferenceStyle, number: number): string | undefined {
  switch (style) {
    case 'none':
      return undefined;
    case 'zeros':
      return String(number).padStart(4, '0');
    case 'dates':
      return `${1 + (number % 28)}/${1 + (number % 12)}`;
    case 'thousands':
      return String(1_000 + number);
    case 'letters':
      return `Inv-${number}`;
  }
}

/** How a spreadsheet, or its user, changes references when saving them again. */
export const REWRITINGS: Readonly<Record<string, (reference: string) => string>> = {
  'zeros lost': (reference) => reference.replace(/^0+(?=\d)/, ''),
  'taken for a date': (reference) =>
    reference.replace(
      /^(\d+)\/(\d+)$/,
      (_, day: string, month: string) => `${day.padStart(2, '0')}/${MONTHS[Number(month) - 1]}`,
    ),
  'taken for a whole date': (reference) =>
    reference.replace(
      /^(\d+)\/(\d+)$/,
      (_, day: string, month: string) => `${day.padStart(2, '0')}/${month.padStart(2, '0')}/2026`,
    ),
  'points of thousands': (reference) => reference.replace(/^(\d)(\d{3})$/, '$1.$2'),
  decimals: (reference) => reference.replace(/^([1-9]\d*)$/, '$1,00'),
  'upper case': (reference) => reference.toUpperCase(),
  'lower case': (reference) => reference.toLowerCase(),
  'spaces within': (reference) => reference.replace(/^(\D+)-?(\d+)$/, '$1 $2'),
  'spaces around dash': (reference) => reference.replace('-', ' - '),
  'spaces around': (reference) => ` ${reference} `,
};

export function drawPayment(dice: Dice, number: number, reference: string | undefined): Payment {
  const pixKeyType = dice.pick(['EMAIL', 'PHONE', 'RANDOM', 'CPF'] as const);
  return {
    pixKeyType,
    pixKey: drawKey(dice, pixKeyType, number),
    amountCentavos: dice.between(500, 90_000),
    reference,
    name: dice.pick(['Maria da Silva', 'João Araújo', 'Padaria Pão Quente', 'Conceição & Filhos', 'Ana']),
    description: dice.pick([
      '',
      'Salário',
      'Serviço de março & peças',
      'Adiantamento de férias e décimo terceiro salário',
      'Táxi 🚕 São Paulo',
      'nota  12 ½ ﬁnal',
      'Pagamento #33 <urgente>',
    ]),
  };
}

function drawKey(dice: Dice, type: Payment['pixKeyType'], number: number): string {
  const digits = (count: number) => Array.from({ length: count }, () => dice.between(0, 9)).join('');
  switch (type) {
    case 'EMAIL':
      return `${dice.word(5)}${number}@example.com`;
    case 'PHONE':
      return `+55119${dice.between(1, 9)}${digits(7)}`;
    case 'RANDOM': {
      const hex = Array.from({ length: 32 }, () => dice.pick(Array.from('0123456789abcdef'))).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    }
    case 'CPF': {
      const base = `${dice.between(1, 8)}${digits(8)}`;
      const first = checkDigit(base, 10);
      return `${base}${first}${checkDigit(`${base}${first}`, 11)}`;
    }
  }
}

function checkDigit(digits: string, weight: number): number {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (weight - index), 0);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

export function reais(centavos: number, mark: ',' | '.' = ','): string {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

/** A file with these payments, in this order. */
export function fileOf(payments: readonly Payment[], form: FileForm): Buffer {
  const hasReferences = payments.some(({ reference }) => reference !== undefined);
  if (form === 'ndjson') {
    const lines = payments.map(({ reference, name, pixKey, pixKeyType, amountCentavos, description, isTwin = false }) =>
      JSON.stringify({
        reference,
        name,
        pix_key: pixKey,
        pix_key_type: pixKeyType,
        amount: reais(amountCentavos, '.'),
        description,
        ...(isTwin ? { allow_duplicate: 'yes' } : {}),
      }),
    );
    return Buffer.from(`${lines.join('\n')}\n`);
  }
  const isExcel = form.startsWith('excel-br');
  const separator = isExcel ? ';' : form === 'tsv' ? '\t' : ',';
  const headings = isExcel
    ? ['referencia', 'nome', 'tipo_chave', 'chave_pix', 'valor', 'descricao', 'permitir_duplicado']
    : ['reference', 'name', 'pix_key_type', 'pix_key', 'amount', 'description', 'allow_duplicate'];
  const cells = payments.map(({ reference, name, pixKey, pixKeyType, amountCentavos, description, isTwin }) => [
    reference ?? '',
    name,
    pixKeyType,
    pixKey,
    reais(amountCentavos, isExcel ? ',' : '.'),
    description,
    isTwin === true ? 'sim' : '',
  ]);
  const lines = [headings, ...cells].map((line) => (hasReferences ? line : line.slice(1)).map(quoted).join(separator));
  const text = `${lines.join('\r\n')}\r\n`;
  if (form === 'excel-br in windows-1252') return Buffer.from(text.replaceAll(/[^\x00-\xff]/gu, '?'), 'latin1');
  return Buffer.from(isExcel ? `\ufeff${text}` : text);
}

function quoted(cell: string): string {
  return /[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
