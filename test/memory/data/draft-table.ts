import type { Table } from './tables.ts';

/** A table of one transaction. It is copied before the first change: most transactions only read most of what they use. */
export class DraftTable<Key, Row> implements Table<Key, Row> {
  #rows: Table<Key, Row>;
  #isCopy = false;

  constructor(committed: Table<Key, Row>) {
    this.#rows = committed;
  }

  /** The table after the commit. */
  get result(): Table<Key, Row> {
    return this.#rows;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(key: Key): boolean {
    return this.#rows.has(key);
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key);
  }

  set(key: Key, row: Row): void {
    this.#own().set(key, row);
  }

  delete(key: Key): boolean {
    return this.#rows.has(key) && this.#own().delete(key);
  }

  values(): MapIterator<Row> {
    return this.#rows.values();
  }

  [Symbol.iterator](): Iterator<[Key, Row]> {
    return this.#rows[Symbol.iterator]();
  }

  #own(): Table<Key, Row> {
    if (!this.#isCopy) this.#rows = new Map(this.#rows);
    this.#isCopy = true;
    return this.#rows;
  }
}
