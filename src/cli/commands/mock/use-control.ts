import type { ControlClient } from '../../../client/controls.ts';
import type { PageRange } from '../../../client/pages.ts';
import type { CommandModule } from '../../command/command.ts';
import type { Context } from '../../context/context.ts';
import { openControls } from '../../context/local-service.ts';
import type { Screen } from '../../context/screen.ts';
import { lookUp, lookUpByPart } from '../../input/look-up.ts';
import type { Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import type { Catalogue } from '../../text/translate.ts';

/** A use of one control, with options that have been read. */
interface Use<Answer> {
  /** @param id of the subject, whole; empty where there is none */
  readonly ask: (service: ControlClient, id: string) => Promise<Answer>;
  /** What the service may not have. */
  readonly subject?: Subject;
  /** The answer for a person; by default all of its fields. */
  readonly sheet?: (answer: Answer, style: HumanStyle) => string;
  /** A notice instead of the answer, for a person. */
  readonly notice?: (answer: Answer, screen: Screen) => string;
}

type Subject = readonly [kind: Exclude<keyof Catalogue['errors']['notFound'], 'entry' | 'event'>, id: string];

/** A command that uses one control, and prints its answer. @param read its options, before anything is sent */
export function using<Options, Answer>(
  read: (options: Options, text: Catalogue) => Use<Answer>,
): CommandModule<Options, Answer> {
  return {
    async run(context, options, output) {
      const { text, notify } = context.screen;
      const { ask, subject, sheet, notice } = read(options, text);
      const service = await openControls(context);
      const answer = await (subject === undefined
        ? ask(service, '')
        : askAbout(context, subject, (id) => ask(service, id)));
      if (notice !== undefined) {
        await output.one(answer, () => '');
        notify(notice(answer, context.screen));
      } else await output.one(answer, sheet && ((style) => sheet(answer, style)));
    },
  };
}

/** A part of an id is enough, as everywhere; the lists that complete it are read only then. */
async function askAbout<Answer>(
  context: Context,
  [kind, typed]: Subject,
  get: (id: string) => Promise<Answer>,
): Promise<Answer> {
  if (kind === 'account' || kind === 'webhook') {
    return lookUp(kind, typed, get(typed), context.screen.text);
  }
  async function* rows(range: PageRange) {
    const settings = await context.session.settings();
    // Only a key that is stored with the address of this service may reach it.
    if (settings.keySource !== 'profile') return;
    const client = await context.session.openClient(settings);
    yield* kind === 'withdrawal' ? client.withdraws.list(range) : client.payments.list(range);
  }
  return lookUpByPart(context, kind, typed, { get, rows });
}

interface Listing<Options, Row> {
  readonly name: string;
  readonly ask: (service: ControlClient, options: Options, text: Catalogue) => Promise<readonly Row[]>;
  readonly fields: Fields<Row>;
  readonly empty: (text: Catalogue) => string;
}

/** A command that shows a list of the local service. @param listing `name`: of the rows in JSON output */
export function listing<Options, Row>({
  name,
  ask,
  fields,
  empty,
}: Listing<Options, Row>): CommandModule<Options, Row> {
  return {
    async run(context: Context, options, output) {
      const rows = await ask(await openControls(context), options, context.screen.text);
      const source = {
        batches: [rows],
        envelope: (items: readonly unknown[]) => ({ [name]: items }),
        emptyMessage: empty(context.screen.text),
      };
      await output.list(source, fields);
    },
  };
}
