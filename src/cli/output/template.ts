import type { Language } from '../text/translate.ts';
import { formatMoment } from './dates.ts';
import { valueAt } from './fields.ts';
import { formatReais } from './money.ts';

/** A template has invalid syntax. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The invalid part. */
  readonly part: string;

  constructor(part: string) {
    super(`no template: ${part}`);
    this.part = part;
  }
}

/** The data for a template: the document, and within `range` one of its elements. */
interface Scope {
  readonly root: unknown;
  readonly dot: unknown;
}

type Render = (scope: Scope) => string;
type Evaluate = (scope: Scope) => unknown;
type TemplateFunction = (...values: readonly unknown[]) => unknown;

const ACTION = /\{\{(-?)\s*((?:"(?:[^"\\]|\\.)*"|[^"}])*?)\s*(-?)\}\}/g;
const WORD = /"(?:[^"\\]|\\.)*"|\||[^\s|"]+/g;

/**
 * Parses a template in a subset of Go's template language, like `gh`: `{{.id}}`, `{{range
 * .payments}}…{{else}}…{{end}}`, `{{if eq .status "FAILED"}}…{{end}}`, `{{.value | money}}`, `{{"\n"}}`,
 * `{{$.statistics.total}}`.
 *
 * @returns a function that fills it in with a document
 * @throws {TemplateError}
 */
export function parseTemplate(template: string, language: Language): (document: unknown) => string {
  const reader = new TemplateReader(partsOf(template), functionsOf(language));
  const render = reader.readAll();
  return (document) => render({ root: document, dot: document });
}

/** Literal text, or the text between braces. */
type Part = { readonly text: string } | { readonly action: string };

function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  let isTrimmed = false;
  const addText = (text: string) => {
    if (text.includes('{{')) throw new TemplateError(text.slice(text.indexOf('{{')));
    parts.push({ text: isTrimmed ? text.trimStart() : text });
  };
  for (const match of template.matchAll(ACTION)) {
    const [whole, trimsBefore, action = '', trimsBehind] = match;
    const text = template.slice(end, match.index);
    addText(trimsBefore === '' ? text : text.trimEnd());
    parts.push({ action });
    end = match.index + whole.length;
    isTrimmed = trimsBehind !== '';
  }
  addText(template.slice(end));
  return parts;
}

class TemplateReader {
  readonly #parts: readonly Part[];
  readonly #functions: Readonly<Record<string, TemplateFunction>>;
  #next = 0;

  constructor(parts: readonly Part[], functions: Readonly<Record<string, TemplateFunction>>) {
    this.#parts = parts;
    this.#functions = functions;
  }

  readAll(): Render {
    const { render, ending } = this.#readBlock();
    if (ending !== undefined) throw new TemplateError(`{{${ending}}}`);
    return render;
  }

  /** Reads up to the block's `else` or `end`, or to the end of the template. */
  #readBlock(): { readonly render: Render; readonly ending: string | undefined } {
    const renders: Render[] = [];
    const render: Render = (scope) => renders.map((one) => one(scope)).join('');
    for (let part = this.#parts[this.#next]; part !== undefined; part = this.#parts[this.#next]) {
      this.#next += 1;
      if ('text' in part) {
        const { text } = part;
        renders.push(() => text);
        continue;
      }
      const { action } = part;
      if (action === 'end' || action === 'else') return { render, ending: action };
      if (!action.startsWith('/*')) renders.push(this.#readAction(action));
    }
    return { render, ending: undefined };
  }

  #readAction(action: string): Render {
    const [, keyword, condition = ''] = /^(range|if)\s+([\s\S]+)$/.exec(action) ?? [];
    if (keyword === undefined) {
      const evaluate = this.#expression(action);
      return (scope) => shown(evaluate(scope));
    }
    const evaluate = this.#expression(condition);
    const { body, otherwise } = this.#readBranches(action);
    if (keyword === 'if') return (scope) => (isTrue(evaluate(scope)) ? body(scope) : otherwise(scope));
    return (scope) => {
      const elements = elementsOf(evaluate(scope));
      return elements.length === 0 ? otherwise(scope) : elements.map((dot) => body({ ...scope, dot })).join('');
    };
  }

  #readBranches(action: string): { readonly body: Render; readonly otherwise: Render } {
    const body = this.#readBlock();
    const otherwise = body.ending === 'else' ? this.#readBlock() : { render: () => '', ending: body.ending };
    if (otherwise.ending !== 'end') throw new TemplateError(`{{${action}}}`);
    return { body: body.render, otherwise: otherwise.render };
  }

  /** Commands separated by `|`: the result of one is the last argument of the next. */
  #expression(typed: string): Evaluate {
    const commands: string[][] = [[]];
    for (const [word] of typed.matchAll(WORD)) {
      if (word === '|') commands.push([]);
      else commands.at(-1)?.push(word);
    }
    return commands
      .map((words) => this.#command(words, typed))
      .reduce<Evaluate>(
        (before, command, index) => (scope) => command(scope, index === 0 ? [] : [before(scope)]),
        () => undefined,
      );
  }

  #command(words: readonly string[], typed: string): (scope: Scope, piped: readonly unknown[]) => unknown {
    const [first, ...others] = words;
    if (first === undefined) throw new TemplateError(`{{${typed}}}`);
    const named = Object.hasOwn(this.#functions, first) ? this.#functions[first] : undefined;
    if (named !== undefined) {
      const values = others.map((word) => valueOf(word, typed));
      return (scope, piped) => named(...values.map((value) => value(scope)), ...piped);
    }
    if (others.length > 0) throw new TemplateError(`{{${typed}}}`);
    return valueOf(first, typed);
  }
}

function valueOf(word: string, typed: string): Evaluate {
  if (word === '.') return ({ dot }) => dot;
  if (word === '$') return ({ root }) => root;
  if (/^\.[\w.-]+$/.test(word)) return ({ dot }) => valueAt(dot, word.slice(1));
  if (/^\$\.[\w.-]+$/.test(word)) return ({ root }) => valueAt(root, word.slice(2));
  if (/^-?\d+$/.test(word)) return () => Number(word);
  try {
    const text: unknown = word.startsWith('"') ? JSON.parse(word) : undefined;
    if (typeof text === 'string') return () => text;
  } catch {
    // Not a JSON string: the error is thrown below.
  }
  throw new TemplateError(`{{${typed}}}`);
}

function functionsOf(language: Language): Readonly<Record<string, TemplateFunction>> {
  return {
    money: (centavos) => (typeof centavos === 'number' ? formatReais(centavos) : ''),
    date: (time) => (typeof time === 'string' ? formatMoment(time, language) : ''),
    json: (value) => JSON.stringify(value ?? null),
    len: (value) => (typeof value === 'string' ? value.length : elementsOf(value).length),
    join: (separator, values) => elementsOf(values).map(shown).join(String(separator)),
    eq: (one, ...others) => others.includes(one),
    ne: (one, other) => one !== other,
    not: (value) => !isTrue(value),
  };
}

function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return elementsOf(value).length > 0;
  return Boolean(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
