/** `npm run campaign -- --only draws` has several. */
const TIMES = Number(process.env['CAMPAIGN_DRAWS'] ?? 1);

/** How often a property is tried whose draws take long: few times here, and the campaign tries it many times. */
export function draws(few: number): { readonly numRuns: number } {
  return { numRuns: few * TIMES };
}
