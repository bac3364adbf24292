/**
 * The words of a command line that runs without a shell: `op read "op://bank/pix key"`, `get --secret='pix key'`. Undefined
 * if a quote is not closed.
 */
export function commandWords(line: string): readonly string[] | undefined {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (words.some((word) => word === '"' || word === "'")) return undefined;
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
