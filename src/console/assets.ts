import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export type Assets = Awaited<ReturnType<typeof readAssets>>;

export async function readAssets() {
  return Promise.all([readAsset('console.css', 'text/css'), readAsset('console.js', 'text/javascript')]);
}

/** The build puts them beside itself, as they are beside this file. */
async function readAsset(file: string, type: string) {
  const text = await readFile(new URL(`./browser/${file}`, import.meta.url), 'utf8');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  // The path changes with the text, so that a browser may keep it.
  return { file, type, text, path: `/console/${file}?${version}` };
}
