import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedWebhook {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Resolves when so many have been received in all. */
  readonly until: (count: number) => Promise<void>;
  /** What it answers from now on: a status, or its own answer. */
  answer: number | ((response: ServerResponse, webhook: ReceivedWebhook) => void);
}

/** A server that receives webhooks, on a free port of this machine until the test ends. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const webhook = { path: request.url, headers: request.headers, body, json: JSON.parse(body) };
      received.push(webhook);
      server.emit('webhook');
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('{"ok":true}');
      else receiver.answer(response, webhook);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async until(count) {
      while (received.length < count) await once(server, 'webhook');
    },
    answer: 200,
  };
  return receiver;
}
