import fc from 'fast-check';

/** `npm run campaign -- --only draws` has several. */
const TIMES = Number(process.env['CAMPAIGN_DRAWS'] ?? 1);

/** How often a property is tried whose draws take long: few times here, and the campaign tries it many times. */
export function draws(few: number): { readonly numRuns: number } {
  return { numRuns: few * TIMES };
}

/** A number anywhere from one up to another: of ten doubles that fast-check draws, nine are next to zero. */
export function between(least: number, end: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 0xffff }).map((part) => least + ((end - least) * part) / 0x1_0000);
}
