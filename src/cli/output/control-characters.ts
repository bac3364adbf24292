/**
 * Characters that move the cursor, change colours, hide or reorder text: C0 and C1 controls, DEL, bidirectional
 * overrides.
 */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS_WITHIN_LINES = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

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
  return json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
