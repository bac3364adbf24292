/**
 * Characters that move the cursor, change colours, hide, reorder or are not seen: controls, and marks of direction and of
 * format. One of them joins emoji, and is needed for nothing else.
 */
const HIDDEN = String.raw`(?!\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\u2028\u2029]`;
const CONTROLS = new RegExp(HIDDEN, 'gu');
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS_WITHIN_LINES = new RegExp(String.raw`(?![\t\n\r])${HIDDEN}`, 'gu');

/** Text from outside as one safe line: a description must not control the terminal. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS_AND_TABS, ' ').replace(CONTROLS, '');
}

/** Removes controls except line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS_WITHIN_LINES, '');
}

/** JSON escapes only C0 controls; the others must be escaped before they reach a terminal. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS_WITHIN_LINES, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
