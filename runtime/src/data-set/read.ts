import { string } from '../schema/construct/built-ins.js';
import { LexicalError, XmlDecodeError } from '../schema/descriptor/errors.js';
import { parseSimple } from '../schema/document/document.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { elementsOf } from '../xml/interfaces/tree.js';
import type { DataColumn, DataRow, DataSet, DataTable } from './model.js';
import {
  attributeOf,
  decodeName,
  diffgramNamespace,
  instanceNamespace,
  msdataNamespace,
  nameKey,
  record,
  textOf,
  XSD,
} from './names.js';
import { type DataSetSchema, readSchema, type TableSchema } from './schema.js';

/**
 * Reads the DataSet in a value that .NET declares as open content: its schema, which is in the message, and its rows, with
 * values decoded according to that schema (`bigint` for a long, as everywhere). `content` is that value, such as `{ schema,
 * $any }`; or the trees themselves. Without a schema every value is text. The value itself is not changed. Throws
 * `XmlDecodeError` if a value is not of its column's type, and `TypeError` if there are no trees.
 */
export function readDataSet(content: unknown): DataSet {
  const trees = treesIn(content, 0);
  if (trees.length === 0) {
    throw new TypeError('there is no element that could contain a DataSet');
  }
  const schemas = trees.filter(isSchema);
  const diffgram = trees.find((tree) => tree.namespace === diffgramNamespace && tree.name === 'diffgram');
  const reader = new RowReader(readSchema(schemas));
  if (diffgram !== undefined) {
    reader.diffgram(diffgram);
  } else {
    for (const tree of trees) {
      if (!isSchema(tree)) {
        reader.instance(tree);
      }
    }
  }
  return { ...reader.result(), ...(schemas.length > 0 && { schema: schemas }) };
}

function isSchema({ namespace, name }: XmlElement): boolean {
  return namespace === XSD && name === 'schema';
}

/**
 * The elements that a value contains: itself, or those in its properties, or among its children if it is the element of the
 * DataSet.
 */
function treesIn(content: unknown, depth: number): readonly XmlElement[] {
  if (typeof content !== 'object' || content === null || depth > 2) {
    return [];
  }
  if (Array.isArray(content)) {
    return content.flatMap((part) => treesIn(part, depth + 1));
  }
  if (!isElement(content)) {
    return Object.values(content).flatMap((part) => treesIn(part, depth + 1));
  }
  const children = elementsOf(content);
  const wraps =
    children.some((child) => isSchema(child) || child.namespace === diffgramNamespace) &&
    content.namespace !== diffgramNamespace;
  return wraps ? children : [content];
}

