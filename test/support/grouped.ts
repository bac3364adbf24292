/** Rows of a table whose inputs are listed by what is expected of them: each input, and that. */
export function grouped<Input>(groups: Readonly<Record<string, readonly Input[]>>): (readonly [Input, string])[] {
  return Object.entries(groups).flatMap(([expected, inputs]) => inputs.map((input) => [input, expected] as const));
}
