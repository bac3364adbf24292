const BEGINNING = /^[ED][\dA-Z]{8}(\d{8})(?:([01]\d|2[0-3])(?:([0-5]\d)[\dA-Z]{0,11}|\d)?|\d)?$/i;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The minute of a transfer, milliseconds since the epoch, read from its end-to-end id (`E…`) or from that of its return
 * (`D…`). Source: BCB, Manual de Padrões.
 */
export interface TransferTime {
  /** The first possible minute, milliseconds since the epoch. */
  readonly fromMs: number;
  /** The last possible minute, milliseconds since the epoch: differs from the first when only the beginning of the id is known. */
  readonly toMs: number;
}

/**
 * Reads when a transfer was made from its id.
 *
 * @param text an end-to-end id, or its beginning with at least the whole day
 * @returns undefined for any other text, and for a minute that does not exist
 */
export function parseEndToEndId(text: string): TransferTime | undefined {
  const [, day, hour, minute] = BEGINNING.exec(text) ?? [];
  if (day === undefined) return undefined;
  const time = `${day.replace(/(..)(..)$/, '-$1-$2')}T${hour ?? '00'}:${minute ?? '00'}:00.000Z`;
  const fromMs = Date.parse(time);
  // Date accepts the 30th of February, as a day in March.
  if (Number.isNaN(fromMs) || new Date(fromMs).toISOString() !== time) return undefined;
  const lengthMs = minute === undefined ? (hour === undefined ? DAY_MS : HOUR_MS) : MINUTE_MS;
  return { fromMs, toMs: fromMs + lengthMs - MINUTE_MS };
}

/** Whether a text is a whole one, of a transfer or of its return. */
export function isEndToEndId(text: string): boolean {
  return /^[ED]\d{20}[A-Za-z0-9]{11}$/.test(text);
}
