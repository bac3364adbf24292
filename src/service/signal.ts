/** Says that something has happened, to those who ask. */
export class Signal {
  readonly #watchers = new Set<() => void>();

  raise(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** @returns ends it */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
