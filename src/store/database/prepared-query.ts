import { type Connection, type QueryResultRow, type Submittable, types } from 'pg';
import { bindMessage } from './bind-message.ts';

/** What the driver offers and its types leave out: the texts of named statements, once parsed and until then. */
interface DriverConnection extends Connection {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

interface Field {
  name: string;
  dataTypeID: Parameters<typeof types.getTypeParser>[0];
}

interface Options {
  name: string;
  text: string;
  values: readonly unknown[];
  /**
   * Whether the columns are asked for once. PostgreSQL rejects a prepared statement whose columns have changed, but behind a
   * pooler the same name can be prepared again on another connection.
   */
  keepsColumns: boolean;
}

interface Outcome<Row> {
  resolve: (rows: Row[]) => void;
  reject: (error: Error) => void;
}

/** The columns that the statements of each connection return, by the names of the statements. */
const columnsOf = new WeakMap<Connection, Map<string, readonly Column[]>>();

/**
 * A named statement, which the driver submits like its `Query` and whose handlers it calls. `Query` writes four messages, copies
 * every value twice, and asks each time which columns the statement returns.
 */
export class PreparedQuery<Row extends QueryResultRow> implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The driver replaces it: its timeout comes first, and what comes after the timeout is dropped. */
  callback: (error: Error | null, rows: Row[]) => void;
  readonly #keepsColumns: boolean;
  readonly #rows: Row[] = [];
  #kept: Map<string, readonly Column[]> | undefined;
  #columns: readonly Column[] = [];
  #failure: Error | undefined;

  constructor({ name, text, values, keepsColumns }: Options, { resolve, reject }: Outcome<Row>) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.#keepsColumns = keepsColumns;
    this.callback = (error, rows) => (error ? reject(error) : resolve(rows));
  }

  /** Returns an error if nothing was sent because the statement is wrong. */
  submit(connection: Connection): Error | null {
    const { parsedStatements, submittedNamedStatements, stream } = connection as DriverConnection;
    const { name, text, values } = this;
    const known = parsedStatements[name] ?? submittedNamedStatements[name];
    if (known !== undefined && known !== text) return new Error(`Two statements are named ${name}.`);
    if (this.#keepsColumns) this.#kept = keptColumns(connection);
    const columns = this.#kept?.get(name);
    let message: Buffer;
    try {
      message = bindMessage(name, values, columns === undefined ? 'describe' : 'described');
    } catch (error) {
      return error as Error;
    }
    if (columns) this.#columns = columns;
    // The end of a broken connection fails all of its statements.
    if (!stream.writable) return null;
    if (known === undefined) {
      (connection as DriverConnection).parse({ name, text });
      submittedNamedStatements[name] = text;
    }
    stream.write(message);
    return null;
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const { name, parse } = this.#columns[index] as Column;
        const text = fields[index] as string | null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#rows.push(row as Row);
  }

  handleCommandComplete(): void {
    this.#kept?.set(this.name, this.#columns);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }
}

function keptColumns(connection: Connection): Map<string, readonly Column[]> {
  const kept = columnsOf.get(connection) ?? new Map<string, readonly Column[]>();
  columnsOf.set(connection, kept);
  return kept;
}
