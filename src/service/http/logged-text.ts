import { maskKey } from '../../contract/mask-key.ts';

/** They bound the size of the request log. */
const BODY_CHARACTERS_MAXIMUM = 4_000;
const LINE_CHARACTERS_MAXIMUM = 500;

const texts = new WeakMap<Request | Response, string>();

/** Remembers the body of a request that was read, or of an answer that was made: either can be read only once. */
export function noteText<Message extends Request | Response>(message: Message, text: string): Message {
  texts.set(message, text);
  return message;
}

export function notedText(message: Request | Response): string | undefined {
  return texts.get(message);
}

/** A caller may have sent a key anywhere. */
function maskKeysIn(text: string): string {
  return text.includes('pk_') ? text.replaceAll(/pk_\w+/g, maskKey) : text;
}

/** A path or an error as it is logged. */
export function loggedLine(text: string): string {
  return maskKeysIn(text).slice(0, LINE_CHARACTERS_MAXIMUM);
}

/** Six digits alone: the parser of JSON quotes what is wrong in its message, with the quotes escaped. */
const CODE = /(code\\*"\s*:\s*|")\d{6}(?=\\*"|\s*[,}])/gi;

/** A body as it is logged: without API keys and verification codes, and without its end when it is long. */
export function loggedBody(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (text.length <= BODY_CHARACTERS_MAXIMUM) return masked(text);
  // Only what is kept is searched. A key or a code that was cut is left out, because half of it would not be found.
  const beginning = masked(text.slice(0, BODY_CHARACTERS_MAXIMUM).replace(/(?<!\w)\w*$/, ''));
  // A copy: what is cut off a string stays in memory with it otherwise.
  return Buffer.from(beginning).toString();
}

function masked(text: string): string {
  return maskKeysIn(text).replaceAll(CODE, '$1…');
}
