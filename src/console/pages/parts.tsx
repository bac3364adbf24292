import { createContext, useContext, type Child } from 'hono/jsx';
import { formatReais } from '../../pix/reais-text.ts';
import type { DataOf } from '../source.ts';
import { formatMoment, useView, wordOf, type RefusedForm } from '../view.ts';

/** An amount from its centavos. A change of a balance has its sign. */
export function Money({ of, isChange = false }: Readonly<{ of: number; isChange?: boolean }>) {
  return <span class="money">{isChange && of > 0 ? `+${formatReais(of)}` : formatReais(of)}</span>;
}

/** What an account has in a list. */
export type Kind = 'charge' | 'withdrawal';

/** A sign and a word: colour only repeats them. */
const SIGNS = { good: '✓', wait: '○', back: '↩', bad: '✕' } as const;
type Tone = keyof typeof SIGNS;
const TONES: Record<string, Tone> = { COMPLETED: 'good', REFUSED: 'good', FAILED: 'bad', ACCEPTED: 'back' };

export function Status({ of, is }: Readonly<{ of: Kind | 'dispute'; is: string }>) {
  const { text } = useView();
  const word = wordOf(text.statuses[of], is);
  return (
    <Badge tone={TONES[is] ?? 'wait'} data={is}>
      {of === 'dispute' ? text.disputed(word) : word}
    </Badge>
  );
}

export function Badge({ tone, data, children }: Readonly<{ tone: Tone; data?: string; children: Child }>) {
  return (
    <span class={`badge ${tone}`} data-status={data}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {children}
    </span>
  );
}

export function Time({ at }: { readonly at: string | number }) {
  return (
    <time class="mono" datetime={new Date(at).toISOString()}>
      {formatMoment(at, useView().language)}
    </time>
  );
}

/** Text from outside, which may be in another direction. */
export function Given({ children }: { readonly children: string }) {
  return <bdi>{children}</bdi>;
}

export function Described({ children }: { readonly children: string }) {
  return children === '' ? <span class="muted">{useView().text.noDescription}</span> : <Given>{children}</Given>;
}

/** The latest rows of a list that is without an end. */
export const ROWS_SHOWN = 100;

/** What was typed into a form that was refused. */
export function useRefused(action: string): RefusedForm | undefined {
  const form = useView().notice?.form;
  return form?.action === action ? form : undefined;
}

const REFUSED = createContext<RefusedForm | undefined>(undefined);

/** A form behind its name, open where it was refused. */
export function Drawer({ label, id, ...form }: Readonly<{ label: string; id?: string }> & Parameters<typeof Form>[0]) {
  return (
    <details id={id} open={useRefused(form.action) !== undefined}>
      <summary>{label}</summary>
      <Form {...form} />
    </details>
  );
}

/** A form that works without a script: it is posted, and leads back to its page, with what was typed if it is refused. */
export function Form({
  action,
  values = {},
  children,
  ...others
}: Readonly<{ action: string; values?: Readonly<Record<string, string>>; class?: string; children: Child }>) {
  return (
    <form method="post" action={`/console/do/${action}`} class={others.class} enctype="multipart/form-data">
      {Object.entries({ ...values, back: useView().path }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <REFUSED.Provider value={useRefused(action)}>{children}</REFUSED.Provider>
    </form>
  );
}

/** A labelled input, or what is given in its place. */
export function Field({
  name,
  label,
  hint,
  value,
  children,
  ...input
}: Readonly<{
  name: string;
  label: string;
  hint?: string;
  value?: string;
  children?: Child;
  [attribute: string]: unknown;
}>) {
  const refused = useContext(REFUSED);
  const problem = refused?.field === name ? useView().notice?.sentence : undefined;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined;
  const state = {
    value: refused?.values[name] ?? value,
    'aria-describedby': described,
    'aria-invalid': problem && 'true',
  };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children ?? <input id={name} name={name} autocomplete="off" {...input} {...state} />}
      {problem && (
        <small id={`${name}-problem`} class="bad">
          {problem}
        </small>
      )}
      {hint && (
        <small id={`${name}-hint`} class="muted">
          {hint}
        </small>
      )}
    </div>
  );
}

export function Copyable({ text, label }: Readonly<{ text: string; label: string }>) {
  return (
    <button type="button" class="copy" data-copy={text} data-copied={useView().text.copied} hidden>
      {label}
    </button>
  );
}

export interface Column<Row> {
  readonly label: string;
  /** `main` names the row; a `total` needs its label where there is no heading. */
  readonly kind?: 'main' | 'figure' | 'total' | 'mono';
  readonly cell: (row: Row) => Child;
}

/** A list that is kept up to date, and what follows it. */
export function List<Row>({
  id,
  rows,
  columns,
  empty,
  children,
}: Readonly<{ id: string; rows: readonly Row[]; columns: readonly Column<Row>[]; empty: string; children?: Child }>) {
  const classOf = ({ kind }: Column<Row>) => (kind === 'total' ? 'figure' : kind);
  return (
    <div id={id} data-live>
      {rows.length === 0 ? (
        <p class="empty muted">{empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" class={classOf(column) === 'figure' ? 'figure' : undefined}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                {columns.map((column) => (
                  <td class={classOf(column)} data-label={column.kind === 'total' ? column.label : undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </div>
  );
}

/** Names and what they stand for; what is null is left out. */
export function Facts({
  rows,
  ...others
}: Readonly<{ rows: readonly (readonly [name: Child, value: Child])[]; class?: string }>) {
  return (
    <dl class={others.class ?? 'facts'}>
      {rows
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function Pager({
  page: { total, limit, offset, hasMore },
  to,
}: Readonly<{ page: DataOf<'listAccounts'>['pagination']; to: (offset: number) => string }>) {
  const { text } = useView();
  if (total <= limit && offset === 0) return null;
  return (
    <nav class="pager" aria-label={text.range(1, total, total)}>
      {offset > 0 && (
        <a rel="prev" href={to(Math.max(0, offset - limit))}>
          ← {text.newer}
        </a>
      )}
      <span class="muted">{text.range(Math.min(offset + 1, total), Math.min(offset + limit, total), total)}</span>
      {hasMore && (
        <a rel="next" href={to(offset + limit)}>
          {text.older} →
        </a>
      )}
    </nav>
  );
}
