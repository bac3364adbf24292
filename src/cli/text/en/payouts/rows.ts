import { count } from '../numbers.ts';

export const rows = (number: number): string => `${count(number)} ${number === 1 ? 'row' : 'rows'}`;
