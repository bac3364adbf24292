/**
 * What a service's refusals look like, so that they are told from those of a gateway before it:
 *
 * - `strict`: as its document has them: `success: false`, with `error` and `message`; of a 429 also how long to wait
 * - `message`: JSON of whatever form with a `message`, an `error` or `success: false`
 */
export const REFUSAL_FORMS = ['strict', 'message'] as const;
export type RefusalForm = (typeof REFUSAL_FORMS)[number];
export const REFUSAL_FORM_DEFAULT: RefusalForm = 'strict';
