export const count = (number: number): string => number.toLocaleString('pt-BR');

/** Linhas de um arquivo, válidas ou não. */
export const rows = (number: number): string => `${count(number)} ${number === 1 ? 'linha' : 'linhas'}`;

/** Linhas pagas ou a pagar. */
export const payments = (number: number): string => `${count(number)} ${number === 1 ? 'pagamento' : 'pagamentos'}`;

/** With a comma, as Brazil writes it. */
export function oneDecimal(number: number): string {
  return number.toFixed(1).replace('.', ',');
}

/** `2026-12-05` as `05/12/2026`. */
export const dayText = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
