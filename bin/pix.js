#!/usr/bin/env node
// CommonJS (bin/package.json says so), as what is built is: Node loads that sooner. Asking for the version is over before
// anything is loaded.
if (process.getBuiltinModule === undefined) {
  const language = String(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG);
  const needed = language.startsWith('pt')
    ? 'o pix requer o Node.js 20.19 ou mais recente; este é o'
    : 'pix requires Node.js 20.19 or newer; this is';
  process.stderr.write(`${needed} ${process.version}\n`);
  process.exit(1);
}
const { readFileSync, statSync, writeSync } = process.getBuiltinModule('node:fs');
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
const { join } = process.getBuiltinModule('node:path');

/** Long enough for what closes by itself. */
const LEAVE_AFTER_MS = 500;

// Should the event loop ever run dry before the end, that must not pass for success.
process.exitCode = 1;
if (saysVersion(process.argv.slice(2)) || saysFirstHelp(process.argv.slice(2))) {
  process.exitCode = 0;
} else {
  keepCompiled();
  warnPersonsOnly();
  const { main } = createRequire(__filename)('../dist/cli/main.js');
  void main(process.argv.slice(2)).then((exitCode) => {
    process.exitCode = exitCode;
    leaveSoon();
  });
}

/**
 * Keeps from the screen, and from a script's stderr, what packages and Node tell programmers: the driver of PostgreSQL says
 * on each connection that its reading of pgpass files, or of `sslmode=require`, will change. What Node says of the
 * person's own settings stays, such as that certificates are not verified.
 */
function warnPersonsOnly() {
  const printing = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const { name, message } = warning;
    if (/^(Deprecation|Experimental)Warning$/.test(name) || /^SECURITY WARNING: The SSL modes/.test(message)) return;
    for (const print of printing) print.call(process, warning);
  });
}

/**
 * Ends the process although something is still open: a connection that is being made, or one that fetch has lost sight of
 * (it asks again by itself after a 421). Neither has anything to say any more. What is to be written is waited for.
 */
function leaveSoon() {
  const timer = setTimeout(() => {
    const isWritten = [process.stdout, process.stderr].every(
      (stream) => stream.destroyed || stream.writableLength === 0,
    );
    if (isWritten) process.exit();
    else leaveSoon();
  }, LEAVE_AFTER_MS);
  timer.unref();
}

/** Whether the version was all that was asked for, and is told. What goes wrong with that is told by the program itself. */
function saysVersion(words) {
  if (words.length !== 1 || !['--version', '-V', '-v', 'version'].includes(words[0])) return false;
  try {
    writeSync(1, `${JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')).version}\n`);
    return true;
  } catch {
    return false;
  }
}

/** Whether the first help was all that was asked for, and is told: the build has laid it out. */
function saysFirstHelp(words) {
  if (words.length > 1 || !['--help', '-h', 'help', undefined].includes(words[0])) return false;
  try {
    const { printFirstHelp } = createRequire(__filename)('../dist/cli/first-help.js');
    return printFirstHelp(join(__dirname, '..', 'dist', 'help'));
  } catch {
    return false;
  }
}

/**
 * Has Node keep what it compiles for the next time, where it can (from 22.1). In a folder of the person's own, and never
 * with the rights of another user: what is stored there is run.
 */
function keepCompiled() {
  const { HOME, LOCALAPPDATA, PIX_CONFIG_DIR, USERPROFILE, XDG_CACHE_HOME } = process.env;
  const home = HOME || USERPROFILE;
  // PIX_CONFIG_DIR names the only folder where anything is to be kept.
  if (enableCompileCache === undefined || !home || PIX_CONFIG_DIR) return;
  const places = { darwin: join(home, 'Library', 'Caches'), win32: LOCALAPPDATA };
  const caches = places[process.platform] ?? (XDG_CACHE_HOME || join(home, '.cache'));
  try {
    if (process.getuid !== undefined && statSync(home).uid !== process.getuid()) return;
    enableCompileCache(join(caches, 'pix', 'compiled'));
  } catch {
    // Without it the program is as good, and a little slower.
  }
}
