import { Readable } from 'node:stream';
import { setImmediate, setTimeout as realDelay } from 'node:timers/promises';
import { main } from '../../../src/cli/main.ts';
import { SettingsError } from '../../../src/client/errors.ts';
import type { OutputStream } from '../../../src/cli/context/host.ts';
import type { Dice } from './dice.ts';
import { currentProcess, MortalProcess, type EndPlan, type Network } from './mortal-process.ts';
import type { SimulatedTime } from './simulated-time.ts';

export interface Command {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** For the description of a failure. */
  readonly door?: string;
  readonly end?: EndPlan | undefined;
}

/** Wake-ups of one command: many times the maximum of any command. */
const WAKE_UPS_MAXIMUM = 30_000;
const IDLE_TURNS_MAXIMUM = 5_000;
const FILE_WORK = new Set(['FSReqCallback', 'FSReqPromise']);

/** A computer that runs `pix`, with a disk, a clock and a network. */
export class Machine {
  readonly #time: SimulatedTime;
  readonly #network: Network;
  readonly #dice: Dice;
  readonly folder: string;

  constructor(folder: string, time: SimulatedTime, network: Network, dice: Dice) {
    this.folder = folder;
    this.#time = time;
    this.#network = network;
    this.#dice = dice;
  }

  /** Runs commands at once, each in a simulated process, until all have ended or were killed. */
  async run(...commands: readonly Command[]): Promise<MortalProcess[]> {
    const processes: MortalProcess[] = [];
    for (const command of commands) {
      processes.push(this.#start(command));
      // Which of two reads its file first must not depend on the disk.
      await settled();
    }
    let idleTurns = 0;
    for (let wakeUps = 0; ; wakeUps += 1) {
      await settled();
      if (processes.every(({ hasEnded }) => hasEnded)) return processes;
      if (this.#time.wakeNext()) idleTurns = 0;
      else {
        // The real machine is working, for example loading a module.
        await realDelay(1);
        idleTurns += 1;
      }
      if (wakeUps > WAKE_UPS_MAXIMUM || idleTurns > IDLE_TURNS_MAXIMUM) {
        throw new Error(
          `hangs: ${processes.flatMap(({ hasEnded, label }) => (hasEnded ? [] : [label])).join(' and ')}`,
        );
      }
    }
  }

  /** No command runs, and time passes. */
  async wait(delayMs: number): Promise<void> {
    const until = this.#time.now + delayMs;
    this.#time.after(delayMs, () => undefined);
    while (this.#time.now < until && this.#time.wakeNext()) await settled();
  }

  #start({ argv, environment, stdin = '', end, door = '' }: Command): MortalProcess {
    const started = new MortalProcess(
      `[${door}] pix ${argv.join(' ').replaceAll(`${this.folder}/`, '')}`,
      this.#time,
      this.#network,
      end,
    );
    const stream = (name: 'stdout' | 'stderr'): OutputStream => ({
      isTerminal: false,
      columns: undefined,
      rows: undefined,
      write(output) {
        if (!started.isDead)
          started[name] += typeof output === 'string' ? output : Buffer.from(output).toString('latin1');
      },
    });
    const now = () => Math.floor(this.#time.now);
    void currentProcess
      .run(started, async () => {
        const exitCode = await main(argv, {
          environment: { PIX_CONFIG_DIR: this.folder, ...environment },
          stdin: {
            isTerminal: false,
            readLine: () => Promise.resolve(stdin.split('\n')[0] ?? ''),
            bytes: () => Readable.from([Buffer.from(stdin)]),
          },
          stdout: stream('stdout'),
          stderr: stream('stderr'),
          interruption: started.interruption.signal,
          now,
          clock: {
            now,
            epochMs: now,
            random: this.#dice.random,
            schedule(delayMs, wake) {
              const timer = setTimeout(wake, delayMs);
              return () => clearTimeout(timer);
            },
          },
          async sleep(delayMs) {
            started.interruption.signal.throwIfAborted();
            await new Promise<void>((resolve) => {
              setTimeout(resolve, delayMs);
              started.interruption.signal.addEventListener('abort', () => resolve());
            });
            started.interruption.signal.throwIfAborted();
          },
          prompts: () => Promise.reject(new Error('nobody is there to be asked')),
          keychain: () => Promise.reject(new SettingsError('no keychain here', { code: 'keychain_failed' })),
          page: () => Promise.resolve(false),
        });
        if (!started.isDead) started.exitCode = exitCode;
      })
      .catch((error: unknown) => {
        if (!started.isDead) {
          started.stderr += `\nthrown out of main: ${String(error)}`;
          started.exitCode = 99;
        }
      });
    return started;
  }
}

/** Runs until everything only waits for time to pass. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await setImmediate();
    quiet = process.getActiveResourcesInfo().some((resource) => FILE_WORK.has(resource)) ? 0 : quiet + 1;
  }
}
