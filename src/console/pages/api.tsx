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
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return (
    <>
      <h1>{text.nav.api}</h1>
      <p class="muted">
        {text.apiIntro} <a href="/openapi.json">/openapi.json</a>
      </p>
      {operations.map(({ method, path, operation }) => (
        <details class="operation">
          <summary>
            <code>
              <b>{method}</b> {path}
            </code>{' '}
            <span class="muted">{operation.summary}</span>
          </summary>
          <Operation operation={operation} />
        </details>
      ))}
    </>
  );
}

function Operation({ operation }: { readonly operation: ApiOperation }) {
  const { text } = useView();
  const { parameters = [], requestBody, responses } = operation;
  const answer = responses['200'];
  const refusals = Object.entries(responses).filter(([status]) => status !== '200');
  return (
    <>
      <p>{operation.description}</p>
      {parameters.length > 0 && <h2>{text.parameters}</h2>}
      <Facts
        rows={parameters.map(({ name, description, required }) => [
          <code>{name}</code>,
          required ? description : `${description} (${text.optional})`,
        ])}
      />
      {requestBody !== undefined && <Example title={text.body} content={requestBody.content} />}
      {answer !== undefined && <Example title={text.response} content={answer.content} />}
      {refusals.length > 0 && <h2>{text.refusals}</h2>}
      <Facts rows={refusals.map(([status, { description }]) => [<code>{status}</code>, description])} />
    </>
  );
}

function Example({ title, content }: Readonly<{ title: string; content: Content }>) {
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return (
    <>
      <h2>{title}</h2>
      <pre class="wrap">{JSON.stringify(example?.value, undefined, 2)}</pre>
    </>
  );
}
