import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type {
  Centavos,
  NumberedRow,
  Payment,
  PaymentStatistics,
  PixClient,
  PixClientOptions,
  PixKeyType,
  ProofStep,
  Withdrawal,
} from '../../src/client/index.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { temporaryFolder } from '../support/cli.ts';
import { HISTORY, startTestService } from '../support/service.ts';

/** The examples of the pages in docs/integrate/. As files, they are also compiled and linted. */
const EXAMPLES = [
  ['opening', () => import('./examples/opening.ts')],
  ['lists', () => import('./examples/lists.ts')],
  ['proven-list', () => import('./examples/proven-list.ts')],
  ['calls', () => import('./examples/calls.ts')],
  ['withdrawal', () => import('./examples/withdrawal.ts')],
  ['stored-profile', () => import('./examples/stored-profile.ts')],
  ['several-keys', () => import('./examples/several-keys.ts')],
  ['watching', () => import('./examples/watching.ts')],
  ['payouts', () => import('./examples/payouts.ts')],
  ['payouts-again', () => import('./examples/payouts-again.ts')],
  ['pix-rules', () => import('./examples/pix-rules.ts')],
  ['test-wallet', () => import('./examples/test-wallet.ts')],
] as const;

const LIBRARY = [
  'opening',
  'lists',
  'proven-list',
  'calls',
  'withdrawal',
  'stored-profile',
  'several-keys',
  'watching',
];

/** Files whose code a page shows, in its order. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'library.md': LIBRARY.map((name) => `examples/${name}.ts`),
  'payouts.md': ['examples/payouts.ts', 'examples/payouts-again.ts'],
  'pix.md': ['examples/pix-rules.ts'],
  'testing.md': ['examples/test-wallet.ts'],
};

/** An example as a reader writes it. */
const published = (text: string) =>
  text
    .replace(/'(?:\.\.\/)+src\/client\/index\.ts'/, "'pix-wallet'")
    .replace(/'(?:\.\.\/)+src\/(?:client\/)?(\w+)\/index\.ts'/, "'pix-wallet/$1'");

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the examples of the library', () => {
  it.each(Object.entries(PAGES))('on %s are the files that are compiled and run', (page, paths) => {
    const text = textOf(`../../docs/integrate/${page}`);
    const shown = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(shown).toEqual(paths.map((path) => published(textOf(path))));
  });

  it('for Vitest are parts of the files that a shop runs', () => {
    const shown = [...textOf('../../docs/integrate/testing.md').matchAll(/^```js\n(.*?)^```$/gms)];
    const files = ['wallet.mjs', 'shop.test.mjs'].map((name) => textOf(`../../docs/integrate/examples/vitest/${name}`));
    expect(shown.map(([, code = '']) => files.some((text) => text.includes(code)))).toEqual([true, true]);
  });

  it.each(EXAMPLES)('run: %s', async (_, run) => {
    const service = await startTestService(HISTORY);
    vi.stubEnv('PIX_BASE_URL', service.url);
    vi.stubEnv('PIX_API_KEY', service.keyOf());
    vi.stubEnv('PIX_SECOND_KEY', service.keyOf('demo', 'payouts'));
    const configDirectory = temporaryFolder();
    openProfiles({ configDirectory }).set('work', { baseUrl: service.url, apiKey: service.keyOf() });
    vi.stubEnv('WALLET_PROFILES', configDirectory);
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    await run();
    expect(log).toHaveBeenCalled();
    expect(log.mock.calls.flat().filter((shown) => shown === undefined || Number.isNaN(shown))).toEqual([]);
  });
});

describe('the types of the library', () => {
  it('accept one key or several, and nothing that is no key', () => {
    expectTypeOf<{ baseUrl: string; apiKey: string }>().toExtend<PixClientOptions>();
    expectTypeOf<{ baseUrl: string; apiKeys: { name: string; key: string }[] }>().toExtend<PixClientOptions>();
    expectTypeOf<{ baseUrl: string; apiKeys: string[] }>().not.toExtend<PixClientOptions>();
    expectTypeOf<{ baseUrl: string }>().not.toExtend<PixClientOptions>();
    expectTypeOf<{ baseUrl: string; apiKey: undefined }>().not.toExtend<PixClientOptions>();
  });

  it('contain rows, numbers and statistics of lists', () => {
    type List = ReturnType<PixClient['payments']['list']>;
    expectTypeOf<List>().toExtend<AsyncIterable<Payment>>();
    expectTypeOf<Awaited<ReturnType<PixClient['payments']['page']>>['statistics']>().toEqualTypeOf<PaymentStatistics>();
    type Steps = ReturnType<ReturnType<PixClient['withdraws']['proven']>['steps']>;
    expectTypeOf<Steps>().toExtend<AsyncIterable<ProofStep<Withdrawal>>>();
    expectTypeOf<NumberedRow<Payment>['row']['value']>().toEqualTypeOf<Centavos>();
  });

  it('refuse plain numbers as amounts, and words as key types', () => {
    type Create = Parameters<PixClient['withdraws']['create']>[0];
    expectTypeOf<number>().not.toExtend<Create['amountCentavos']>();
    expectTypeOf<Create['pixKeyType']>().toEqualTypeOf<PixKeyType>();
    expectTypeOf<string>().not.toExtend<Create['pixKeyType']>();
    expectTypeOf<'ANYTHING'>().toExtend<NonNullable<Parameters<PixClient['payments']['list']>[0]>['status']>();
  });
});
