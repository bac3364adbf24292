import * as z from 'zod';

type Nullish<Schema extends z.core.SomeType> = z.ZodOptional<z.ZodNullable<Schema>>;

/** A documented word, or another one that a newer service may use. */
type OpenWord<Known> = z.ZodType<Known | (string & {})>;

/** The schema that {@link received} derives from a documented one. */
export type Received<Schema extends z.core.SomeType> = Schema extends { readonly essential: true }
  ? Schema
  : Schema extends { readonly money: true }
    ? z.ZodNullable<Schema>
    : Schema extends z.ZodObject<infer Shape>
      ? z.ZodObject<{ [Field in keyof Shape]: Received<Shape[Field]> }, z.core.$loose>
      : Schema extends z.ZodArray<infer Item>
        ? z.ZodArray<Received<Item>>
        : Schema extends z.ZodOptional<infer Inner>
          ? Nullish<Received<Inner>>
          : Schema extends z.ZodNullable<infer Inner>
            ? Nullish<Received<Inner>>
            : Schema extends z.ZodEnum
              ? Nullish<OpenWord<z.output<Schema>>>
              : Nullish<Schema>;

/**
 * The schema of an answer as a client accepts it from a service that differs from the document: unknown fields and
 * words pass, texts and counts may be null or missing, money may be null, and so is content that the document does not
 * show when it is another one. An essential field (an id, the main amount of
 * a resource) must be there, and money must be whole centavos.
 */
export function received<Schema extends z.core.SomeType>(schema: Schema): Received<Schema>;
export function received(schema: z.core.SomeType): z.core.SomeType {
  let known = derived.get(schema);
  if (known === undefined) {
    known = derive(schema);
    derived.set(schema, known);
  }
  return known;
}

/** Clients of one process share the schemas, and what zod compiles of them. */
const derived = new WeakMap<z.core.SomeType, z.core.SomeType>();

function derive(schema: z.core.SomeType): z.core.SomeType {
  if ('undocumented' in schema) return z.catch(deriveDocumented(schema), null);
  return deriveDocumented(schema);
}

function deriveDocumented(schema: z.core.SomeType): z.core.SomeType {
  if ('essential' in schema) return schema;
  if ('money' in schema) return z.nullable(schema);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.SomeType>(schema.shape).map(([name, field]) => [name, received(field)]);
    return z.looseObject(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(received(schema.element));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return z.nullish(received(schema.unwrap()));
  if (schema instanceof z.ZodISODateTime) return z.nullish(z.string().overwrite(withZone));
  if (schema instanceof z.ZodEnum) return z.nullish(z.string());
  return z.nullish(schema);
}

const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Times are UTC. Where a service leaves that out, JavaScript would read them by the clock on this machine's wall. */
function withZone(time: string): string {
  return time.replace(WITHOUT_ZONE, '$1T$2Z');
}
