import { setFlagsFromString } from 'node:v8';

/**
 * Has the garbage of answers collected in half the space that V8 takes by default. Under load that keeps the process
 * some tens of megabytes smaller, and costs it little. For whole processes: it can't be taken back.
 */
export function keepYoungHeapSmall(): void {
  setFlagsFromString('--max-semi-space-size=8');
  setFlagsFromString('--min-semi-space-size=1');
  setFlagsFromString('--semi-space-growth-factor=1');
}
