import { PixError } from '../../../client/errors.ts';
import type { RawAnswer, RawRequest } from '../../../client/http/raw-request.ts';
import { readRequest, type RequestFlags } from './read-request.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { describeFailure } from '../../errors/failure.ts';
import { withoutControls } from '../../output/control-characters.ts';
import { announcePlan, moneySource } from '../../output/money-source.ts';
import { confirm } from '../../context/prompts.ts';
import { sendWatched } from '../../context/send-once.ts';
import { originOf, type Settings } from '../../context/settings.ts';

interface ApiFlags extends RequestFlags {
  readonly include?: boolean;
  readonly yes?: boolean;
}

/** `pix api METHOD PATH`: what is no GET may move money, so it is asked about, and sent once. */
export async function run(context: Context, flags: ApiFlags): Promise<void> {
  const { text } = context.screen;
  if (context.session.flags.fields !== undefined) throw usageError('conflicting_options', text.api.noFields);
  const request = await readRequest(context, flags);
  const { method, path } = request;
  const isRead = method === 'GET';
  const needsConsent = !isRead && flags.yes !== true;
  if (needsConsent && !context.screen.isInteractive)
    throw usageError('confirmation_required', text.api.needsYes(method));
  const settings = await (isRead ? context.session.settings() : context.session.settingsForWriting());
  const client = await context.session.openClient(settings);
  if (needsConsent) await obtainConsent(context, settings, request);

  let answer: RawAnswer | undefined;
  const send = async () => {
    answer = await client.request(request);
    if (answer.error !== undefined) throw answer.error;
  };
  try {
    await (isRead
      ? send()
      : sendWatched(context, send, {
          unknown: (reason) => text.api.unknown(method, path, reason),
          untold: (reason) => ({ ...text.api.untold(method, path, reason), details: { method, path } }),
        }));
  } catch (error) {
    if (answer !== undefined) printAnswer(context.screen, answer, flags);
    throw told(error, path, settings, context.screen);
  }
  if (answer !== undefined) printAnswer(context.screen, answer, flags);
}

async function obtainConsent(context: Context, settings: Settings, { method, path }: RawRequest): Promise<void> {
  const { text } = context.screen;
  const { name, isLocal } = moneySource(settings, text);
  await announcePlan(context.screen, [{ line: `${text.withdraw.plan.from}: ${name}`, isAlarming: !isLocal }], false);
  const isSure = await confirm(await context.host.prompts(), text.api.question(method, path), text);
  if (!isSure) throw usageError('cancelled', text.api.cancelled);
}

/** Bytes as they came; on a terminal they must not be able to steer it. */
function printAnswer({ print, columns }: Screen, { status, headers, bytes }: RawAnswer, flags: ApiFlags): void {
  const head = [`HTTP ${status}`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', ''].join('\n');
  if (flags.include === true) print(withoutControls(head));
  if (columns === undefined) {
    print(bytes);
    return;
  }
  const body = withoutControls(new TextDecoder().decode(bytes));
  print(body === '' || body.endsWith('\n') ? body : `${body}\n`);
}

function told(error: unknown, path: string, { baseUrl }: Settings, { text }: Screen): unknown {
  if (error instanceof PixError && error.code === 'other_origin') {
    return usageError('other_origin', text.api.otherOrigin(path, originOf(baseUrl)));
  }
  const failure = describeFailure(error, text);
  if (failure.status !== 404 || failure.exitCode !== EXIT.failed) return error;
  return new CommandError({ ...failure, hint: text.api.noRoute, exitCode: EXIT.notFound, cause: error });
}
