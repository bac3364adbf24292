import { spawn } from 'node:child_process';

/** Runs this program once more, in a process that outlives this one, and that no key is handed to. */
export function startAside(argv: readonly string[]): void {
  const [, program = ''] = process.argv;
  const env = { ...process.env, PIX_API_KEY: undefined };
  spawn(process.execPath, [program, ...argv], { detached: true, stdio: 'ignore', windowsHide: true, env })
    // It was nothing that somebody has asked for now.
    .on('error', () => undefined)
    .unref();
}
