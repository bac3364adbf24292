/** Changes the `?` of a statement into `$1`, `$2` and so on. Those in quotes are text. */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\?/g, (found) => {
    if (found !== '?') return found;
    count += 1;
    return `$${count}`;
  });
}
