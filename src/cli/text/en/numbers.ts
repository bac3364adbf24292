export const count = (number: number): string => number.toLocaleString('en');

/** Rows of a file, valid or not. */
export const rows = (number: number): string => `${count(number)} ${number === 1 ? 'row' : 'rows'}`;

/** Rows that are, or were, to be paid. */
export const payments = (number: number): string => `${count(number)} ${number === 1 ? 'payment' : 'payments'}`;
