const WORDS_OF_A_HASH = 3;
const ROW_WORD = WORDS_OF_A_HASH;
const LINE_WORD = ROW_WORD + 1;
const WORDS_OF_AN_ENTRY = LINE_WORD + 1;
/** Entries are stored in several arrays: a single one would exist twice while it grows, and most files are short. */
const ENTRIES_OF_A_PIECE = 1 << 10;
const NO_ENTRY = -1;

export interface RowLocation {
  readonly row: number;
  readonly line: number;
}

/**
 * Finds repeated texts without storing them: of each text it stores 96 bits, some 30 bytes in total. Among a million texts, two
 * different ones are confused with a probability of 10^-17; equal ones are always found.
 */
export class SeenTexts {
  readonly #hash = new Uint32Array(WORDS_OF_A_HASH);
  readonly #pieces: Uint32Array[] = [];
  #count = 0;
  /** A hash table with open addressing: the position of an entry. */
  #slots = new Int32Array(2048).fill(NO_ENTRY);

  /** Adds a new text. @returns the location of the first equal text; undefined when it is new */
  firstOf(text: string, { row, line }: RowLocation): RowLocation | undefined {
    const found = this.find(text);
    if (found !== undefined) return found;
    if (this.#count * 2 >= this.#slots.length) this.#grow();
    this.#append(row, line);
    return undefined;
  }

  /** The same without adding the text. */
  find(text: string): RowLocation | undefined {
    hashText(text, this.#hash);
    const mask = this.#slots.length - 1;
    for (let slot = (this.#hash[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const position = this.#slots[slot] ?? NO_ENTRY;
      if (position === NO_ENTRY) return undefined;
      if (this.#hasHash(position)) {
        return { row: this.#wordOf(position, ROW_WORD), line: this.#wordOf(position, LINE_WORD) };
      }
    }
  }

  #wordOf(position: number, word: number): number {
    const piece = this.#pieces[Math.floor(position / ENTRIES_OF_A_PIECE)];
    return piece?.[(position % ENTRIES_OF_A_PIECE) * WORDS_OF_AN_ENTRY + word] ?? 0;
  }

  #append(row: number, line: number): void {
    const start = (this.#count % ENTRIES_OF_A_PIECE) * WORDS_OF_AN_ENTRY;
    if (start === 0) this.#pieces.push(new Uint32Array(ENTRIES_OF_A_PIECE * WORDS_OF_AN_ENTRY));
    const piece = this.#pieces.at(-1);
    piece?.set(this.#hash, start);
    piece?.set([row, line], start + ROW_WORD);
    this.#insert(this.#count);
    this.#count += 1;
  }

  #insert(position: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#wordOf(position, 0) & mask;
    while (this.#slots[slot] !== NO_ENTRY) slot = (slot + 1) & mask;
    this.#slots[slot] = position;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(NO_ENTRY);
    for (let position = 0; position < this.#count; position += 1) this.#insert(position);
  }

  #hasHash(position: number): boolean {
    for (let word = 0; word < WORDS_OF_A_HASH; word += 1) {
      if (this.#wordOf(position, word) !== this.#hash[word]) return false;
    }
    return true;
  }
}

/** MurmurHash3 (x86, 128 bits, of which 96 are used) over UTF-16 units; the last block is padded with zeros. */
function hashText(text: string, hash: Uint32Array): void {
  let [h1, h2, h3, h4] = [0, 0, 0, 0];
  for (let index = 0; index < text.length; index += 8) {
    h1 ^= scramble(wordAt(text, index), 0x239b961b, 15, 0xab0e9789);
    h1 = Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b;
    h2 ^= scramble(wordAt(text, index + 2), 0xab0e9789, 16, 0x38b34ae5);
    h2 = Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747;
    h3 ^= scramble(wordAt(text, index + 4), 0x38b34ae5, 17, 0xa1e38b93);
    h3 = Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35;
    h4 ^= scramble(wordAt(text, index + 6), 0xa1e38b93, 18, 0x239b961b);
    h4 = Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17;
  }
  h1 ^= text.length;
  h2 ^= text.length;
  h3 ^= text.length;
  h4 ^= text.length;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = finish(h2 + h1);
  h3 = finish(h3 + h1);
  h1 = (finish(h1) + h2 + h3 + finish(h4 + h1)) | 0;
  hash[0] = h1;
  hash[1] = h2 + h1;
  hash[2] = h3 + h1;
}

/** Two units as one word; zero after the end of the text. */
function wordAt(text: string, index: number): number {
  if (index + 1 < text.length) return text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
  return index < text.length ? text.charCodeAt(index) : 0;
}

function scramble(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), bits), after);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
