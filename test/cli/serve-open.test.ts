import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { eventually } from '../support/hang.ts';

const SERVE = ['serve', '--mock', '--port', '0', '--no-profile', '--payments', '0', '--withdraws', '0'];
const STOPPED = { interruption: AbortSignal.abort(new Interruption('SIGTERM')) };
const onLinux = it.runIf(process.platform === 'linux');

const addressIn = (stdout: string) => /Console for your browser: (http:\/\/127\.0\.0\.1:\d+\/)\n/.exec(stdout)?.[1];

onLinux('serve --open: opens the console, whose address is printed, in the browser', async () => {
  const folder = temporaryFolder();
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > ${opened}.part; mv ${opened}.part ${opened}\n`, {
    mode: 0o755,
  });
  const environment = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const { exitCode, stdout } = await runCli([...SERVE, '--open'], { ...STOPPED, environment });
  expect([exitCode, addressIn(stdout)]).toEqual([0, expect.any(String)]);
  await eventually(() => expect(existsSync(opened)).toBe(true));
  expect(readFileSync(opened, 'utf8')).toBe(`${addressIn(stdout) ?? ''}\n`);
});

onLinux('serve --open: runs on where there is no browser', async () => {
  const { exitCode, stdout, stderr } = await runCli([...SERVE, '--open'], {
    ...STOPPED,
    environment: { PATH: '/none' },
  });
  expect([exitCode, stderr, addressIn(stdout)]).toEqual([0, 'Stopping.\n', expect.any(String)]);
});
