import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

interface Asset {
  readonly file: string;
  readonly type: string;
  readonly text: string;
  /** Changes with the text, so that a browser may keep it. */
  readonly path: string;
}

export type Assets = readonly [style: Asset, script: Asset];

export async function readAssets(): Promise<Assets> {
  return Promise.all([readAsset('console.css', 'text/css'), readAsset('console.js', 'text/javascript')]);
}

/** The build puts them beside itself, as they are beside this file. */
async function readAsset(file: string, type: string): Promise<Asset> {
  const text = await readFile(new URL(`./browser/${file}`, import.meta.url), 'utf8');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { file, type, text, path: `/console/${file}?${version}` };
}
