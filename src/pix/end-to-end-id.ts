const BEGINNING = /^[ED][\dA-Z]{8}(\d{4})(\d{2})(\d{2})(?:([01]\d|2[0-3])(?:([0-5]\d)[\dA-Z]{0,11}|\d)?|\d)?$/i;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * When a transfer was made, milliseconds since the epoch. What it is known by at both banks (`E…`), or the return of one
 * (`D…`), has its minute. Source: BCB, Manual de Padrões.
 */
export interface TransferTime {
  readonly fromMs: number;
  /** The last minute that it may have: another one, where only the beginning of the id is known. */
  readonly toMs: number;
}

/**
 * @param text an end-to-end id, or the beginning of one, with the whole day at least
 * @returns undefined for any other text, and for a minute that no calendar has
 */
export function parseEndToEndId(text: string): TransferTime | undefined {
  const [, year, month, day, hour, minute] = BEGINNING.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = `${year}-${month ?? ''}-${day ?? ''}T${hour ?? '00'}:${minute ?? '00'}:00.000Z`;
  const fromMs = Date.parse(time);
  // The 30th of February is read as a day in March.
  if (Number.isNaN(fromMs) || new Date(fromMs).toISOString() !== time) return undefined;
  const lengthMs = minute === undefined ? (hour === undefined ? DAY_MS : HOUR_MS) : MINUTE_MS;
  return { fromMs, toMs: fromMs + lengthMs - MINUTE_MS };
}
