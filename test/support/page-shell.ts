import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { processHost, type OutputStream } from '../../src/cli/context/host.ts';
import { main } from '../../src/cli/main.ts';
import { PROGRAM } from './pix-process.ts';

/**
 * A page has dozens of commands, and starting Node for each takes longer than running them. Here `pix` is a function of
 * the shell that asks this process to run the program: it sends arguments, exported `PIX_…` and the folder, separated
 * by NUL, and receives the output, each chunk preceded by its descriptor. `pix serve` does not end, and is a process.
 */
const pixFunction = (port: number) => `
pix() {
  local format='' variable frame
  case " $* " in
    *" serve "*) exec '${process.execPath}' '${PROGRAM}' "$@" ;;
    *" --json "* | *" -o "*) ;;
    *) if [[ /dev/stdout -ef /dev/stderr ]]; then format='-otable'; fi ;;
  esac
  exec 9<>/dev/tcp/127.0.0.1/${port}
  {
    for variable in \${!PIX_@}; do printf '%s=%s\\0' "$variable" "\${!variable}"; done
    printf '\\0%s\\0' "$PWD"
    printf '%s\\0' "$@" \${format:+"$format"} $'\\x01'
  } >&9
  while IFS= read -r -d '' frame <&9; do
    case $frame in
      1*) printf '%s' "\${frame:1}" ;;
      2*) printf '%s' "\${frame:1}" >&2 ;;
      x*) exec 9>&-; return "\${frame:1}" ;;
    esac
  done
}
`;

const LAST = '\u0001';

/** Runs a script of bash in which `pix` is the program. @returns everything it prints, on stdout and stderr */
export async function runScript(script: string, folder: string, environment: Record<string, string>): Promise<string> {
  vi.stubEnv('TZ', environment['TZ']);
  const server = createServer((socket) => void answer(socket, environment)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shell = spawn('bash', ['-c', `exec 2>&1\n${pixFunction(port)}\n${script}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    detached: true,
  });
  onTestFinished(() => {
    server.close();
    try {
      // Its background processes end with it.
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // Everything has already ended.
    }
  });
  let shown = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  shell.stdin.end();
  await once(shell, 'close');
  return shown;
}

/** Runs one call of the function, and closes the connection with the exit code. */
async function answer(socket: Socket, environment: Readonly<Record<string, string>>): Promise<void> {
  const words = await wordsFrom(socket);
  const end = words.indexOf('');
  const [folder = '', ...argv] = words.slice(end + 1);
  const exported = words.slice(0, end).map((variable) => {
    const [name = '', ...value] = variable.split('=');
    return [name, value.join('=')] as const;
  });
  const output = (descriptor: 1 | 2): OutputStream => ({
    isTerminal: false,
    columns: undefined,
    rows: undefined,
    write: (text) => socket.write(`${descriptor}${Buffer.from(text).toString()}\0`),
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const exitCode = await main(argv, {
      ...processHost(new AbortController().signal, () => undefined),
      environment: { ...environment, ...Object.fromEntries(exported) },
      stdout: output(1),
      stderr: output(2),
    });
    socket.end(`x${exitCode}\0`);
  } finally {
    process.chdir(before);
  }
}

function wordsFrom(socket: Socket): Promise<string[]> {
  let asked = '';
  return new Promise((resolve) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      asked += text;
      if (asked.endsWith(`\0${LAST}\0`)) resolve(asked.split('\0').slice(0, -2));
    });
  });
}
