/*
 * Loaded into a service before anything else (--import): it stops for ever at one step of what replaces its data file,
 * and reports that to its parent. PIX_TEST_HOLD names the step: a function of node:fs/promises, before or after it runs.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [moment, name] = String(process.env['PIX_TEST_HOLD']).split(' ');
const step = /** @type {'mkdtemp' | 'open' | 'rename'} */ (name);

Object.assign(fs, {
  [step]: new Proxy(fs[step], {
    async apply(original, self, given) {
      const isHeld = String(given[0]).includes('.new-');
      const result = isHeld && moment === 'before' ? undefined : await Reflect.apply(original, self, given);
      if (isHeld) {
        process.send?.('held');
        await new Promise(() => undefined);
      }
      return result;
    },
  }),
});
syncBuiltinESMExports();
