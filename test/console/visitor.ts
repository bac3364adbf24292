import { expect } from 'vitest';
import type { ServiceSettings } from '../../src/service/service-settings.ts';
import { HISTORY, openTestService, type OpenTestService } from '../support/service.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a person reads, without tags. */
  readonly text: string;
}

type Sent = Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

/** A browser without scripts, with the cookies that it was given. */
export class Visitor {
  readonly service: OpenTestService;
  readonly cookies = new Map<string, string>();
  readonly #language: string;

  constructor(service: OpenTestService, language = 'en') {
    this.service = service;
    this.#language = language;
  }

  static async arrive(settings: ServiceSettings = {}, language?: string): Promise<Visitor> {
    return new Visitor(await openTestService({ ...HISTORY, ...settings }), language);
  }

  async open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.#page(await this.#send(path, { headers }));
  }

  /** Posts a form like a page of the service, and follows where it leads. */
  async post(path: string, fields: Readonly<Record<string, string | Blob>>): Promise<Page & { readonly path: string }> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { Origin: 'http://127.0.0.1:4010', Host: '127.0.0.1:4010', 'Sec-Fetch-Site': 'same-origin' };
    const answer = await this.#send(path, { method: 'POST', body, headers });
    expect(answer.status, await answer.clone().text()).toBe(303);
    const next = answer.headers.get('Location') ?? '';
    return { ...(await this.open(next)), path: next };
  }

  do(action: string, fields: Readonly<Record<string, string | Blob>>) {
    return this.post(`/console/do/${action}`, fields);
  }

  async #send(path: string, init: Sent): Promise<Response> {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const given = { 'Accept-Language': this.#language, ...(cookies !== '' && { Cookie: cookies }) };
    const answer = await this.service.send(path, { ...init, headers: { ...given, ...init.headers } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async #page(answer: Response): Promise<Page> {
    const html = await answer.text();
    const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    return { status: answer.status, headers: answer.headers, html, text };
  }
}
