/** The customs of npm's programs: these turn the notice off. Nothing in the environment turns it on. */
const SILENCING_VARIABLES = ['NO_UPDATE_NOTIFIER', 'CI'] as const;

export function silencesUpdateNotice(environment: Readonly<Record<string, string | undefined>>): boolean {
  return SILENCING_VARIABLES.some((name) => (environment[name] ?? '') !== '');
}
