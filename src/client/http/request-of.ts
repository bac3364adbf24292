import { withRequestIds, type PixError, type RequestIds } from '../errors.ts';

/** By which request an answer came, for errors that are found in it later. */
const idsOfAnswers = new WeakMap<object, RequestIds>();

export function noteRequest<Answer>(answer: Answer, ids: RequestIds): Answer {
  if (typeof answer === 'object' && answer !== null) idsOfAnswers.set(answer, ids);
  return answer;
}

/** What was made of an answer came by the same request. */
export function ofSameRequest<Part extends object>(answer: object, part: Part): Part {
  const ids = idsOfAnswers.get(answer);
  return ids === undefined ? part : noteRequest(part, ids);
}

/** The error about an answer, with the ids of its request. */
export function errorAbout<Failure extends PixError>(answer: object, error: Failure): Failure {
  const ids = idsOfAnswers.get(answer);
  if (ids !== undefined) withRequestIds(error, ids);
  return error;
}
