import { globalOptions } from '../command/global-options.ts';
import { EXIT } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { reflow, termLines, type Term } from './paragraphs.ts';
import { VARIABLES, type Topic, OUTPUT_FORMATS } from '../text/topic-names.ts';

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
      return Object.entries(EXIT).map(([name, code]) => [String(code), exitText(name, topics)]);
    case 'formatting':
      return OUTPUT_FORMATS.map((format) => [format, topics.formats[format]]);
    case 'environment':
      return VARIABLES.map((variable) => [variable, topics.variables[variable]]);
    case 'safety':
      return [];
  }
}

function exitText(name: string, { exitCodes }: Catalogue['topics']): string {
  const texts: Readonly<Record<string, string>> = exitCodes;
  return texts[name] ?? '';
}
