import type { Context } from './context.ts';

/** Start and end of a copy-and-paste code are enough to recognise it. */
const SHOWN_LETTERS = 40;

/** Programs that write stdin to the clipboard, each with the environment variable that shows it is available. */
function programsOf(environment: Context['host']['environment']): readonly (readonly string[])[] {
  const isSet = (name: string) => (environment[name] ?? '') !== '';
  // On a remote machine, only the person's terminal reaches the clipboard.
  if (isSet('SSH_CONNECTION')) return [];
  if (process.platform === 'darwin') return [['pbcopy']];
  if (process.platform === 'win32') return [['clip']];
  const ofX11 = [
    ['xclip', '-selection', 'clipboard'],
    ['xsel', '--clipboard', '--input'],
  ];
  return [...(isSet('WAYLAND_DISPLAY') ? [['wl-copy']] : []), ...(isSet('DISPLAY') ? ofX11 : [])];
}

/**
 * Copies a text to the clipboard with a program of the machine, and with the terminal's OSC 52 sequence, which also
 * works over ssh. Reports what was copied, or that nothing was.
 */
export async function copyToClipboard({ host, screen }: Context, copied: string): Promise<void> {
  const { environment, stderr } = host;
  let isCopied = false;
  for (const program of programsOf(environment)) {
    isCopied ||= await host.page(program, copied, '');
  }
  if (stderr.isTerminal && environment['TERM'] !== 'dumb') {
    stderr.write(`\u001b]52;c;${Buffer.from(copied).toString('base64')}\u0007`);
    isCopied = true;
  }
  const end = SHOWN_LETTERS / 2;
  const shown = copied.length > SHOWN_LETTERS ? `${copied.slice(0, end - 1)}…${copied.slice(-end)}` : copied;
  if (isCopied) screen.notify(screen.text.words.copied(shown));
  else screen.warn(screen.text.words.notCopied);
}
