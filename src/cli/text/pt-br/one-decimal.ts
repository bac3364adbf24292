/** With a comma, as Brazil writes it. */
export function oneDecimal(number: number): string {
  return number.toFixed(1).replace('.', ',');
}
