import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatusLine } from '../../src/cli/output/status-line.ts';
import { createWaitDisplay } from '../../src/cli/output/wait-display.ts';
import { en as text } from '../support/catalogues.ts';
import type { ClientEvent } from '../../src/client/events.ts';

const ERASE_LINE = '\r\u001b[2K';
const facts = { requestId: 1, method: 'GET', url: 'https://wallet.example/api/v1/user/balance' };
const request: ClientEvent = { type: 'request', ...facts, attempt: 2 };
const answer: ClientEvent = { type: 'answer', ...facts, status: 200, durationMs: 5 };
const waiting = (waitMs: number): ClientEvent => ({ type: 'waiting', reason: 'too_many_requests', waitMs });
const retry = (code: string, waitMs: number): ClientEvent => ({ type: 'retry', ...facts, attempt: 2, code, waitMs });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

function openTerminal({ isShown = true, columns = 60 } = {}) {
  let written = '';
  const interruption = new AbortController();
  const stderr = { isTerminal: true, columns, rows: 24, write: (text: string) => void (written += text) };
  const statusLine = createStatusLine(stderr, isShown ? 'redrawn' : 'none', () => performance.now());
  const show = createWaitDisplay(text, statusLine.showWait, interruption.signal);
  return {
    statusLine,
    show,
    interruption,
    /** What was drawn since it was asked last, line over line. */
    drawn: () => {
      const lines = written.split(ERASE_LINE).slice(1);
      written = '';
      return lines;
    },
  };
}

it('progress that is too long for the terminal loses whole parts', () => {
  const { statusLine, drawn } = openTerminal();
  statusLine.showProgress('checking the money, 3 min left · 2 of 3 sent, R$ 50,00 · 1 unconfirmed');
  expect(drawn()).toEqual(['checking the money, 3 min left · 2 of 3 sent, R$ 50,00']);
});

describe('a long wait', () => {
  it('is shown after a second, counts down, and is cleared by the next request', () => {
    const { show, drawn } = openTerminal();
    for (const event of [retry('too_many_requests', 3_000), waiting(3_000)]) show(event);
    vi.advanceTimersByTime(999);
    expect(drawn()).toEqual([]);
    vi.advanceTimersByTime(1_001);
    expect(drawn()).toEqual(['rate limit reached; waiting 2 s', 'rate limit reached; waiting 1 s']);
    show(request);
    show(answer);
    expect(drawn()).toEqual(['']);
    vi.advanceTimersByTime(60_000);
    expect(drawn()).toEqual([]);
  });

  it('for a response is shown after a second, and cleared by the response', () => {
    const { show, drawn } = openTerminal();
    for (const event of [request, request]) show(event);
    vi.advanceTimersByTime(999);
    show(answer);
    vi.advanceTimersByTime(999);
    expect(drawn()).toEqual([]);
    vi.advanceTimersByTime(101);
    expect(drawn()).toEqual(['⠙ waiting for wallet.example, 1 s', '⠹ waiting for wallet.example, 2 s']);
    show(answer);
    expect(drawn()).toEqual(['']);
    vi.advanceTimersByTime(60_000);
    expect(drawn()).toEqual([]);
  });

  it.each([
    ['timed_out', 'no response; retrying in 9 s'],
    ['status_418', 'the service failed; retrying in 9 s'],
  ])('after %s is reported in words', (code, words) => {
    const { show, drawn } = openTerminal();
    show(retry(code, 10_000));
    vi.advanceTimersByTime(1_000);
    expect(drawn()).toEqual([words]);
  });

  it('is cleared when its time is over, or the program is interrupted', () => {
    const { show, drawn, interruption } = openTerminal();
    show(retry('connection_lost', 1_800));
    vi.advanceTimersByTime(3_000);
    expect(drawn()).toEqual(['connection lost; retrying in 1 s', '']);
    show(waiting(30_000));
    vi.advanceTimersByTime(1_000);
    interruption.abort();
    expect(drawn()).toEqual(['rate limit reached; waiting 29 s', '']);
    vi.advanceTimersByTime(60_000);
    expect(drawn()).toEqual([]);
  });

  it('leaves the line to messages about a response, and returns a second later', () => {
    const { show, drawn } = openTerminal();
    show(waiting(10_000));
    vi.advanceTimersByTime(1_000);
    show(answer);
    expect(drawn()).toEqual(['rate limit reached; waiting 9 s', '']);
    vi.advanceTimersByTime(1_000);
    expect(drawn()).toEqual(['rate limit reached; waiting 8 s']);
  });

  it('is explained by the rate limit rather than by the retry after it, whichever comes first', () => {
    for (const events of [
      [waiting(5_000), retry('too_many_requests', 5_000)],
      [retry('too_many_requests', 5_000), waiting(5_000)],
    ]) {
      const { show, drawn } = openTerminal();
      events.forEach(show);
      vi.advanceTimersByTime(1_000);
      expect(drawn()).toEqual(['rate limit reached; waiting 4 s']);
    }
  });

  it('hides the progress of the work, and restores it', () => {
    const { show, drawn, statusLine } = openTerminal({ columns: 22 });
    statusLine.showProgress('payments: 300 of 20000 (1%)');
    show(waiting(3_000));
    vi.advanceTimersByTime(1_000);
    statusLine.writeAbove('a notice\n');
    show(request);
    statusLine.showProgress('');
    expect(drawn()).toEqual([
      'payments: 300 of 20',
      'rate limit reached;',
      'a notice\nrate limit reached;',
      'payments: 300 of 20',
      '',
    ]);
  });
});

it('prints whole lines when the width of the terminal is unknown', () => {
  const { statusLine, drawn } = openTerminal({ columns: 0 });
  statusLine.showProgress('payments: 1 of 2');
  expect(drawn()).toEqual(['payments: 1 of 2']);
});

it('is not shown when it is short, and never where no line can be cleared', () => {
  const quick = openTerminal();
  quick.show(waiting(1_100));
  vi.advanceTimersByTime(5_000);
  expect(quick.drawn()).toEqual([]);
  const dumb = openTerminal({ isShown: false });
  dumb.show(waiting(10_000));
  dumb.statusLine.showProgress('payments: 1 of 2');
  vi.advanceTimersByTime(5_000);
  expect(dumb.drawn()).toEqual([]);
});
