/** One request of a history, and what its answer says about the state that it met. */
export interface HistoryOperation<State> {
  readonly name: string;
  /** Its place in the order of all requests and answers. */
  readonly called: number;
  /** The same of its answer. Undefined: its outcome is open, so it happened at any later time, or never. */
  readonly answered: number | undefined;
  /** @returns the state after it; undefined when it can't have met this state, its answer being what it is */
  readonly step: (state: State) => State | undefined;
}

/** A request or its answer, in a list from which operations are taken and put back. */
interface HistoryEvent<State> {
  readonly operation: HistoryOperation<State>;
  readonly bit: bigint;
  /** Of a request: its answer. */
  answer: HistoryEvent<State> | undefined;
  readonly isCall: boolean;
  previous: HistoryEvent<State> | undefined;
  next: HistoryEvent<State> | undefined;
}

/** A decision to let a request happen next, which can be taken back. */
interface Choice<State> {
  readonly event: HistoryEvent<State>;
  readonly stateBefore: State;
  readonly doneBefore: bigint;
}

/**
 * Whether all operations can have happened one after the other, each at a moment between its request and its answer:
 * the algorithm of Wing and Gong with the memory of Lowe ("Testing for linearizability", 2017). Histories of things that
 * do not concern each other, such as accounts, are checked one by one.
 *
 * @returns undefined when they can; otherwise the longest order that was found, and the operation that no order explains
 */
export function unexplained<State>(
  start: State,
  operations: readonly HistoryOperation<State>[],
): { readonly order: readonly string[]; readonly stuckAt: string } | undefined {
  const events = new EventList(operations);
  const seen = new Set<string>();
  const choices: Choice<State>[] = [];
  let [state, done, remaining] = [start, 0n, operations.filter(({ answered }) => answered !== undefined).length];
  let longest: { order: readonly string[]; stuckAt: string } = { order: [], stuckAt: '' };
  let event = events.first;
  while (remaining > 0) {
    if (event?.isCall === true) {
      const next = event.operation.step(state);
      const doneNext = done | event.bit;
      const known = `${doneNext.toString(36)} ${JSON.stringify(next)}`;
      if (next !== undefined && !seen.has(known)) {
        seen.add(known);
        choices.push({ event, stateBefore: state, doneBefore: done });
        [state, done] = [next, doneNext];
        if (event.answer !== undefined) remaining -= 1;
        events.remove(event);
        event = events.first;
      } else {
        event = event.next;
      }
      continue;
    }
    // An answer, whose request must have happened before, and has not.
    if (choices.length >= longest.order.length) {
      longest = { order: choices.map((choice) => choice.event.operation.name), stuckAt: event?.operation.name ?? '' };
    }
    const last = choices.pop();
    if (last === undefined) return longest;
    ({ stateBefore: state, doneBefore: done } = last);
    if (last.event.answer !== undefined) remaining += 1;
    events.putBack(last.event);
    event = last.event.next;
  }
  return undefined;
}

class EventList<State> {
  first: HistoryEvent<State> | undefined;

  constructor(operations: readonly HistoryOperation<State>[]) {
    const timed = operations.flatMap((operation, index) => {
      const bit = 1n << BigInt(index);
      const link = { operation, bit, answer: undefined, previous: undefined, next: undefined };
      const call: HistoryEvent<State> = { ...link, isCall: true };
      if (operation.answered === undefined) return [{ at: operation.called, event: call }];
      call.answer = { ...link, isCall: false };
      return [
        { at: operation.called, event: call },
        { at: operation.answered, event: call.answer },
      ];
    });
    timed.sort((one, other) => one.at - other.at);
    let previous: HistoryEvent<State> | undefined;
    for (const { event } of timed) {
      event.previous = previous;
      if (previous === undefined) this.first = event;
      else previous.next = event;
      previous = event;
    }
  }

  /** A request, and its answer. */
  remove(call: HistoryEvent<State>): void {
    this.#unlink(call);
    if (call.answer !== undefined) this.#unlink(call.answer);
  }

  /** What was removed last. */
  putBack(call: HistoryEvent<State>): void {
    if (call.answer !== undefined) this.#link(call.answer);
    this.#link(call);
  }

  #unlink({ previous, next }: HistoryEvent<State>): void {
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
  }

  #link(event: HistoryEvent<State>): void {
    if (event.previous === undefined) this.first = event;
    else event.previous.next = event;
    if (event.next !== undefined) event.next.previous = event;
  }
}
