import type { EventEmitter } from 'node:events';
import type { OperationCall } from '../../console/source.ts';
import type { Console } from '../../console/console.tsx';
import { CONTROL_TOKEN_HEADER } from '../../contract/control.ts';
import type { Operation } from '../../contract/operation.ts';
import type { ServiceClock } from '../clock.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { answerOrRefuse, jsonResponse } from './http-refusal.ts';
import type { Exchange, Routes } from './intake.ts';
import type { OriginGuard } from './origin-guard.ts';
import { ROUTES } from './routes.ts';

interface ConsoleParts {
  readonly wallet: Wallet;
  readonly clock: ServiceClock;
  readonly guard: OriginGuard;
  readonly token: string | undefined;
  readonly activity: EventEmitter<{ change: [] }>;
}

/**
 * Serves the console: pages for a person, at `/` and below `/console/`. It is loaded at the first visit.
 *
 * @returns ends the streams of open pages
 */
export function addConsole(routes: Routes, { wallet, clock, guard, token, activity }: ConsoleParts): () => void {
  let opened: Promise<Console> | undefined;

  async function open(): Promise<Console> {
    const { createConsole } = await import('../../console/console.tsx');
    return createConsole({
      fetch: async (request) => {
        if (token !== undefined) request.headers.set(CONTROL_TOKEN_HEADER, token);
        const exchange: Exchange = {};
        const response = await routes.fetch(request, { exchange });
        if (exchange.failure !== undefined) throw exchange.failure.cause;
        return response;
      },
      operate: (operation, call) => operate(wallet, operation, call),
      watch: (onChange) => {
        // The clock changes statuses without a request.
        const unsubscribe = wallet.store.changes.subscribe(onChange);
        activity.on('change', onChange);
        return () => {
          activity.off('change', onChange);
          unsubscribe();
        };
      },
      now: () => clock.now(),
      token,
    });
  }

  const visit = (request: Request) =>
    answerOrRefuse(async () => {
      guard.checkVisit(request);
      return (await (opened ??= open())).fetch(request);
    });
  routes.get('/', ({ req }) => visit(req.raw));
  routes.all('/console/*', ({ req }) => visit(req.raw));
  return () => void opened?.then((pages) => pages.close());
}

function operate(wallet: Wallet, operation: Operation, { account, id = '', query = {}, body }: OperationCall) {
  const { path, method } = operation;
  const content = body !== undefined && {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
  return answerOrRefuse(async () => {
    const [holder, [key]] = [await wallet.store.holding(account), await wallet.store.keysOf(account)];
    const route = ROUTES.find((one) => one.operation === operation);
    if (holder === undefined || key === undefined || route === undefined) {
      throw new Refusal('not_found', 'There is no such account');
    }
    const { listCache, clockAheadMs } = holder.account;
    const request = new Request(`http://console${path}`, { method, ...content });
    const read = await route.read({ request, query, id });
    return jsonResponse(await read.answer(wallet, { ...key, listCache, clockAheadMs }), 200, {});
  });
}
