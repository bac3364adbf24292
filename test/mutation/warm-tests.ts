import { BroadcastChannel } from 'node:worker_threads';
import { TestRunner, vi, type RunnerTask } from 'vitest';
import { startTests } from 'vitest/internal/browser';

/** What the code that Stryker has instrumented reads and writes. */
interface Mutation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
const mutation = ((globalThis as { __stryker__?: Mutation }).__stryker__ ??= {});

/** How often each mutant was reached: while modules were loaded, and by each test. */
interface Coverage {
  readonly static: Hits;
  readonly perTest: Readonly<Record<string, Hits>>;
}
type Hits = Readonly<Record<string, number>>;

/** What `bin/warm-runner.mjs` asks for. */
interface Order {
  /** Default all. */
  readonly files?: readonly string[] | undefined;
  /** The ids of the tests that reach the mutant; default all of these files. */
  readonly only?: readonly string[] | undefined;
  /** Default none. */
  readonly mutantId?: string;
  readonly hitLimit?: number;
  /** The mutant changes what its module does when it is loaded. */
  readonly reload: boolean;
}

/** What of vitest's workers is not published. */
interface Internals {
  readonly workerState: {
    readonly ctx: { readonly files: readonly { readonly filepath: string }[] };
    readonly evaluatedModules: { getModuleById(id: string): object | undefined; invalidateModule(node: object): void };
  };
  readonly moduleRunner: unknown;
  readonly _otel: unknown;
}

/** Runs chosen tests, and reports to no one. After the first failure, it skips the others. */
class ChosenTests extends TestRunner {
  only: ReadonlySet<string> | undefined;
  failed = false;

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.failed || this.only?.has(idOf(test)) === false) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(test: RunnerTask): void {
    mutation.currentTestId = idOf(test);
    super.onBeforeTryTask(test);
  }

  override onAfterRunTask(test: RunnerTask): void {
    mutation.currentTestId = undefined;
    this.failed ||= test.result?.state === 'fail';
    super.onAfterRunTask(test);
  }
}

/**
 * A runner of vitest's that stays, and runs what it is asked for, again and again: a mutant costs milliseconds instead of
 * a worker that loads the program. Modules are loaded again only for a mutant that changes how they load.
 */
export default class WarmTests extends TestRunner {
  readonly #internals = this as unknown as Internals;
  #reloadNext = false;

  override importFile(): void {
    // The tests of the run that vitest knows are none.
  }

  async onBeforeRunFiles(): Promise<void> {
    const channel = new BroadcastChannel(`mutation ${process.pid}`);
    await new Promise<void>((stop) => {
      channel.onmessage = ({ data }: { data: Order | 'stop' }) => {
        if (data === 'stop') stop();
        else void this.#run(data).then((outcome) => channel.postMessage(outcome));
      };
      channel.postMessage('ready');
    });
    channel.close();
  }

  async #run({ files, only, mutantId, hitLimit, reload }: Order) {
    if (reload || this.#reloadNext) vi.resetModules();
    this.#reloadNext = reload;
    Object.assign(mutation, { activeMutant: mutantId, hitLimit, hitCount: 0 });
    const runner = new ChosenTests(this.config);
    const { moduleRunner, _otel } = this.#internals;
    Object.assign(runner, { moduleRunner, _otel, only: only && new Set(only) });
    const fail = () => {
      runner.failed = true;
    };
    process.on('unhandledRejection', fail).on('uncaughtException', fail);
    const tasks: RunnerTask[] = [];
    /** The files that reach each mutant. */
    const reaching: Record<string, Set<string>> = {};
    for (const file of files ?? this.#internals.workerState.ctx.files.map(({ filepath }) => filepath)) {
      if (runner.failed) break;
      if (mutantId === undefined) vi.resetModules();
      const before = { ...mutation.mutantCoverage?.static };
      this.#forget(file);
      tasks.push(...(await startTests([file], runner)).flatMap(withTasksBelow));
      const { static: loaded, perTest } = mutation.mutantCoverage ?? { static: {}, perTest: {} };
      const loading = Object.keys(loaded).filter((id) => loaded[id] !== before[id]);
      const testing = Object.keys(perTest).filter((test) => test.startsWith(`${file}#`));
      for (const id of [...loading, ...testing.flatMap((test) => Object.keys(perTest[test] ?? {}))]) {
        (reaching[id] ??= new Set()).add(file);
      }
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
    process.off('unhandledRejection', fail).off('uncaughtException', fail);
    const failures = tasks.filter(({ result }) => result?.state === 'fail');
    // A file fails with its tests, which say why.
    const failure = failures.find(({ type }) => type === 'test') ?? failures[0];
    return {
      tests: tasks.filter(({ type }) => type === 'test').map((test) => [idOf(test), test.result?.duration ?? 0]),
      failure: failure && [idOf(failure), failure.result?.errors?.[0]?.message ?? ''],
      failed: runner.failed || failure !== undefined,
      hits: mutation.hitCount,
      coverage: mutation.mutantCoverage,
      reaching,
    };
  }

  /** Its tests are collected again, with the modules that it imports as they are. */
  #forget(file: string): void {
    const { evaluatedModules } = this.#internals.workerState;
    const module = evaluatedModules.getModuleById(file);
    if (module !== undefined) evaluatedModules.invalidateModule(module);
  }
}

function idOf({ file, name, suite }: RunnerTask): string {
  const names = [name];
  for (let above = suite; above !== undefined; above = above.suite) names.unshift(above.name);
  return `${file.filepath}#${names.join(' ')}`;
}

function withTasksBelow(task: RunnerTask): RunnerTask[] {
  return 'tasks' in task ? [task, ...task.tasks.flatMap(withTasksBelow)] : [task];
}
