import { EXIT } from '../exit-code.ts';
import { OUTPUT_FORMATS } from '../output/format.ts';
import type { Catalogue } from '../text/translate.ts';
import { VARIABLES, type Topic } from './topic-names.ts';

/** What `pix help TOPIC` shows. */
export function topicText(topic: Topic, { topics }: Catalogue): string {
  const { summary, before, after } = topics.pages[topic];
  const parts = [`${summary}\n`, before, table(rowsOf(topic, topics)), after];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

function rowsOf(topic: Topic, topics: Catalogue['topics']): (readonly [string, string])[] {
  switch (topic) {
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

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([term]) => term.length));
  return rows.map(([term, explanation]) => `  ${term.padEnd(width)}  ${explanation}\n`).join('');
}
