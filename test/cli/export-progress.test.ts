import { expect, it } from 'vitest';
import { ProgressMeter } from '../../src/cli/output/progress-meter.ts';

/** Measures a row count at each of the moments (seconds), of 1,000 rows in all. */
function measured(samples: readonly (readonly [second: number, done: number])[]) {
  let time = 0;
  const meter = new ProgressMeter(() => time);
  return samples.map(([second, done]) => {
    time = second * 1_000;
    return meter.measure(done, 1_000);
  });
}

it('tells speed and time left once there is something to tell it from', () => {
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

it('follows what the speed has become, and tells no time left when nothing moves', () => {
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
