import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { PROGRAM, runProcess } from '../support/pix-process.ts';

const SERVE = ['serve', '--mock', '--payments', '0', '--withdraws', '0', '--tls'];
const PATHS = (process.env['PATH'] ?? '').split(delimiter);
const hasProgram = (name: string) => PATHS.some((path) => existsSync(join(path, name)));

/** Runs a command beside a service with TLS. */
const beside = (command: readonly string[], folder: string, flags: readonly string[] = [], environment = {}) =>
  runProcess([...SERVE, ...flags, '--', ...command], { PIX_CONFIG_DIR: folder, ...environment });

/** One that is stopped before it has begun: it prints that it is ready, and ends. */
const stopped = (folder: string, flags: readonly string[] = []) =>
  runCli([...SERVE, '--port', '0', '--json', ...flags], {
    environment: { PIX_CONFIG_DIR: folder },
    interruption: AbortSignal.abort(new Interruption('SIGTERM')),
  });

const ASK = `
  const { PIX_BASE_URL: url, PIX_API_KEY: key } = process.env;
  for (const name of ['127.0.0.1', 'localhost']) {
    const { status } = await fetch(url.replace('127.0.0.1', name) + '/api/v1/user/balance', { headers: { 'X-API-Key': key } });
    console.log(status, url.split(':')[0]);
  }`;
const ASK_IN_PYTHON = `
import os, ssl, sys, urllib.request
context = ssl.create_default_context()
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(urllib.request.urlopen(os.environ["PIX_BASE_URL"] + "/readyz", context=context).status)`;

describe('pix serve --mock --tls', () => {
  it('is trusted by the command that runs beside it: Node, pix, curl and Python', async () => {
    const folder = temporaryFolder();

    const lines = [
      '"$0" --input-type=module -e "$1"',
      '"$0" "$2" balance --fields balance.total -o tsv',
      ...(hasProgram('curl')
        ? ['curl -sS -o "$4" -w "%{http_code}\\n" --cacert "$CURL_CA_BUNDLE" "$PIX_BASE_URL/readyz"']
        : []),
      ...(hasProgram('python3') ? ['python3 -c "$3"'] : []),
    ];
    const words = [process.execPath, ASK, PROGRAM, ASK_IN_PYTHON, join(folder, 'ready.json')];
    const { stdout, stderr, exitCode } = await beside(['sh', '-ec', lines.join('\n'), ...words], folder);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const [one, other, balance, ...others] = stdout.trimEnd().split('\n');
    expect([one, other, balance]).toEqual(['200 https', '200 https', expect.stringMatching(/^\d/)]);
    expect(others).toEqual(lines.slice(2).map(() => '200'));
  });

  it('adds to what the command trusts already', async () => {
    const [folder, own] = [temporaryFolder(), join(temporaryFolder(), 'own.pem')];
    writeFileSync(own, '-----BEGIN CERTIFICATE-----\nof a company\n-----END CERTIFICATE-----\n');
    const show = [
      'sh',
      '-c',
      'grep -h company "$NODE_EXTRA_CA_CERTS" "$SSL_CERT_FILE"; grep -c BEGIN "$SSL_CERT_FILE"',
    ];
    const { stdout } = await beside(show, folder, [], { SSL_CERT_FILE: own });
    expect(stdout).toBe('of a company\n2\n');
    const { stdout: both } = await beside(show, folder, [], { NODE_EXTRA_CA_CERTS: own });
    expect(both).toMatch(/^of a company\n\d+/);
  });

  it('keeps its certificate, closed to others, until it lacks a name or is damaged', async () => {
    const folder = temporaryFolder();
    const serviceFile = join(folder, 'tls/service.pem');
    const certificates = async (...flags: string[]) => {
      expect((await stopped(folder, flags)).exitCode).toBe(0);
      return [readFileSync(serviceFile, 'utf8'), readFileSync(join(folder, 'tls/authority.pem'), 'utf8')];
    };
    const [first, authority] = await certificates();
    expect([statSync(serviceFile).mode & 0o777, await certificates()]).toEqual([0o600, [first, authority]]);
    const [named] = await certificates('--allow-host', 'pix.example.com');
    expect(named).not.toBe(first);
    const [own, issuer] = named!
      .match(/-----BEGIN CERTIFICATE[^]+?END CERTIFICATE-----/g)!
      .map((pem) => new X509Certificate(pem)) as [X509Certificate, X509Certificate];
    expect(own.checkIssued(issuer) && own.verify(issuer.publicKey) && issuer.verify(issuer.publicKey)).toBe(true);
    expect([issuer.ca, own.ca, own.checkHost('pix.example.com')]).toEqual([true, false, 'pix.example.com']);
    expect(own.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:pix.example.com',
    );
    rmSync(join(folder, 'tls/authority.pem'));
    expect((await certificates())[0]).toBe(named);
    writeFileSync(serviceFile, 'nothing of the kind');
    expect((await certificates())[0]).toContain('BEGIN CERTIFICATE');
    if (hasProgram('openssl')) {
      const file = join(folder, 'tls/authority.pem');
      const verify = ['verify', '-x509_strict', '-CAfile', file, '-untrusted', file, serviceFile];
      expect((await promisify(execFile)('openssl', verify)).stdout).toContain(': OK');
    }
  });

  it('says where its authority is, and where it cannot be stored', async () => {
    const folder = temporaryFolder();
    const { stdout } = await stopped(folder);
    expect(JSON.parse(stdout)).toMatchObject({
      url: expect.stringMatching(/^https:/),
      ca: join(folder, 'tls/authority.pem'),
    });
    writeFileSync(join(folder, 'file'), '');
    const failed = await stopped(join(folder, 'file'));
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).toContain(join(folder, 'file/tls'));
  });
});
