interface Referring {
  schema: string;
  name: string;
  /** The tables that its rows refer to, with their schemas. */
  references: readonly string[];
}

/** Orders tables so that each comes after those that its rows refer to. A table may refer to itself. */
export function orderTables<Table extends Referring>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(nameOf));
    const ready = waiting.filter((table) => table.references.every((one) => one === nameOf(table) || !names.has(one)));
    if (ready.length === 0) throw new Error(`${[...names].join(', ')} refer to each other in a circle`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const nameOf = ({ schema, name }: Referring): string => `${schema}.${name}`;
