import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { standardSignature } from '../../src/service/webhooks/signature.ts';

const page = readFileSync(new URL('../../docs/integrate/webhooks.md', import.meta.url), 'utf8');
const SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const BODY = '{"type":"payment.completed","data":{"description":"Pão"}}';

/** Runs the example of the page on a webhook, and on one whose body was changed. */
function verdictsOf(program: string, flags: readonly string[], language: string, use: string): string[] {
  const example = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = standardSignature({ id: 'evt_1', timestamp, body: BODY, secret: SECRET });
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  const told = JSON.stringify({ headers, body: BODY, secret: SECRET });
  const { stdout, stderr } = spawnSync(program, [...flags, `${example}\n${use}`, told], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().toLowerCase().split(' ');
}

it('the example for Node accepts a genuine webhook, and refuses a changed one', () => {
  const use = `const { headers, body, secret } = JSON.parse(process.argv[1]);
    console.log(isGenuine(headers, body, secret), isGenuine(headers, body + ' ', secret));`;
  expect(verdictsOf(process.execPath, ['--input-type=module', '-e'], 'js', use)).toEqual(['true', 'false']);
});

it.skipIf(spawnSync('python3', ['--version']).status !== 0)('the example for Python does, too', () => {
  const use = `import json, sys
told = json.loads(sys.argv[1])
print(*(is_genuine(told["headers"], (told["body"] + end).encode(), told["secret"]) for end in ("", " ")))`;
  expect(verdictsOf('python3', ['-c'], 'python', use)).toEqual(['true', 'false']);
});
