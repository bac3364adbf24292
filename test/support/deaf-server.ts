import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

const BACKLOG = 1;
/** Listens, and then does nothing: not even accept the connections that the system has made. */
const PROGRAM = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: ${BACKLOG} }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A port where connections are neither made nor refused. Only Linux drops connections beyond the backlog. */
export async function deafPort(): Promise<number> {
  const server = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  const port = Number(String(line));
  // Linux queues one connection more than the backlog.
  const sockets = Array.from({ length: BACKLOG + 1 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.kill('SIGKILL');
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return port;
}
