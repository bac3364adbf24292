import { globalOptions } from '../command/global-options.ts';
import { EXIT } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { VARIABLES, type Topic, OUTPUT_FORMATS } from '../text/topic-names.ts';
import { padToWidth, textWidth, wrapToWidth } from '../output/text-width.ts';

export function topicText(topic: Topic, text: Catalogue, width: number): string {
  const { topics } = text;
  const { summary, before = '', after = '' } = topics.pages[topic];
  const list = termLines(rowsOf(topic, text), width).map((line) => `${line}\n`);
  return [`${reflow(summary, width)}\n`, reflow(before, width), list.join(''), reflow(after, width)]
    .filter((part) => part !== '')
    .join('\n');
}

function rowsOf(topic: Topic, text: Catalogue): Term[] {
  const { topics } = text;
  switch (topic) {
    case 'options':
      return globalOptions(text).map(({ flags, description }) => [flags, description]);
    case 'exit-codes':
      return exitCodesOf(text).map(({ code, meaning }) => [String(code), meaning]);
    case 'formatting':
      return OUTPUT_FORMATS.map((format) => [format, topics.formats[format]]);
    case 'environment':
      return VARIABLES.map((variable) => [variable, topics.variables[variable]]);
    case 'safety':
      return [];
  }
}

export function exitCodesOf({ topics }: Catalogue) {
  const meanings: Readonly<Record<string, string>> = topics.exitCodes;
  return Object.entries(EXIT).map(([name, code]) => ({ code, name, meaning: meanings[name] ?? '' }));
}

export type Term = readonly [term: string, explanation: string];

const INDENT = '  ';
const GAP_COLUMNS = 2;
/** A longer term has its own line, so that it does not move all explanations to the right. */
const TERM_COLUMNS_MAX = 28;
/** Narrower explanations are printed below their terms. */
const EXPLANATION_COLUMNS_MIN = 30;
const BELOW = ' '.repeat(6);

/** Terms and explanations, side by side if there is room; words are never broken. */
export function termLines(terms: readonly Term[], width: number): string[] {
  const columns = Math.min(TERM_COLUMNS_MAX, Math.max(0, ...terms.map(([term]) => textWidth(term))));
  const aside = ' '.repeat(INDENT.length + columns + GAP_COLUMNS);
  const isRoomy = width - aside.length >= EXPLANATION_COLUMNS_MIN;
  const margin = isRoomy ? aside : BELOW;
  return terms.flatMap(([term, explanation]) => {
    const [first = '', ...further] = wrapToWidth(explanation, width - margin.length).map((line) => margin + line);
    return isRoomy && textWidth(term) <= columns
      ? [`${INDENT}${padToWidth(term, columns)}${first.slice(INDENT.length + columns)}`.trimEnd(), ...further]
      : [`${INDENT}${term}`, ...(explanation === '' ? [] : [first]), ...further];
  });
}

/**
 * Rewraps text from the source to a width. `- ` starts a list item; an indented line after it belongs to it. Other
 * indented lines stay unchanged.
 */
function reflow(text: string, width: number): string {
  const blocks: { text: string; readonly kind: 'words' | 'item' | 'literal' }[] = [];
  for (const line of text.split('\n')) {
    const block = blocks.at(-1);
    const isIndented = line.startsWith(INDENT);
    if (line.startsWith('- ')) blocks.push({ text: line, kind: 'item' });
    else if (line === '' || (isIndented && block?.kind !== 'item')) blocks.push({ text: line, kind: 'literal' });
    else if (block === undefined || block.kind === 'literal') blocks.push({ text: line, kind: 'words' });
    else block.text += ` ${line.trimStart()}`;
  }
  return blocks
    .flatMap(({ text: whole, kind }) => {
      if (kind === 'literal') return [whole];
      const [first = '', ...further] = wrapToWidth(whole, kind === 'item' ? width - INDENT.length : width);
      return [first, ...further.map((line) => (kind === 'item' ? INDENT + line : line))];
    })
    .join('\n');
}
