import { describe, expect, it } from 'vitest';
import { en, ptBr } from '../support/catalogues.ts';
import { AVOIDED_IN_ENGLISH, AVOIDED_IN_PORTUGUESE, avoidedIn } from '../support/avoided-words.ts';
import { leavesOf } from '../support/catalogue-leaves.ts';

const english = leavesOf(en, 'text');
const portuguese = leavesOf(ptBr, 'text');

describe('the list of avoided words', () => {
  it('finds whole words in any case, accents included', () => {
    expect(avoidedIn('Nobody knows', AVOIDED_IN_ENGLISH)).toHaveLength(1);
    expect(avoidedIn('lever_token_wanted', AVOIDED_IN_ENGLISH)).toEqual([]);
    expect(avoidedIn('Saque concluído', AVOIDED_IN_PORTUGUESE)).toHaveLength(1);
    expect(avoidedIn('seria 123 (CPF)?', AVOIDED_IN_PORTUGUESE)).toHaveLength(1);
    expect(avoidedIn('mais saqueadores', AVOIDED_IN_PORTUGUESE)).toEqual([]);
  });
});

describe('the catalogues', () => {
  it.each([
    ['English', english, AVOIDED_IN_ENGLISH],
    ['Portuguese', portuguese, AVOIDED_IN_PORTUGUESE],
  ] as const)('use none of the avoided words in %s', (_language, leaves, list) => {
    const found = [...leaves]
      .filter(([path]) => !REWRITTEN_NEXT.test(path))
      .flatMap(([path, text]) => avoidedIn(text, list).map((word) => `${path}: ${word}`));
    expect(found).toEqual([]);
  });
});

/** Their rewriting is under way; each leaves this list when it is done. */
const REWRITTEN_NEXT = /^text\.(mock|topics|fields)\./;
