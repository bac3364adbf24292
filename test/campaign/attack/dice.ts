import { seededRandom } from '../../support/random.ts';

/** All randomness of one simulation: the same for the same seed. */
export class Dice {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Includes both ends. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(Math.floor(this.random() * left.length), 1);
      if (taken === undefined) throw new Error('there is nothing to pick from');
      return taken;
    });
  }

  word(length: number): string {
    return Array.from({ length }, () => this.pick(Array.from('abcdefghjkmnpqrstuvwxyz23456789'))).join('');
  }
}

/** Counts the ingredients of a simulation: one that never occurs proves nothing. */
export class Receipt {
  readonly counts = new Map<string, number>();

  add(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  addAll({ counts }: Receipt): void {
    for (const [what, times] of counts) this.add(what, times);
  }
}
