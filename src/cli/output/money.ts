/** `R$ 1.234,56`, from the integer alone. The same in every language: it is what Brazilians read. */
export function formatReais(amountCentavos: number): string {
  const [reais = '', decimals = ''] = decimalReais(Math.abs(amountCentavos), ',').split(',');
  return `${amountCentavos < 0 ? '-' : ''}R$ ${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`;
}

/** `-1234,56`: an amount in reais as files hold it. */
export function decimalReais(amountCentavos: number, decimalMark: ',' | '.'): string {
  const digits = String(Math.abs(amountCentavos)).padStart(3, '0');
  return `${amountCentavos < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalMark}${digits.slice(-2)}`;
}
