import * as z from 'zod';
import { centavos } from '../pix/centavos.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from './limits.ts';

/** Marks an essential field: any service must send it, and it must not be null. */
function essential<Schema extends z.ZodType>(schema: Schema) {
  return Object.assign(schema, { essential: true as const });
}

/** Marks a field with money: any service must send it, in whole centavos or as null. */
function money<Schema extends z.ZodType>(schema: Schema) {
  return Object.assign(schema, { money: true as const });
}

/** Marks a field that the specification names without its content: a client reads another content as null. */
export function undocumented<Schema extends z.ZodType>(schema: Schema) {
  return Object.assign(schema, { undocumented: true as const });
}

const wholeCentavos = z.int().transform(centavos);

export const identifier = essential(z.string().min(1).describe('Unique id'));

/** An amount of money that belongs to the main one: a fee, a net value, a sum. */
export function amountCentavos(meaning = 'Amount') {
  return money(wholeCentavos.describe(`${meaning}, in centavos (1/100 of a real)`));
}

/** The main amount of a resource. */
export const valueCentavos = essential(wholeCentavos.describe('Total, in centavos (1/100 of a real)'));

export const count = z.int().min(0);

/** A number of a page: total, limit or offset. */
export const position = essential(z.int().min(0));

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC');

/** Uses no Unicode classes: some languages that read the OpenAPI document cannot compile them. */
const NO_CONTROL_CHARACTERS = /^[^\x00-\x1f\x7f-\x9f]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Any text of a request. Control characters are refused: Pix carries none, and a C program would cut the text at a NUL.
 * Half a surrogate pair is refused because UTF-8 cannot represent it: another character would be stored.
 */
export function text(shape: z.ZodString = z.string()): z.ZodString {
  return shape
    .regex(NO_CONTROL_CHARACTERS, 'must not contain control characters')
    .refine((value) => !LONE_SURROGATE.test(value), 'must not contain half a surrogate pair');
}

/** The body of an answer. */
export function answerOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ success: z.boolean(), data });
}

/** The body of an answer that also has a message for people. */
export function toldAnswerOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ success: z.boolean(), message: z.string(), data });
}

/** An id in a request. */
export const reference = text(z.string().min(1));

/** Free text of a payment or withdrawal. */
export const description = text(z.string().max(DESCRIPTION_CHARACTERS_MAXIMUM)).describe(
  `Free text, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters, without control characters`,
);
