import type { JsonSchema } from './schemas.ts';

/** A field of a body, by the path that leads to it: `data.payments[].id`. */
export interface FieldRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** Every field of a schema whose references lead into `components`, outer ones before inner ones. */
export function fieldRows(
  components: Readonly<Record<string, JsonSchema>>,
  schema: JsonSchema,
  prefix = '',
): FieldRow[] {
  const { properties = {}, required = [] } = resolved(components, schema);
  return Object.entries(properties).flatMap(([field, property]) => {
    if (typeof property === 'boolean') return [];
    const own = resolved(components, property);
    const name = prefix + field;
    const { items } = own;
    const isList = typeof items === 'object' && !Array.isArray(items);
    const inner = isList ? fieldRows(components, items, `${name}[].`) : fieldRows(components, own, `${name}.`);
    return [{ name, isRequired: required.includes(field), schema: own }, ...inner];
  });
}

function resolved(components: Readonly<Record<string, JsonSchema>>, schema: JsonSchema): JsonSchema {
  const component = schema.$ref?.split('/').at(-1);
  return component === undefined ? schema : (components[component] ?? schema);
}
