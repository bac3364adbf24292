import { createHash } from 'node:crypto';
import type { DocumentedOperation, DocumentedResponse, OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --get: #1769aa; --post: #2e7d32; --other: #b26a00; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { background: var(--soft); padding: .75rem; overflow: auto; border-radius: .25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
nav ul, .operation ul { padding-left: 1.25rem; }
.operation { margin: 2rem 0; }
.method { font-weight: 700; color: var(--other); } .get { color: var(--get); } .post { color: var(--post); }
summary { cursor: pointer; }
`;

/** Nothing is loaded and no script runs: only one style, identified by its hash. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

interface PathOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** The document as one HTML page. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags } = document;
  const all: PathOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map((tag) => ({ tag, items: all.filter(({ operation }) => operation.tags.includes(tag.name)) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${text(info.title)} <small>${text(info.version)}</small></h1>
${paragraphs(info.description)}
<p>The same as an OpenAPI document: <a href="/openapi.json">/openapi.json</a></p>
<h2>Authentication</h2>
<ul>
${Object.values(document.components.securitySchemes)
  .map(({ name, description }) => `<li>${code(name ?? 'Authorization: Bearer …')} ${text(description ?? '')}</li>`)
  .join('\n')}
</ul>
<nav>
<h2>Operations</h2>
${groups.map(({ tag, items }) => `<p><strong>${text(tag.name)}</strong></p>\n<ul>\n${items.map(contentsLine).join('\n')}\n</ul>`).join('\n')}
</nav>
${groups
  .map(({ tag, items }) =>
    [
      `<h2>${text(tag.name)}</h2>`,
      `<p>${text(tag.description)}</p>`,
      ...items.map((item) => operationSection(document, item)),
    ].join('\n'),
  )
  .join('\n')}
</body>
</html>
`;
}

function contentsLine({ method, path, operation: { operationId, summary } }: PathOperation): string {
  return `<li><a href="#${text(operationId)}">${text(summary)}</a> ${code(`${method} ${path}`)}</li>`;
}

function operationSection(document: OpenApiDocument, { method, path, operation }: PathOperation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const { 200: success, ...refusals } = responses;
  const parameterRows = parameters.map(({ name, in: place, required, description: meaning, schema }) => ({
    name: `${name} (${place})`,
    isRequired: required,
    schema: { ...schema, description: meaning },
  }));
  return `<section class="operation" id="${text(operationId)}">
<h3>${text(summary)}</h3>
<p><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)}</p>
${paragraphs(description)}
${fieldTable('Parameters', parameterRows)}
${requestBody === undefined ? '' : bodyPart(document, 'Request', requestBody.content)}
${success === undefined ? '' : bodyPart(document, 'Answer', success.content)}
<h4>Refusals</h4>
<ul>
${Object.entries(refusals).map(refusalLine).join('\n')}
</ul>
</section>`;
}

function bodyPart(
  document: OpenApiDocument,
  title: string,
  { 'application/json': media }: DocumentedResponse['content'],
) {
  const examples = Object.values(media.examples).map(
    ({ value }) =>
      `<details><summary>Example</summary>\n<pre>${text(JSON.stringify(value, undefined, 2))}</pre></details>`,
  );
  return [fieldTable(title, fieldRows(document.components.schemas, media.schema)), ...examples].join('\n');
}

function refusalLine([status, { description }]: readonly [string, DocumentedResponse]): string {
  return `<li><strong>${status}</strong> ${description.split('\n').map(inline).join('<br>')}</li>`;
}

function fieldTable(title: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, isRequired, schema }) =>
      `<tr><td>${code(name)}</td><td>${text(typeOf(schema))}${isRequired ? '' : ', optional'}</td>` +
      `<td>${inline(schema.description ?? '')}</td></tr>`,
  );
  const head = '<tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>';
  return `<h4>${text(title)}</h4>\n<table>\n${[head, ...lines].join('\n')}\n</table>`;
}

/** A field of a body with its path: `data.payments[].id`. */
interface FieldRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** Every field of a schema, with references resolved in `components`, outer fields first. */
function fieldRows(components: Readonly<Record<string, JsonSchema>>, schema: JsonSchema, prefix = ''): FieldRow[] {
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

function typeOf({ type, enum: words, anyOf = [], minimum, maximum, default: preset }: FieldRow['schema']): string {
  const own = words?.map((word) => String(word)).join(' | ') ?? [type].flat().filter(Boolean).join(' | ');
  const either = anyOf.map(typeOf).join(' | ');
  const range = minimum === undefined || maximum === undefined ? '' : ` ${minimum} to ${maximum}`;
  return `${own || either}${range}${preset === undefined ? '' : `, ${JSON.stringify(preset)} by default`}`;
}

function paragraphs(markdown: string): string {
  return markdown
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

/** Renders code spans, the only Markdown in the document. */
function inline(markdown: string): string {
  return text(markdown).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function code(literal: string): string {
  return `<code>${text(literal)}</code>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function text(plain: string): string {
  return plain.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
