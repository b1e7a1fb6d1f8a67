import type { DataColumn, DataTable, DataValues } from './model.js';
import { encodeName } from './names.js';

/** A column as rows write it. */
export interface WrittenColumn {
  readonly name: string;
  /** Its name as that of an element. */
  readonly local: string;
  readonly column: DataColumn;
}

/** The columns of a table. The work for a row is in proportion to the values of the row, however many columns there are. */
export class PresentColumns {
  readonly #columns: readonly WrittenColumn[];
  readonly #places: ReadonlyMap<string, number>;

  constructor({ columns }: DataTable) {
    this.#columns = Object.entries(columns).map(([name, column]) => ({ name, local: encodeName(name), column }));
    this.#places = new Map(this.#columns.map(({ name }, place) => [name, place]));
  }

  /** The columns for which there is a value, in the order of the table. */
  of(values: DataValues): readonly WrittenColumn[] {
    const names = Object.keys(values);
    return names.length < this.#columns.length / 2
      ? this.#among(names.filter((name) => isPresent(values[name])))
      : this.#columns.filter(({ name }) => Object.hasOwn(values, name) && isPresent(values[name]));
  }

  #among(names: readonly string[]): readonly WrittenColumn[] {
    const places = names.map((name) => this.#places.get(name)).filter((place) => place !== undefined);
    return places.sort((a, b) => a - b).flatMap((place) => this.#columns[place] ?? []);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
