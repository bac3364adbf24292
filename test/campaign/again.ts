/** The one command that runs a simulation again, and nothing else of its campaign. */
export function again(name: 'payouts' | 'attack' | 'machines' | 'two-journals', seed: number): string {
  const count = `CAMPAIGN_${COUNTS[name] ?? name.toUpperCase()}=1`;
  const run = `npx vitest run --config test/campaign/vitest.config.ts test/campaign/${name}.test.ts -t 'never pay twice'`;
  return `again: ${count} CAMPAIGN_FIRST_SEED=${seed} ${run}`;
}

const COUNTS: Readonly<Record<string, string>> = { attack: 'ATTACKS', 'two-journals': 'JOURNALS' };
