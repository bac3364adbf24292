import { hash, timingSafeEqual } from 'node:crypto';

const COOKIE = 'pix_console';

export type Cookies = Readonly<Record<string, string>>;

/** Who has shown the token of an exposed service. A cookie reaches other ports of the host, so it is not the token. */
export class Session {
  readonly #expected: string | undefined;

  constructor(token: string | undefined) {
    this.#expected = token === undefined ? undefined : digestOf(token);
  }

  isOpenTo(cookies: Cookies): boolean {
    return this.#expected === undefined || isSame(cookies[COOKIE] ?? '', this.#expected);
  }

  /** @returns the cookie to set, undefined for a wrong token */
  begin(token: string): string | undefined {
    const digest = digestOf(token);
    if (this.#expected === undefined || !isSame(digest, this.#expected)) return undefined;
    return `${COOKIE}=${digest}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

function digestOf(token: string): string {
  return hash('sha256', `console of pix\n${token}`);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
