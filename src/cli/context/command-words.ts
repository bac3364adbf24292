/** The words of a command line, which runs without a shell: `op read "op://bank/pix key"`. */
export function commandWords(line: string): readonly string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return words.map((word) => word.replaceAll(/^["']|["']$/g, ''));
}
