const HIDDEN = '***';
const SHOWN = 4;

/**
 * A Pix key as a receipt shows it: its owner recognises it, and others cannot use it. A CNPJ is public, and stays.
 *
 * @param type one of the API's; an unknown one hides all but both ends
 */
export function maskPixKey(key: string, type: string | null | undefined): string {
  switch (type) {
    case 'CPF':
      return maskTaxId(key);
    case 'CNPJ':
      return key;
    case 'EMAIL':
      return key.replace(/^(.{0,2}).*(?=@)/u, `$1${HIDDEN}`);
    default:
      return maskMiddle(key);
  }
}

/** A CPF without its first three and last two digits, as banks print it. A CNPJ stays. */
export function maskTaxId(taxId: string): string {
  return taxId.replace(/^\d{3}\D?(\d{3})\D?(\d{3})\D?\d{2}$/, `${HIDDEN}.$1.$2-**`);
}

function maskMiddle(key: string): string {
  return key.length <= 2 * SHOWN ? HIDDEN : key.slice(0, SHOWN) + HIDDEN + key.slice(-SHOWN);
}
