import { isEndToEndId } from './end-to-end-id.ts';

const QUOTES = /["'`“”‘’<>()[\]]/g;
/** `E2E:`, `"id":`, and without a colon what names an ID, such as _ID da transação_. */
const LABEL = /^\s*(?:[^:=]{1,40}[:=]\s*|(?:\p{L}+\s+){0,4}\p{L}*id(?:\s+\p{L}+){0,4}\s+)/iu;
/** A comma or a point belongs to the sentence or to the JSON that the ID was copied from. */
const END = /[\s,;.]+$/;
/** Word processors replace hyphens by longer dashes, and break lines beside them. */
const HYPHEN = /\s*[\p{Pd}\u2212]\s*/gu;
const UUID = /^([\da-f]{8})(-?)([\da-f]{4})\2([\da-f]{4})\2([\da-f]{4})\2([\da-f]{12})$/;

/**
 * Reads a UUID or an end-to-end ID as people paste it: without hyphens, in capitals, with dashes, a label, or quotes.
 * A text without hyphens may be an ID of another kind, too: callers search the text itself first.
 *
 * @returns the ID; undefined for any other text, and for an ID that needs no change
 */
export function pastedId(text: string): string | undefined {
  const plain = text.replaceAll(QUOTES, '').replace(LABEL, '').replace(END, '').replaceAll(HYPHEN, '-');
  const [, first, , second, third, fourth, fifth] = UUID.exec(plain.toLowerCase()) ?? [];
  const uuid = first === undefined ? undefined : [first, second, third, fourth, fifth].join('-');
  const id = uuid ?? (isEndToEndId(plain) ? plain : undefined);
  return id === text ? undefined : id;
}
