import { expect, it } from 'vitest';
import { english, portuguese } from '../../src/console/text/texts.ts';
import { AVOIDED_IN_ENGLISH, AVOIDED_IN_PORTUGUESE, avoidedIn } from '../support/avoided-words.ts';

it.each([
  ['English', english, AVOIDED_IN_ENGLISH],
  ['Portuguese', portuguese, AVOIDED_IN_PORTUGUESE],
])('the console uses no avoided word in %s', (_, texts, avoided) => {
  expect(avoidedIn(JSON.stringify(texts), avoided)).toEqual([]);
});
