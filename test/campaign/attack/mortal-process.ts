import { AsyncLocalStorage } from 'node:async_hooks';
import { Interruption } from '../../../src/cli/context/host.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Where a process may be killed or interrupted: at the n-th of these points. */
export type Point = 'request' | 'answer' | 'statement' | 'timer';

export interface EndPlan {
  readonly how: 'kill' | 'interrupt';
  readonly at: Point;
  readonly count: number;
}

/** A resource that the operating system closes when the process dies. */
interface Opened {
  closeAsDead(): void;
}

export interface ProcessRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called when the connection stands: from then on, the request may be carried out. */
  readonly connected: () => void;
  readonly process: MortalProcess;
}

export type Network = (request: ProcessRequest) => Promise<Response>;

/** The error of every action of a dead process. */
export class DeadProcess extends Error {
  override readonly name = 'DeadProcess';
}

/** One simulated `pix` process, which can be killed at any point and never acts again. */
export class MortalProcess {
  readonly label: string;
  readonly time: SimulatedTime;
  readonly network: Network;
  readonly interruption = new AbortController();
  stdout = '';
  stderr = '';
  exitCode: number | undefined;
  isDead = false;
  wasInterrupted = false;
  readonly #plan: EndPlan | undefined;
  readonly #passed = new Map<Point, number>();
  readonly #opened = new Set<Opened>();

  constructor(label: string, time: SimulatedTime, network: Network, plan: EndPlan | undefined) {
    this.label = label;
    this.time = time;
    this.network = network;
    this.#plan = plan;
  }

  get hasEnded(): boolean {
    return this.isDead || this.exitCode !== undefined;
  }

  /** @throws DeadProcess when it was killed before, or is now */
  pass(point: Point): void {
    this.assertAlive();
    const count = (this.#passed.get(point) ?? 0) + 1;
    this.#passed.set(point, count);
    if (this.#plan?.at !== point || this.#plan.count !== count) return;
    if (this.#plan.how === 'interrupt') {
      this.wasInterrupted = true;
      this.interruption.abort(new Interruption('SIGINT'));
      return;
    }
    this.kill();
    this.assertAlive();
  }

  kill(): void {
    if (this.hasEnded) return;
    this.isDead = true;
    for (const opened of this.#opened) opened.closeAsDead();
    this.#opened.clear();
  }

  own(opened: Opened): void {
    this.#opened.add(opened);
  }

  disown(opened: Opened): void {
    this.#opened.delete(opened);
  }

  assertAlive(): void {
    if (this.isDead) throw new DeadProcess(`${this.label} is dead`);
  }
}

/** The simulated process of the running code; none for the tests themselves. */
export const currentProcess = new AsyncLocalStorage<MortalProcess>();
