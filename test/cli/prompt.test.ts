import { describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';

function folderWith(profiles: Readonly<Record<string, string>>, current: string): string {
  const folder = temporaryFolder();
  const stored = openProfiles({ configDirectory: folder });
  for (const [name, baseUrl] of Object.entries(profiles)) stored.set(name, { baseUrl, apiKey: 'pk_test' });
  stored.use(current);
  return folder;
}

describe('pix prompt', () => {
  const services = { shop: 'https://wallet.example', mock: 'http://127.0.0.1:4010' };

  it('prints the active profile', async () => {
    const environment = { PIX_CONFIG_DIR: folderWith(services, 'shop') };
    expect(await runCli(['prompt'], { environment })).toMatchObject({ exitCode: 0, stdout: 'shop\n', stderr: '' });
  });

  it('marks a local service, so that test and real money are distinguished', async () => {
    const environment = { PIX_CONFIG_DIR: folderWith(services, 'shop') };
    expect((await runCli(['prompt', '-p', 'mock'], { environment })).stdout).toBe('mock:local\n');
    const { stdout } = await runCli(['prompt', '-p', 'mock', '--json'], { environment });
    expect(JSON.parse(stdout)).toEqual({ profile: 'mock', environment: 'local', host: '127.0.0.1:4010' });
  });

  it('prints the host without an active profile', async () => {
    const environment = {
      PIX_CONFIG_DIR: temporaryFolder(),
      PIX_BASE_URL: 'https://wallet.example',
      PIX_API_KEY: 'pk_x',
    };
    expect((await runCli(['prompt'], { environment })).stdout).toBe('wallet.example\n');
  });

  it('prints nothing without an address, and no error, because shells call it all the time', async () => {
    const environment = { PIX_CONFIG_DIR: temporaryFolder() };
    expect(await runCli(['prompt'], { environment })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});
