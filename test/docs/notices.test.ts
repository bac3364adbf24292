import { execSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Those whose code is in the built program, by their folder. */
function bundledFolders(): readonly string[] {
  const regions = readdirSync(new URL('dist/cli', root))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...read(`dist/cli/${name}`).matchAll(/^\/\/#region (node_modules\/\S+)/gm)]);
  return [...new Set(regions.map(([, path = '']) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))];
}

it('leaves what conf brings and does not use out of the program: schemas and comparisons of versions', () => {
  const names = bundledFolders().map((folder) => folder.replace(/^.*node_modules\//, ''));
  expect(names).toContain('conf');
  expect(names.filter((name) => /^(ajv|ajv-formats|fast-uri|semver|env-paths)$/.test(name))).toEqual([]);
});

it('names every package whose code is in the built program, with its version and the text of its licence', () => {
  const bundled = bundledFolders();
  const notices = read('THIRD-PARTY-NOTICES.txt').replaceAll(/\s+/g, ' ');
  for (const folder of bundled) {
    const { name, version } = JSON.parse(read(`${folder}/package.json`)) as { name: string; version: string };
    const licence = readdirSync(new URL(folder, root)).find((file) => /^licen[cs]e/i.test(file)) ?? '';
    expect(notices, folder).toContain(`${name} ${version} (`);
    expect(notices, folder).toContain(read(`${folder}/${licence}`).replaceAll(/\s+/g, ' ').trim());
  }
  expect(bundled.length).toBeGreaterThan(15);
});

it('names them in the list that comes with a release, by the command of SECURITY.md, each with a licence that asks for its text only', () => {
  const [command = ''] = /npm sbom [^`]+/.exec(read('SECURITY.md')) ?? [];
  expect(read('.github/workflows/release.yml')).toContain(`${command} >`);
  const { components } = JSON.parse(execSync(command, { cwd: root, encoding: 'utf8' })) as {
    readonly components: readonly { readonly purl: string }[];
  };
  const listed = components.map(({ purl }) => decodeURIComponent(purl));
  const noticed = [...read('THIRD-PARTY-NOTICES.txt').matchAll(/^(\S+) (\d\S+) \((.+)\)$/gm)];
  expect(noticed.length).toBeGreaterThan(15);
  for (const [, name, version, licence] of noticed) {
    expect(listed).toContain(`pkg:npm/${name}@${version}`);
    expect(['MIT', 'ISC', 'Apache-2.0'], name).toContain(licence);
  }
});

it('ships the notices, and with the executable those of what the WebAssembly of jq contains', () => {
  expect(packageFacts.files).toContain('THIRD-PARTY-NOTICES.txt');
  const notices = read('THIRD-PARTY-NOTICES.jq.txt');
  for (const author of ['Stephen Dolan', 'David M. Gay', 'International Business Machines', 'Kungliga', 'K.Kosako']) {
    expect(notices).toContain(author);
  }
});
