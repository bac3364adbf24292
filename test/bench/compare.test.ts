import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { changesForTheWorse, keep, readKept, type KeptFigures } from './compare.ts';

const KEPT: KeptFigures = {
  24: {
    measured: 'then',
    figures: {
      'start (times)': { value: 1, better: 'less' },
      'reads (×)': { value: 2, better: 'more' },
      'listing (of the limit)': { value: 0.9, better: 'more' },
    },
  },
};
const start = (value: number) => ({ name: 'start', value, unit: 'times', target: { atMost: 1.5 } });
const reads = (value: number) => ({ name: 'reads', value, unit: '×' });

it('a comparison names figures that are worse by more than a fifth, higher or lower', () => {
  expect(changesForTheWorse([start(1.19), reads(1.7)], KEPT, 'v24.1.0')).toEqual([]);
  expect(changesForTheWorse([start(1.21), reads(1.6)], KEPT, 'v24.1.0')).toEqual([
    'start (times): 1.21, and was 1',
    'reads (×): 1.6, and was 2',
  ]);
});

it('a comparison takes the figures of the same major version of Node, and no absolute times', () => {
  expect(changesForTheWorse([start(9)], KEPT, 'v20.1.0')).toEqual([]);
  expect(changesForTheWorse([{ name: 'start', value: 900, unit: 'ms' }], KEPT, 'v24.1.0')).toEqual([]);
});

it('figures that are kept are found again, and leave others as they are', () => {
  const path = join(temporaryFolder(), 'figures.json');
  writeFileSync(path, JSON.stringify(KEPT));
  keep(path, [start(1.234_567)], 'a machine');
  expect(changesForTheWorse([start(1.5)], readKept(path))).toEqual(['start (times): 1.5, and was 1.23']);
  expect(readFileSync(path, 'utf8')).toContain('"reads (×)"');
});
