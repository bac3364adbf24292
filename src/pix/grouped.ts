/** Rows by what they have in common, in their order; those that have nothing are left out. Node 20 has no `Map.groupBy`. */
export function grouped<Row, Name>(rows: Iterable<Row>, nameOf: (row: Row) => Name | null): Map<Name, Row[]> {
  const groups = new Map<Name, Row[]>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}
