import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { standardSignature } from '../../src/service/webhooks/signature.ts';

const page = readFileSync(new URL('../../docs/integrate/webhooks.md', import.meta.url), 'utf8');
const SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const BODY = '{"type":"payment.completed","data":{"description":"Pão"}}';

/** A webhook that is none: a header is missing, or is no signature. */
const FORGED = [
  { 'webhook-timestamp': undefined },
  { 'webhook-signature': undefined },
  { 'webhook-signature': 'é'.repeat(47) },
  // A server in Python may read bytes that are no UTF-8 so.
  { 'webhook-signature': '\udce9'.repeat(47) },
  { 'webhook-timestamp': '9'.repeat(5_000) },
];
const VERDICTS = ['true', ...Array.from({ length: FORGED.length + 1 }, () => 'false')];

/** Runs the example of the page on a webhook, on one whose body was changed, and on the forged ones. */
function verdictsOf(program: string, flags: readonly string[], language: string, use: string): string[] {
  const example = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = standardSignature({ id: 'evt_1', timestamp, body: BODY, secret: SECRET });
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  const forged = FORGED.map((changed) => ({ ...headers, ...changed }));
  const told = JSON.stringify({ headers, forged, body: BODY, secret: SECRET });
  const { status, stdout, stderr } = spawnSync(program, [...flags, `${example}\n${use}`, told], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim().toLowerCase().split(/\s+/);
}

it('the example for Node accepts a genuine webhook, and refuses changed and forged ones', () => {
  const use = `const { headers, forged, body, secret } = JSON.parse(process.argv[1]);
    console.log(isGenuine(headers, body, secret), isGenuine(headers, body + ' ', secret));
    for (const one of forged) console.log(isGenuine(one, body, secret));`;
  expect(verdictsOf(process.execPath, ['--input-type=module', '-e'], 'js', use)).toEqual(VERDICTS);
});

it.skipIf(spawnSync('python3', ['--version']).status !== 0)('the example for Python does, too', () => {
  const use = `import json, sys
told = json.loads(sys.argv[1])
print(*(is_genuine(told["headers"], (told["body"] + end).encode(), told["secret"]) for end in ("", " ")))
print(*(is_genuine(one, told["body"].encode(), told["secret"]) for one in told["forged"]))`;
  expect(verdictsOf('python3', ['-c'], 'python', use)).toEqual(VERDICTS);
});
