import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import type { OperationRequest, Session } from './session.ts';

interface Endpoint<Parser> {
  readonly operation: Operation;
  /** Called once, when the first answer arrives. */
  readonly makeParser: () => Parser;
}

/** Loaded with the first request: zod takes most of the time that importing the library would take. */
const loadParsing = () => import('./parse-answer.ts');
type Parsing = Awaited<ReturnType<typeof loadParsing>>;

/**
 * An operation as a function from request to parsed answer.
 *
 * @param load called once, on first use
 */
export function endpoint<Parser extends z.ZodType>(
  session: Session,
  load: (parsing: Parsing) => Promise<Endpoint<Parser>>,
) {
  const open = async () => {
    const parsing = await loadParsing();
    return { ...(await load(parsing)), parseAnswer: parsing.parseAnswer };
  };
  let opening: ReturnType<typeof open> | undefined;
  let parser: Parser | undefined;
  return async (request: OperationRequest = {}): Promise<z.output<Parser>> => {
    const { operation, makeParser, parseAnswer } = await (opening ??= open());
    return session.ask(operation, request, (body) => {
      // A command mostly asks once. Who asks again is worth a compiled parser.
      const isFirst = parser === undefined;
      return parseAnswer((parser ??= makeParser()), body, isFirst);
    });
  };
}
