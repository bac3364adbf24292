import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDriver } from '../../../src/sql/sqlite/driver.ts';
import { mortalDriver } from './mortal-database.ts';
import { currentProcess, DeadProcess, type MortalProcess } from './mortal-process.ts';
import { SimulatedRequest } from './simulated-request.ts';

/** The timer of `setTimeout` within a simulated process. */
class SimulatedTimer {
  readonly callOff: () => void;

  constructor(callOff: () => void) {
    this.callOff = callOff;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

function startTimer(owner: MortalProcess, delayMs: number, wake: () => void): SimulatedTimer {
  const callOff = owner.time.after(delayMs, () => {
    if (owner.hasEnded) return;
    try {
      owner.pass('timer');
    } catch (error) {
      if (error instanceof DeadProcess) return;
      throw error;
    }
    currentProcess.run(owner, wake);
  });
  return new SimulatedTimer(callOff);
}

/** Loads the modules that commands load on demand: real loading time is unknown to the simulated clock. */
export async function loadCommands(): Promise<void> {
  const source = fileURLToPath(new URL('../../../src', import.meta.url));
  for (const folder of ['cli', 'payouts', 'client', 'lists', 'files', 'sql/sqlite']) {
    for (const name of readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })) {
      // One is a process of its own, and one is the service.
      if (!name.endsWith('.ts') || name.includes('-process') || name.includes('serve/')) continue;
      const path = join(source, folder, name);
      await import(/* @vite-ignore */ path);
    }
  }
}

/**
 * Gives each simulated process its own clock, timers, network and databases. Code outside of them uses those of the
 * machine.
 *
 * @returns a function that restores everything
 */
export async function simulateProcessGlobals(): Promise<() => void> {
  const driver = mortalDriver(await loadDriver());
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    dateNow: Date.now.bind(Date),
    performanceNow: performance.now.bind(performance),
    getBuiltinModule: process.getBuiltinModule.bind(process),
    timeoutSignal: AbortSignal.timeout.bind(AbortSignal),
  };
  const restores: (() => void)[] = [];
  const replace = (owner: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
    restores.push(() => {
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    });
  };
  replace(globalThis, 'setTimeout', (wake: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) => {
    const owner = currentProcess.getStore();
    if (owner === undefined) return real.setTimeout(wake, delayMs, ...values);
    return startTimer(owner, delayMs, () => wake(...values));
  });
  replace(globalThis, 'clearTimeout', (timer: unknown) => {
    if (timer instanceof SimulatedTimer) timer.callOff();
    else Reflect.apply(real.clearTimeout, undefined, [timer]);
  });
  const https = process.getBuiltinModule('node:https');
  const requestOverHttps = https.request;
  replace(https, 'request', (url: URL, facts: { method: string; headers: Record<string, string> }) => {
    const owner = currentProcess.getStore();
    return owner === undefined ? requestOverHttps(url, facts) : new SimulatedRequest(owner, url, facts);
  });
  replace(Date, 'now', () => Math.floor(currentProcess.getStore()?.time.now ?? real.dateNow()));
  replace(performance, 'now', () => currentProcess.getStore()?.time.now ?? real.performanceNow());
  replace(AbortSignal, 'timeout', (delayMs: number) => {
    const owner = currentProcess.getStore();
    if (owner === undefined) return real.timeoutSignal(delayMs);
    const controller = new AbortController();
    startTimer(owner, delayMs, () => {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    });
    return controller.signal;
  });
  replace(process, 'getBuiltinModule', (name: string) =>
    name === 'node:sqlite' && currentProcess.getStore() !== undefined
      ? driver
      : Reflect.apply(real.getBuiltinModule, undefined, [name]),
  );
  return () => {
    for (const restore of restores.reverse()) restore();
  };
}