function isElement(value: object): value is XmlElement {
  const { namespace, name, children } = value as Partial<XmlElement>;
  return typeof namespace === 'string' && typeof name === 'string' && Array.isArray(children);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Row = Mutable<DataRow>;

/**
 * Nulls that rows are given for columns which the message leaves out: so many in any case, and so many more for each element and attribute of
 * the rows, so that a short message cannot make many. Rows of .NET tell one column in three as a rule, and need one in 24. Beyond that the
 * columns are absent, which means the same.
 */
const freeNulls = 100_000;
const nullsEach = 16;

interface TableRows {
  readonly schema: TableSchema;
  /** Names of the columns so far, those that rows add to the schema included. */
  readonly names: Set<string>;
  /** The column whose value is the text of the row, if any. */
  readonly text: string | undefined;
  readonly rows: Row[];
  readonly deleted: Row[];
}

class RowReader {
  readonly #tables = new Map<string, TableRows>();
  readonly #byId = new Map<string, Row>();
  /** Nulls that rows may still be given. */
  #nullsLeft = freeNulls;
  #name: string;
  #namespace: string;

  constructor(schema: DataSetSchema | undefined) {
    this.#name = schema?.name ?? '';
    this.#namespace = schema?.namespace ?? '';
    for (const [key, table] of schema?.tables ?? []) {
      this.#tables.set(key, tableRows(table));
    }
  }

  result(): DataSet {
    const tables = record<DataTable>();
    for (const { schema, rows, deleted } of this.#tables.values()) {
      const name = Object.hasOwn(tables, schema.name) ? `{${schema.namespace}}${schema.name}` : schema.name;
      tables[name] = {
        columns: schema.columns,
        rows: inOrder(rows),
        ...(deleted.length > 0 && { deleted: inOrder(deleted) }),
        ...(schema.namespace !== this.#namespace && { namespace: schema.namespace }),
      };
    }
    return { name: this.#name, ...(this.#namespace !== '' && { namespace: this.#namespace }), tables };
  }

  diffgram(diffgram: XmlElement): void {
    const parts = elementsOf(diffgram);
    for (const part of parts) {
      if (part.namespace !== diffgramNamespace) {
        this.instance(part);
      }
    }
    for (const part of parts) {
      if (part.namespace !== diffgramNamespace) {
        continue;
      }
      if (part.name === 'before') {
        for (const row of elementsOf(part)) {
          this.#before(row);
        }
      }
      if (part.name === 'errors') {
        for (const row of elementsOf(part)) {
          this.#errors(row);
        }
      }
    }
  }

  /** The rows as they are. */
  instance(element: XmlElement): void {
    if (this.#name === '') {
      this.#name = decodeName(element.name);
      this.#namespace = element.namespace;
    }
    for (const row of elementsOf(element)) {
      this.#row(row, undefined);
    }
  }

  #row(element: XmlElement, parent: Row | undefined): void {
    const table = this.#table(element);
    const row = this.#values(table, element, table.rows.length);
    const state = attributeOf(element, 'hasChanges', diffgramNamespace);
    if (state === 'inserted' || state === 'modified') {
      row.state = state;
    }
    if (parent !== undefined) {
      row.parent = parent;
    }
    this.#identify(row, element);
    table.rows.push(row);
    for (const child of elementsOf(element)) {
      if (!table.schema.columnElements.has(keyOf(child))) {
        this.#row(child, row);
      }
    }
  }

  #before(element: XmlElement): void {
    const id = attributeOf(element, 'id', diffgramNamespace);
    const known = id === undefined ? undefined : this.#byId.get(id);
    const table = this.#table(element);
    const row = this.#values(table, element, table.deleted.length);
    if (known !== undefined) {
      known.original = row.values;
      return;
    }
    const parent = this.#byId.get(attributeOf(element, 'parentId', diffgramNamespace) ?? '');
    if (parent !== undefined) {
      row.parent = parent;
    }
    this.#identify(row, element);
    table.deleted.push(row);
  }

  #errors(element: XmlElement): void {
    const row = this.#byId.get(attributeOf(element, 'id', diffgramNamespace) ?? '');
    if (row === undefined) {
      return;
    }
    const error = attributeOf(element, 'Error', diffgramNamespace);
    if (error !== undefined) {
      row.error = error;
    }
    const columns = record<string>();
    for (const column of elementsOf(element)) {
      const text = attributeOf(column, 'Error', diffgramNamespace);
      if (text !== undefined) {
        columns[decodeName(column.name)] = text;
      }
    }
    if (Object.keys(columns).length > 0) {
      row.columnErrors = columns;
    }
  }

  #identify(row: Row, element: XmlElement): void {
    const id = attributeOf(element, 'id', diffgramNamespace);
    const order = attributeOf(element, 'rowOrder', msdataNamespace);
    if (id !== undefined) {
      row.id = id;
      this.#byId.set(id, row);
    }
    if (order !== undefined && /^\d{1,10}$/.test(order)) {
      row.order = Number(order);
    }
  }

  /** The table of a row. One that the schema does not know is made up: its columns are the elements without elements. */
  #table(element: XmlElement): TableRows {
    const key = keyOf(element);
    const known = this.#tables.get(key);
    if (known !== undefined) {
      return known;
    }
    const { namespace } = element;
    const schema = {
      name: decodeName(element.name),
      namespace,
      columns: record<DataColumn>(),
      columnElements: new Map<string, string>(),
      nested: new Map<string, TableSchema>(),
    };
    const table = tableRows(schema);
    this.#tables.set(key, table);
    return table;
  }

  #values({ schema, names, text }: TableRows, element: XmlElement, index: number): Row {
    const values = record<unknown>();
    // Nulls first: the columns of a row are in the order of the schema.
    this.#nullsLeft += nullsEach * (1 + element.attributes.length + element.children.length);
    const isWhole = names.size <= this.#nullsLeft;
    if (isWhole) {
      for (const name of names) {
        values[name] = null;
      }
    }
    const set = (name: string, holder: XmlElement | string): void => {
      const column = schema.columns[name];
      if (column !== undefined) {
        values[name] = columnValue(column, holder, [schema.name, index, name]);
      }
    };
    for (const attribute of element.attributes) {
      const { namespace, name, value } = attribute;
      const hidden = namespace === msdataNamespace && name.startsWith('hidden') ? decodeName(name.slice(6)) : undefined;
      const column = hidden ?? (namespace === '' || namespace === element.namespace ? decodeName(name) : undefined);
      if (column === undefined) {
        continue;
      }
      if (hidden !== undefined) {
        schema.columns[column] ??= { type: string, mapping: 'hidden' };
        names.add(column);
      }
      set(column, value);
    }
    for (const child of elementsOf(element)) {
      this.#infer(schema, names, child);
      const column = schema.columnElements.get(keyOf(child));
      if (column !== undefined) {
        set(column, child);
      }
    }
    if (text !== undefined) {
      set(text, element);
    }
    if (isWhole) {
      for (const value of Object.values(values)) {
        if (value === null) {
          this.#nullsLeft--;
        }
      }
    }
    return { values };
  }

  /** A column that is not in the schema. */
  #infer(schema: TableSchema, names: Set<string>, child: XmlElement): void {
    const key = keyOf(child);
    if (schema.columnElements.has(key) || schema.nested.has(key) || this.#tables.has(key)) {
      return;
    }
    if (elementsOf(child).length > 0 || attributeOf(child, 'id', diffgramNamespace) !== undefined) {
      return;
    }
    const name = decodeName(child.name);
    schema.columnElements.set(key, name);
    schema.columns[name] ??= { type: string };
    names.add(name);
  }
}

function tableRows(schema: TableSchema): TableRows {
  const columns = Object.entries(schema.columns);
  const text = columns.find(([, { mapping }]) => mapping === 'text')?.[0];
  return { schema, names: new Set(columns.map(([name]) => name)), text, rows: [], deleted: [] };
}

function columnValue(column: DataColumn, holder: XmlElement | string, path: readonly (string | number)[]): unknown {
  if (typeof holder !== 'string' && /^\s*(true|1)\s*$/.test(attributeOf(holder, 'nil', instanceNamespace) ?? '')) {
    return null;
  }
  if (column.type === 'any') {
    return holder;
  }
  const text = typeof holder === 'string' ? holder : textOf(holder);
  try {
    return parseSimple(column.type, text);
  } catch (error) {
    if (!(error instanceof LexicalError)) {
      throw error;
    }
    throw new XmlDecodeError('invalid-value', error.message, 'DataSet', path, { line: 0, column: 0 });
  }
}

/** By the position in the message; rows without one keep theirs. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows.every(({ order }) => order !== undefined)
    ? [...rows].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    : rows;
}

function keyOf({ namespace, name }: XmlElement): string {
  return nameKey(namespace, name);
}
