import { readFile } from 'node:fs/promises';
import { isSystemError } from '../../../files/system-error.ts';
import { RAW_METHODS, type RawMethod, type RawRequest } from '../../../client/http/raw-request.ts';

import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import type { Catalogue } from '../../text/translate.ts';
import { putTogether, readField, typedValue, type TypedField } from './request-fields.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { api } from './command.ts';

export type RequestFlags = OptionsOf<typeof api>;

/**
 * The request that was typed. Fields go into the body as JSON, or into the query of a GET and of a request with a body
 * from a file.
 *
 * @throws CommandError invalid_method, invalid_field, file_unreadable
 */
export async function readRequest(context: Context, flags: RequestFlags): Promise<RawRequest> {
  const { text } = context.screen;
  const { path, rawField = [], field = [], input } = flags;
  const method = readMethod(flags.method, text);
  const texts = rawField.map((typed) => readField(typed, text));
  const others = field.map((typed) => readField(typed, text));
  const fields: (readonly [TypedField, string | number | boolean | null])[] = texts.map(
    (one) => [one, one.value] as const,
  );
  for (const one of others) {
    const isFile = one.value.startsWith('@');
    const read = isFile
      ? new TextDecoder().decode(await readInput(context, one.value.slice(1)))
      : typedValue(one.value);
    fields.push([one, read]);
  }
  if (method === 'GET' || input !== undefined) {
    const query = fields.map(([one, value]) => [nameInQuery(one), String(value)] as const);
    const body = input === undefined ? undefined : await readInput(context, input);
    return { method, path, query, body };
  }
  if (fields.length === 0) return { method, path };
  const body = new Uint8Array(Buffer.from(JSON.stringify(putTogether(fields, text))));
  return { method, path, body };
}

function readMethod(typed: string, text: Catalogue): RawMethod {
  const wanted = typed.toUpperCase();
  const method = RAW_METHODS.find((known) => known === wanted);
  if (method !== undefined) return method;
  throw usageError(
    'invalid_method',
    text.usage.unknownValue(
      text.api.help.method.value.toUpperCase(),
      typed,
      RAW_METHODS,
      closestWord(wanted, RAW_METHODS),
    ),
  );
}

function nameInQuery({ path: [name = '', ...inner] }: TypedField): string {
  return name + inner.map((one) => `[${one}]`).join('');
}

async function readInput(
  { host: { stdin }, screen: { text } }: Context,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin.bytes()) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw usageError('file_unreadable', text.api.unreadable(path, plainCause(error, text)));
  }
}
