export const count = (number: number): string => number.toLocaleString('en');
