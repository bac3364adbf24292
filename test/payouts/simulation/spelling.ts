/** How people number their payments, by the row's index. */
export const typedReferences: readonly ((place: number) => string)[] = [
  (place) => `ref-${place}`,
  (place) => String(place).padStart(4, '0'),
  (place) => `${place}/2`,
  (place) => String(1_000 + place),
  (place) => `Inv A-${place}`,
];

/**
 * How a spreadsheet, or a person who types it again, changes a reference.
 *
 * @param spelling a number that selects the kind of change
 */
export function savedBySpreadsheet(reference: string, spelling: number): string {
  const day = /^(\d+)\/2$/.exec(reference)?.[1];
  if (day !== undefined) return spelling % 2 === 0 ? `${day.padStart(2, '0')}/fev` : `${day}-Feb`;
  if (/^0\d{3}$/.test(reference)) return spelling % 2 === 0 ? String(Number(reference)) : `${Number(reference)},00`;
  if (/^\d{4}$/.test(reference)) {
    const grouped = `${reference.slice(0, 1)}.${reference.slice(1)}`;
    return spelling % 2 === 0 ? grouped : `${grouped},00`;
  }
  return (
    [
      reference.toUpperCase(),
      reference.replaceAll(' ', ''),
      `${reference.toLowerCase()} `,
      reference.replace('-', '–'),
    ][spelling] ?? reference
  );
}
