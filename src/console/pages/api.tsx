import { useView } from '../view.ts';
import { Facts } from './parts.tsx';

/** The parts of an OpenAPI document that are shown. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

interface ApiOperation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

type Content = Readonly<Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>>;

export function ApiPage({ document }: { readonly document: ApiDocument }) {
  const { text } = useView();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  return (
    <>
      <h1>{text.nav.api}</h1>
      <p class="muted">
        {text.apiIntro} <a href="/openapi.json">/openapi.json</a>
      </p>
      {operations.map(({ method, path, summary, description, parameters = [], requestBody, responses }) => (
        <details class="operation">
          <summary>
            <code>
              <b>{method}</b> {path}
            </code>{' '}
            <span class="muted">{summary}</span>
          </summary>
          <p>{coded(description)}</p>
          {parameters.length > 0 && <h2>{text.parameters}</h2>}
          <Facts
            rows={parameters.map(({ name, description: meaning, required }) => [
              <code>{name}</code>,
              coded(required ? meaning : `${meaning} (${text.optional})`),
            ])}
          />
          <Example title={text.body} of={requestBody} />
          <Example title={text.response} of={responses['200']} />
          <h2>{text.refusals}</h2>
          <Facts
            rows={Object.entries(responses).map(([status, { description: meaning }]) => [
              <code>{status}</code>,
              status === '200' ? null : coded(meaning),
            ])}
          />
        </details>
      ))}
    </>
  );
}

/** Names between backticks, as the document has them. */
function coded(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

function Example({ title, of }: Readonly<{ title: string; of: { readonly content: Content } | undefined }>) {
  if (of === undefined) return null;
  const [example] = Object.values(of.content['application/json']?.examples ?? {});
  return (
    <>
      <h2>{title}</h2>
      <pre class="wrap">{JSON.stringify(example?.value, undefined, 2)}</pre>
    </>
  );
}
