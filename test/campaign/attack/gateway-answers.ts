import type { Answer } from './ledger.ts';
import type { SimulatedTime } from './simulated-time.ts';

export function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

export function connectionError(code: 'ECONNREFUSED' | 'ECONNRESET' | 'EPIPE'): Error {
  return Object.assign(new Error(code), {
    code,
    syscall: { ECONNREFUSED: 'connect', ECONNRESET: 'read', EPIPE: 'write' }[code],
  });
}

export function failure(status: number, asOf: number): Answer {
  const body = JSON.stringify({
    success: false,
    error: 'Internal Server Error',
    message: 'it failed',
    code: 'internal',
  });
  return { status, headers: { 'Content-Type': 'application/json' }, body, asOf };
}

export function page(status: number, asOf: number): Answer {
  return { status, headers: { 'Content-Type': 'text/html' }, body: `<html><h1>${status}</h1></html>`, asOf };
}

export function message(status: number, asOf: number): Answer {
  const headers = { 'Content-Type': 'application/json' };
  return { status, headers, body: JSON.stringify({ message: 'the gateway says no' }), asOf };
}

type Data = Record<string, unknown>;

export function changedData(answer: Answer, change: (data: Data) => Data): Answer {
  if (answer.status >= 400) return answer;
  const body: { data: Data } = JSON.parse(answer.body);
  return { ...answer, body: JSON.stringify({ ...body, data: change(body.data) }) };
}

export function withoutFields(data: Data, names: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

export function withoutRowFields(answer: Answer, names: readonly string[]): Answer {
  if (answer.status >= 400) return answer;
  const body: { data: { withdraws: Data[] } } = JSON.parse(answer.body);
  const withdraws = body.data.withdraws.map((row) => withoutFields(row, names));
  return { ...answer, body: JSON.stringify({ ...body, data: { ...body.data, withdraws } }) };
}

/** A body that arrives in pieces for two minutes, or ends in the middle. */
export function trickle(
  bytes: Uint8Array,
  trouble: 'cut' | 'drip',
  time: SimulatedTime,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const pauseMs = Math.max(500, Math.floor(110_000 / Math.max(1, bytes.length))) * 10;
  let place = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOver = false;
      const end = (error: Error) => {
        if (!isOver) controller.error(error);
        isOver = true;
      };
      signal.addEventListener('abort', () => end(new DOMException('This operation was aborted', 'AbortError')));
      const step = () => {
        if (isOver) return;
        if (trouble === 'cut') {
          controller.enqueue(Uint8Array.from(bytes.subarray(0, bytes.length / 2)));
          time.after(50, () => end(connectionError('ECONNRESET')));
          return;
        }
        if (place >= bytes.length) {
          isOver = true;
          controller.close();
          return;
        }
        controller.enqueue(Uint8Array.from(bytes.subarray(place, place + 10)));
        place += 10;
        time.after(pauseMs, step);
      };
      time.after(10, step);
    },
  });
}
