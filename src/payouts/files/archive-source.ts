const ARCHIVE = Buffer.from('504b0304', 'hex');

/** A file whose beginning has been looked at. */
export interface OpenedSource {
  /** Whether it is a zip archive, as workbooks are. */
  readonly isArchive: boolean;
  /** All of it, from its beginning. To be iterated once. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
}

/** Distinguishes archives from text by their first bytes, and reads no more of the file than these. */
export async function openSource(source: AsyncIterable<Uint8Array>): Promise<OpenedSource> {
  const iterator = source[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < ARCHIVE.length) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(taken);
  return { isArchive: ARCHIVE.equals(head.subarray(0, ARCHIVE.length)), bytes: withHead(head, iterator) };
}

async function* withHead(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
