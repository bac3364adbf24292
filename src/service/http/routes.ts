import { ACCOUNT_ROUTES } from './account-routes.ts';
import { ADMINISTRATION_ROUTES } from './administration-routes.ts';
import type { Route } from './route.ts';
import { WALLET_ROUTES } from './wallet-routes.ts';

/** Every operation that is served: a row each. */
export const ROUTES: readonly Route[] = [...WALLET_ROUTES, ...ACCOUNT_ROUTES, ...ADMINISTRATION_ROUTES];
