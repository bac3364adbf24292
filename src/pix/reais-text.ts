/** `R$ 1.234,56`, from the integer. The same in every language: it is what Brazilians read. */
export function formatReais(amountCentavos: number | bigint): string {
  const [reais = '', decimals = ''] = decimalReais(magnitude(amountCentavos), ',').split(',');
  return `${amountCentavos < 0 ? '-' : ''}R$ ${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`;
}

/** `-1234,56`: an amount in reais for files. */
export function decimalReais(amountCentavos: number | bigint, decimalMark: ',' | '.'): string {
  const digits = String(magnitude(amountCentavos)).padStart(3, '0');
  return `${amountCentavos < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalMark}${digits.slice(-2)}`;
}

function magnitude(amountCentavos: number | bigint): number | bigint {
  return amountCentavos < 0 ? -amountCentavos : amountCentavos;
}
