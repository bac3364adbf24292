const FORM = /^[ED]([\dA-Z]{8})(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})[\dA-Z]{11}$/i;

/** What a Pix transfer (`E…`) or the return of one (`D…`) is known by at both banks. Source: BCB, Manual de Padrões. */
export interface EndToEndId {
  /** Of the institution that sent it: eight characters. */
  readonly ispb: string;
  /** The minute in which it was made, milliseconds since the epoch. */
  readonly minuteMs: number;
}

/** @returns undefined for a text of another form, or of a minute that no calendar has */
export function parseEndToEndId(text: string): EndToEndId | undefined {
  const [, ispb, year, month, day, hour, minute] = FORM.exec(text) ?? [];
  if (ispb === undefined) return undefined;
  const time = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:00.000Z`;
  const minuteMs = Date.parse(time);
  // The 30th of February is read as a day in March.
  return !Number.isNaN(minuteMs) && new Date(minuteMs).toISOString() === time ? { ispb, minuteMs } : undefined;
}
