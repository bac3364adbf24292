/**
 * Leaves signals to another program that runs in our place: ending ourselves would leave it behind.
 *
 * @param onSignal what happens instead of the end
 * @returns what takes them back
 */
export function takeSignals(
  signals: readonly NodeJS.Signals[],
  onSignal: (signal: NodeJS.Signals) => void = () => undefined,
): () => void {
  const taken = signals.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  for (const { signal, listeners } of taken) {
    process.on(signal, onSignal);
    for (const listener of listeners) process.off(signal, listener);
  }
  return () => {
    for (const { signal, listeners } of taken) {
      for (const listener of listeners) process.on(signal, listener);
      process.off(signal, onSignal);
    }
  };
}
