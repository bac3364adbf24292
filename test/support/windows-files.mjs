import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';

/**
 * Preloaded into a program: as on Windows, a database that is open in the process can be neither removed nor renamed, nor
 * can a folder that contains one. SQLite opens its files without FILE_SHARE_DELETE.
 */

const own = process.getBuiltinModule.bind(process);
/** @type {any} */
const builtin = own('node:sqlite');
const sqlite = builtin ?? (await import('@photostructure/sqlite'));
/** @type {Map<object, string>} */
const open = new Map();

class DatabaseSync extends sqlite.DatabaseSync {
  /** @param {string} location */
  constructor(location) {
    super(location);
    open.set(this, location);
  }
  close() {
    open.delete(this);
    super.close();
  }
}
Reflect.set(process, 'getBuiltinModule', (/** @type {string} */ name) =>
  name === 'node:sqlite' ? { ...sqlite, DatabaseSync } : own(name),
);

/** @param {unknown} path */
function assertClosed(path) {
  const whole = resolve(String(path));
  const isIt = (/** @type {string} */ database) => database === whole || database.startsWith(whole + sep);
  const database = [...open.values()].find(isIt);
  if (database === undefined) return;
  const message = `EBUSY: resource busy or locked, '${database}'`;
  throw Object.assign(new Error(message), { code: 'EBUSY', syscall: 'unlink' });
}

for (const name of ['rmSync', 'unlinkSync', 'renameSync']) guard(fs, name);
for (const name of ['rm', 'unlink', 'rename']) guard(fs.promises, name);
syncBuiltinESMExports();

/** @param {object} functions @param {string} name */
function guard(functions, name) {
  const call = Reflect.get(functions, name);
  Reflect.set(functions, name, (/** @type {unknown[]} */ ...given) => {
    assertClosed(given[0]);
    return call(...given);
  });
}
