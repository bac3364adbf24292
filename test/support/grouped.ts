/** Rows of a table whose inputs are listed by what is expected of them: each input, and that. */
export function grouped<Input>(groups: Readonly<Record<string, readonly Input[]>>): (readonly [Input, string])[] {
  return Object.entries(groups).flatMap(([expected, inputs]) => inputs.map((input) => [input, expected] as const));
}

/** What stands in the lines of a text, of which a line may have several: `a | b`. */
export const linesIn = (text: string): string[] => text.trim().split(/\s*[|\n]\s*/);

/** Rows of a table in the lines of a text, with cells: `a;b | c;d`. */
export const rowsIn = (text: string): string[][] => linesIn(text).map((row) => row.split(';'));
