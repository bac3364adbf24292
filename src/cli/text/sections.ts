/** The texts that are loaded with the commands that use them: `COMMANDS` names them for each. */
export const SECTIONS = {
  api: { en: () => import('./en/api.ts'), 'pt-BR': () => import('./pt-br/api.ts') },
  auth: { en: () => import('./en/auth.ts'), 'pt-BR': () => import('./pt-br/auth.ts') },
  balance: { en: () => import('./en/balance.ts'), 'pt-BR': () => import('./pt-br/balance.ts') },
  config: { en: () => import('./en/config.ts'), 'pt-BR': () => import('./pt-br/config.ts') },
  doctor: { en: () => import('./en/doctor.ts'), 'pt-BR': () => import('./pt-br/doctor.ts') },
  explain: { en: () => import('./en/explain.ts'), 'pt-BR': () => import('./pt-br/explain.ts') },
  export: { en: () => import('./en/export.ts'), 'pt-BR': () => import('./pt-br/export.ts') },
  find: { en: () => import('./en/find.ts'), 'pt-BR': () => import('./pt-br/find.ts') },
  keys: { en: () => import('./en/auth.ts'), 'pt-BR': () => import('./pt-br/auth.ts') },
  mock: { en: () => import('./en/mock.ts'), 'pt-BR': () => import('./pt-br/mock.ts') },
  payments: { en: () => import('./en/payments.ts'), 'pt-BR': () => import('./pt-br/payments.ts') },
  payouts: { en: () => import('./en/payouts/payouts.ts'), 'pt-BR': () => import('./pt-br/payouts/payouts.ts') },
  reconcile: { en: () => import('./en/reconcile.ts'), 'pt-BR': () => import('./pt-br/reconcile.ts') },
  serve: { en: () => import('./en/serve.ts'), 'pt-BR': () => import('./pt-br/serve.ts') },
  stats: { en: () => import('./en/stats.ts'), 'pt-BR': () => import('./pt-br/stats.ts') },
  sync: { en: () => import('./en/sync.ts'), 'pt-BR': () => import('./pt-br/sync.ts') },
  twin: { en: () => import('./en/twin.ts'), 'pt-BR': () => import('./pt-br/twin.ts') },
  withdraw: { en: () => import('./en/withdraw.ts'), 'pt-BR': () => import('./pt-br/withdraw.ts') },
};

export type SectionName = keyof typeof SECTIONS;

/** English sets the shape of each: what Portuguese lacks does not compile. */
export type Sections = {
  readonly [Name in SectionName]: Awaited<ReturnType<(typeof SECTIONS)[Name]['en']>> extends Readonly<
    Record<Name, infer Texts>
  >
    ? Texts
    : never;
};
