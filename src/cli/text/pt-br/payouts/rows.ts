import { count } from '../numbers.ts';

/** Linhas de um arquivo, válidas ou não. */
export const rows = (number: number): string => `${count(number)} ${number === 1 ? 'linha' : 'linhas'}`;

/** Linhas pagas ou a pagar. */
export const payments = (number: number): string => `${count(number)} ${number === 1 ? 'pagamento' : 'pagamentos'}`;
