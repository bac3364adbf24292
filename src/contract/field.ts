import * as z from 'zod';
import { centavos } from '../pix/centavos.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from './limits.ts';

/** Marks an essential field: whatever the service, it must be there and must not be null. */
function essential<Schema extends z.ZodType>(schema: Schema) {
  return Object.assign(schema, { essential: true as const });
}

/** Marks a field with money: whatever the service, it must be there, in whole centavos or null. */
function money<Schema extends z.ZodType>(schema: Schema) {
  return Object.assign(schema, { money: true as const });
}

const wholeCentavos = z.int().transform(centavos);

export const identifier = essential(z.string().min(1).meta({ description: 'Unique id' }));

/** An amount of money beside the main one: a fee, a net value, a sum. */
export function amountCentavos(meaning = 'Amount') {
  return money(wholeCentavos.meta({ description: `${meaning}, in centavos (1/100 of a real)` }));
}

/** The money that a resource is about. */
export const valueCentavos = essential(wholeCentavos.meta({ description: 'Total, in centavos (1/100 of a real)' }));

/** A number of things. */
export const count = z.int().min(0);

/** A number that places a page in its list. */
export const position = essential(z.int().min(0));

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** Without classes of Unicode, which not every language that reads the document compiles. */
const NO_CONTROL_CHARACTERS = /^[^\x00-\x1f\x7f-\x9f]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Any text of a request. Pix itself carries no control character: one that ends a text for a program in C would cut it off
 * on the way. Half a surrogate pair cannot be written as UTF-8: it would be stored as another character.
 */
export function text(shape: z.ZodString = z.string()): z.ZodString {
  return shape
    .regex(NO_CONTROL_CHARACTERS, 'must not contain control characters')
    .refine((value) => !LONE_SURROGATE.test(value), 'must not contain half a surrogate pair');
}

/** The id of something in a request. */
export const reference = text(z.string().min(1));

/** Free text that goes with a transaction. */
export const description = text(z.string().max(DESCRIPTION_CHARACTERS_MAXIMUM)).meta({
  description: `Free text, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters, without control characters`,
});
