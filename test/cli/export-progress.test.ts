import { expect, it } from 'vitest';
import { ProgressMeter } from '../../src/cli/output/progress-line.ts';

/** Measures a row count at each time (seconds), out of 1,000 rows. */
function measured(samples: readonly (readonly [second: number, done: number])[]) {
  let time = 0;
  const meter = new ProgressMeter(() => time);
  return samples.map(([second, done]) => {
    time = second * 1_000;
    return meter.measure(done, 1_000);
  });
}

it('shows speed and remaining time once they can be measured', () => {
  expect(
    measured([
      [0, 100],
      [0.5, 150],
      [2, 300],
      [2.5, 1_000],
    ]),
  ).toEqual([
    { perSecond: undefined, secondsLeft: undefined },
    { perSecond: undefined, secondsLeft: undefined },
    { perSecond: 100, secondsLeft: 7 },
    { perSecond: 360, secondsLeft: 0 },
  ]);
});

it('follows changes of speed, and shows no remaining time while nothing moves', () => {
  const samples = measured([
    [0, 0],
    [10, 500],
    [20, 600],
    [30, 700],
    [45, 700],
    [60, 700],
  ]);
  expect(samples.slice(3)).toEqual([
    { perSecond: 10, secondsLeft: 30 },
    { perSecond: 0, secondsLeft: undefined },
    { perSecond: 0, secondsLeft: undefined },
  ]);
});
