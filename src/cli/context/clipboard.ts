import { cutWithin } from '../output/text-width.ts';
import type { Context } from './context.ts';

/** A copy-and-paste code is known by its ends. */
const SHOWN_COLUMNS = 40;

/** Programs that take the clipboard's new content on stdin, by what shows that they can. */
function programsOf(environment: Context['host']['environment']): readonly (readonly string[])[] {
  // On another machine than the person's only their terminal reaches the clipboard.
  if ((environment['SSH_CONNECTION'] ?? '') !== '') return [];
  if (process.platform === 'darwin') return [['pbcopy']];
  if (process.platform === 'win32') return [['clip']];
  return [
    ...((environment['WAYLAND_DISPLAY'] ?? '') === '' ? [] : [['wl-copy']]),
    ...((environment['DISPLAY'] ?? '') === ''
      ? []
      : [
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--clipboard', '--input'],
        ]),
  ];
}

/**
 * Puts a text on the clipboard: by a program of the machine, and by what terminals understand (OSC 52), which works over
 * ssh, too. Says what was copied; without a terminal and a program, that nothing was.
 */
export async function copyToClipboard({ host, screen }: Context, copied: string): Promise<void> {
  const { environment, stderr } = host;
  let isCopied = false;
  for (const program of programsOf(environment)) {
    isCopied ||= await host.page(program, copied);
  }
  if (stderr.isTerminal && environment['TERM'] !== 'dumb') {
    stderr.write(`\u001b]52;c;${Buffer.from(copied).toString('base64')}\u0007`);
    isCopied = true;
  }
  if (isCopied) screen.notify(screen.text.words.copied(cutWithin(copied, SHOWN_COLUMNS)));
  else screen.warn(screen.text.words.notCopied);
}
