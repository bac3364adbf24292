import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** Reports once that the service does not answer, until it answers again: all open requests share the same silence. */
export class SilenceMessage {
  readonly #text: Catalogue;
  readonly #notify: (line: string) => void;
  #isReported = false;

  constructor(text: Catalogue, notify: (line: string) => void) {
    this.#text = text;
    this.#notify = notify;
  }

  see(event: ClientEvent): void {
    if (event.type === 'answer') this.#isReported = false;
    if (event.type !== 'retry' || event.silentMs === undefined || this.#isReported) return;
    this.#isReported = true;
    const seconds = String(Math.max(1, Math.round(event.silentMs / 1_000)));
    this.#notify(this.#text.progress.noAnswer(new URL(event.url).host, seconds));
  }
}
