import * as z from 'zod';
import { centavos, type Centavos } from '../pix/centavos.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM, AMOUNT_MAXIMUM } from './limits.ts';
import { centavosFromJsonReais, formatReaisPlain } from '../pix/amount-text.ts';

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

export const identifier = essential(z.string().min(1).meta({ description: 'Unique id' }));

/** An amount of money that belongs to the main one: a fee, a net value, a sum. */
export function amountCentavos(meaning = 'Amount') {
  return money(wholeCentavos.meta({ description: `${meaning}, in centavos (1/100 of a real)` }));
}

/** The main amount of a resource. */
export const valueCentavos = essential(wholeCentavos.meta({ description: 'Total, in centavos (1/100 of a real)' }));

export const count = z.int().min(0);

/** A number of a page: total, limit or offset. */
export const position = essential(z.int().min(0));

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

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

/** An id in a request. */
export const reference = text(z.string().min(1));

/** Free text of a payment or withdrawal. */
export const description = text(z.string().max(DESCRIPTION_CHARACTERS_MAXIMUM)).meta({
  description: `Free text, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters, without control characters`,
});

const ZERO_AS_TEXT = /^0+([.,]0{1,2})?$/;

/** @param numbers the JSON Schema of the numbers that are accepted */
function inReais(
  numbers: { readonly exclusiveMinimum: 0 } | { readonly minimum: 0 },
  read: (value: number | string) => Centavos | undefined,
  range: string,
) {
  return z
    .union([z.number().meta(numbers), z.string().meta({ pattern: '^[0-9]+([.,][0-9]{1,2})?$' })])
    .transform((value, context) => {
      const amount = read(value);
      if (amount === undefined) {
        context.addIssue({ code: 'custom', message: `must be an amount in reais ${range} with at most two decimals` });
        return z.NEVER;
      }
      return amount;
    });
}

/**
 * An amount of a request body, in reais: a JSON number, or text such as "12.34" or "12,34". Read as centavos.
 * Refuses more than two decimals, zero, negatives and exponents.
 */
export const amountInReais = inReais({ exclusiveMinimum: 0 }, centavosFromJsonReais, 'above zero');

/** Like {@link amountInReais}, but zero is accepted: a plan without a fee, a limit that allows no withdrawal. */
export const amountInReaisOrZero = inReais(
  { minimum: 0 },
  (value) => {
    const isZero = typeof value === 'number' ? value === 0 : ZERO_AS_TEXT.test(value);
    return isZero ? centavos(0) : centavosFromJsonReais(value);
  },
  'from zero on',
);

/** A fee to be set. Small enough that an amount plus the fee is still an exact number. */
export const feeInReais = amountInReaisOrZero.refine(
  (fee) => fee <= AMOUNT_MAXIMUM,
  `must be at most ${formatReaisPlain(AMOUNT_MAXIMUM)}`,
);
