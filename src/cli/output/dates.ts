import type { Language } from '../text/translate.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment in the local time zone (`TZ` sets it): `2026-07-14 09:31:05`, or `14/07/2026 09:31:05`. */
export function formatMoment(timestamp: string, language: Language): string {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) return timestamp;
  const [year, month, day] = [String(moment.getFullYear()), two(moment.getMonth() + 1), two(moment.getDate())];
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
  return language === 'pt-BR' ? `${day}/${month}/${year} ${time}` : `${year}-${month}-${day} ${time}`;
}
