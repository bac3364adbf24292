/** `R$ 1.234,56`, from the integer. The same in every language: it is what Brazilians read. */
export function formatReais(amountCentavos: number | bigint): string {
  const grouped = decimalReais(amountCentavos, ',').replace(/\B(?=(\d{3})+,)/g, '.');
  return grouped.replace(/^-?/, '$&R$$ ');
}

/** `-1234,56`: an amount in reais for files. */
export function decimalReais(amountCentavos: number | bigint, decimalMark: ',' | '.'): string {
  const digits = String(amountCentavos < 0 ? -amountCentavos : amountCentavos).padStart(3, '0');
  return `${amountCentavos < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalMark}${digits.slice(-2)}`;
}
