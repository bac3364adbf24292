import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a task in a process of its own: one of the programs beside this one. */
export async function runTask<Outcome>(program: string, task: object): Promise<Outcome> {
  const path = fileURLToPath(new URL(`${program}.js`, import.meta.url));
  const child = fork(path, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`${program} ended with ${String(code)}`)),
  );
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [Outcome];
  exited.catch(() => undefined);
  return outcome;
}
