const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Of workbooks that count from 1904, as old Macintoshes did. */
const DAY_ZERO_OF_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a 29 February 1900, which did not exist: earlier dates are off by a day. */
const SERIAL_MINIMUM = 61;

/** Days since the end of 1899, in the local time zone; undefined for a moment that Excel cannot represent. */
export function serialOf(moment: number): number | undefined {
  const local = new Date(moment);
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()];
  const onClock = Date.UTC(year, month, day, local.getHours(), local.getMinutes(), local.getSeconds());
  const serial = (onClock - DAY_ZERO) / DAY_MS;
  return serial >= SERIAL_MINIMUM && year <= 9999 ? serial : undefined;
}

/** `2026-07-01`, with the time of day where there is one. */
export function serialText(serial: number, uses1904: boolean): string {
  const moment = new Date((uses1904 ? DAY_ZERO_OF_1904 : DAY_ZERO) + Math.round(serial * DAY_MS));
  if (Number.isNaN(moment.getTime())) return String(serial);
  const [day = '', time = ''] = moment.toISOString().slice(0, -'.000Z'.length).split('T');
  if (time === '00:00:00') return day;
  return serial < 1 ? time : `${day} ${time}`;
}
