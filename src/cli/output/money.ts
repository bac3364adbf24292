/** `R$ 1.234,56`, from the integer alone. The same in every language: it is what Brazilians read. */
export function formatReais(amountCentavos: number): string {
  const digits = String(Math.abs(amountCentavos)).padStart(3, '0');
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${amountCentavos < 0 ? '-' : ''}R$ ${reais},${digits.slice(-2)}`;
}
