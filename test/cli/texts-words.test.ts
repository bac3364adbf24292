import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en, ptBr } from '../support/catalogues.ts';
import { AVOIDED_IN_ENGLISH, AVOIDED_IN_PORTUGUESE, avoidedIn } from '../support/avoided-words.ts';
import { leavesOf } from '../support/catalogue-leaves.ts';

const english = leavesOf(en, 'text');
const portuguese = leavesOf(ptBr, 'text');

const all = (leaves: ReadonlyMap<string, string>) => [...leaves.values()].join('\n').toLowerCase();

it('the list of avoided words finds whole words in any case, accents included', () => {
  expect(avoidedIn('Nobody knows', AVOIDED_IN_ENGLISH)).toHaveLength(1);
  expect(avoidedIn('lever_token_wanted', AVOIDED_IN_ENGLISH)).toEqual([]);
  expect(avoidedIn('Saque concluído', AVOIDED_IN_PORTUGUESE)).toHaveLength(1);
  expect(avoidedIn('seria 123 (CPF)?', AVOIDED_IN_PORTUGUESE)).toHaveLength(1);
  expect(avoidedIn('mais saqueadores', AVOIDED_IN_PORTUGUESE)).toEqual([]);
});

describe('the catalogues', () => {
  it.each([
    ['English', english, AVOIDED_IN_ENGLISH],
    ['Portuguese', portuguese, AVOIDED_IN_PORTUGUESE],
  ] as const)('use none of the avoided words in %s', (_language, leaves, list) => {
    const found = [...leaves].flatMap(([path, text]) => avoidedIn(text, list).map((word) => `${path}: ${word}`));
    expect(found).toEqual([]);
  });

  it('use the terms of the glossary', () => {
    const missing = glossary().flatMap(([inEnglish, inPortuguese]) => [
      ...(inEnglish.some((term) => all(english).includes(term)) ? [] : [inEnglish.join(', ')]),
      ...(inPortuguese.some((term) => all(portuguese).includes(term)) ? [] : [inPortuguese.join(', ')]),
    ]);
    expect(missing).toEqual([]);
  });
});

/** The English and the Portuguese names of each term; a row may list several. */
function glossary(): readonly (readonly [readonly string[], readonly string[]])[] {
  const names = (cell = '') =>
    cell
      .replaceAll(/\([^)]*\)|never .*/g, '')
      .toLowerCase()
      .split(/[;,]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (English|-)/.test(line))
    .map((line) => line.split('|'))
    .map(([, inEnglish, inPortuguese]) => [names(inEnglish), names(inPortuguese)]);
}
