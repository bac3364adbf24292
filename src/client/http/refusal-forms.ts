/**
 * The form of a service's refusals, which distinguishes them from those of a gateway:
 *
 * - `strict`: as documented: `success: false`, with `error` and `message`; for a 429 also how long to wait
 * - `message`: any JSON with a `message`, an `error` or `success: false`
 */
export const REFUSAL_FORMS = ['strict', 'message'] as const;
/** The form of a service's refusals: `strict`, as documented, or `message`, any JSON that says why or `success: false`. */
export type RefusalForm = (typeof REFUSAL_FORMS)[number];
export const REFUSAL_FORM_DEFAULT: RefusalForm = 'strict';
