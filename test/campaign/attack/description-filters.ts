/** How a service or a gateway changes a description; undefined: it is omitted. */
type Filter = (description: string) => string | null | undefined;

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const cut = (length: number) => (text: string) => text.slice(0, length);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('#', '&#35;');
const title = (text: string) =>
  text.replaceAll(/\p{L}+/gu, (word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase());
const cutBytes = (bytes: number) => (text: string) => Buffer.from(text).subarray(0, bytes).toString('utf8');
const ascii = (text: string) => withoutAccents(text).replaceAll(/[^\x20-\x7e]/g, '');

/** More than fifty ways in which a description is returned changed. */
const DESCRIPTION_FILTERS = {
  'cut at 5': cut(5),
  'cut at 10': cut(10),
  'cut at 16': cut(16),
  'cut at 20': cut(20),
  'cut at 25': cut(25),
  'cut at 30': cut(30),
  'cut at 40': cut(40),
  'ellipsis at 12': (text) => (text.length > 12 ? `${text.slice(0, 12)}…` : text),
  'ellipsis at 20': (text) => (text.length > 20 ? `${text.slice(0, 20)}…` : text),
  'three dots at 17': (text) => (text.length > 17 ? `${text.slice(0, 17)}...` : text),
  'middle cut out': (text) => (text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text),
  'last letter cut': (text) => text.slice(0, -1),
  'accents stripped': withoutAccents,
  'accents stripped and cut': (text) => withoutAccents(text).slice(0, 18),
  'ASCII alone': ascii,
  'ASCII alone and cut': (text) => ascii(text).slice(0, 22),
  'question marks for accents': (text) => text.replaceAll(/[^\x20-\x7e]/g, '?'),
  'question marks and cut': (text) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 15),
  'upper case': (text) => text.toUpperCase(),
  'upper case and cut': (text) => text.toUpperCase().slice(0, 20),
  'lower case': (text) => text.toLowerCase(),
  'lower case and cut': (text) => text.toLowerCase().slice(0, 14),
  'title case': title,
  escaped: escaped,
  'escaped and cut': (text) => escaped(text).slice(0, 20),
  'escaped twice': (text) => escaped(escaped(text)),
  'percent-encoded': (text) => encodeURIComponent(text),
  'percent-encoded and cut': (text) => encodeURIComponent(text).slice(0, 24),
  prefix: (text) => `PIX - ${text}`,
  'prefix and cut': (text) => `Pagamento via API: ${text}`.slice(0, 30),
  suffix: (text) => `${text} (via API)`,
  'suffix right at the end': (text) => `${text}x`,
  'prefix and suffix and cut': (text) => `[API] ${text} [fim]`.slice(0, 24),
  'generic text': () => 'Transferência Pix',
  'generic text in English': () => 'PIX transfer',
  'number sign stripped': (text) => text.replaceAll('#', ''),
  'number sign made a space': (text) => text.replaceAll('#', ' '),
  'punctuation stripped': (text) => text.replaceAll(/[^\p{L}\p{N} ]/gu, ''),
  'punctuation stripped and cut': (text) => text.replaceAll(/[^\p{L}\p{N} ]/gu, '').slice(0, 19),
  'emoji stripped': (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, ''),
  'spaces squeezed': (text) => text.replaceAll(/\s+/g, ' ').trim(),
  'spaces stripped': (text) => text.replaceAll(/\s/g, ''),
  'spaces stripped and cut': (text) => text.replaceAll(/\s/g, '').slice(0, 13),
  NFD: (text) => text.normalize('NFD'),
  'NFD and cut': (text) => text.normalize('NFD').slice(0, 18),
  NFKC: (text) => text.normalize('NFKC'),
  'full width': (text) => text.replaceAll('#', '＃'),
  'words reversed': (text) => text.split(' ').reverse().join(' '),
  'letters reversed': (text) => Array.from(text).reverse().join(''),
  'digits masked': (text) => text.replaceAll(/\d/g, '*'),
  'digits stripped': (text) => text.replaceAll(/\d/g, ''),
  'letters masked': (text) => text.replaceAll(/\p{L}/gu, '*'),
  'tags taken for marks': (text) => text.replaceAll(/#\w+/g, ''),
  'cut at 20 bytes': cutBytes(20),
  'cut at 11 bytes': cutBytes(11),
  'read as latin1': (text) => Buffer.from(text).toString('latin1'),
  null: () => null,
  empty: () => '',
  blank: () => '   ',
  'left out': () => undefined,
  doubled: (text) => `${text} ${text}`,
  'doubled and cut': (text) => `${text} ${text}`.slice(0, 32),
  quoted: (text) => `"${text}"`,
  'line breaks': (text) => text.replaceAll(' ', '\n'),
  'first word alone': (text) => text.split(' ')[0] ?? '',
  'last word alone': (text) => text.split(' ').at(-1) ?? '',
  'dashes for spaces': (text) => text.replaceAll(' ', '-'),
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof DESCRIPTION_FILTERS;

export const FILTER_NAMES: readonly FilterName[] = namesOf(DESCRIPTION_FILTERS);

export function filtered(name: FilterName, description: string): string | null | undefined {
  const filter: Filter = DESCRIPTION_FILTERS[name];
  return filter(description);
}

function namesOf<Name extends string>(record: Record<Name, unknown>): Name[] {
  const names: Name[] = [];
  for (const name in record) names.push(name);
  return names;
}
