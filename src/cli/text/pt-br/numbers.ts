export const count = (number: number): string => number.toLocaleString('pt-BR');

/** With a comma, as Brazil writes it. */
export function oneDecimal(number: number): string {
  return number.toFixed(1).replace('.', ',');
}
