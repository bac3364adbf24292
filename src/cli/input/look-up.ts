import { ApiError } from '../../client/errors.ts';
import { CommandError } from '../errors/command-error.ts';
import { EXIT } from '../errors/exit-code.ts';
import type { Catalogue } from '../text/translate.ts';

/** Looks one thing up by its id. @throws CommandError not_found (exit 6) when the service has none of that id */
export async function lookUp<Thing>(
  kind: keyof Catalogue['errors']['notFound'],
  id: string,
  request: Promise<Thing>,
  text: Catalogue,
): Promise<Thing> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new CommandError({
      ...text.errors.notFound[kind](id),
      code: 'not_found',
      exitCode: EXIT.notFound,
      details: { id, serviceMessage: error.serviceMessage },
      cause: error,
    });
  }
}
