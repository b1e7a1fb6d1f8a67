import { LexicalError, XmlEncodeError } from '../schema/descriptor/errors.js';
import { formatSimple } from '../schema/document/document.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/interfaces/tree.js';
import type { DataColumn, DataRow, DataSet, DataSetContent, DataTable, DataValues } from './model.js';
import { attributeFor, diffgramNamespace, elementOf, encodeName, msdataNamespace, xmlNamespace } from './names.js';
import { PresentColumns } from './present-columns.js';
import { writeSchema } from './write-schema.js';

/**
 * The trees of a DataSet: its schema, and a diffgram with its rows, what they were, and errors (MS-DSDG, 2.3.2). The result is the value
 * of a position `{ schema, $any }`. Throws `XmlEncodeError` for a value that is not of its column's type.
 */
export function writeDataSet(dataSet: DataSet): DataSetContent {
  const writer = new RowWriter(dataSet);
  return { schema: [...(dataSet.schema ?? [writeSchema(dataSet)])], $any: writer.diffgram() };
}

interface Identity {
  readonly id: string;
  readonly order: number;
}

class RowWriter {
  readonly #dataSet: DataSet;
  readonly #tables: readonly (readonly [string, DataTable])[];
  readonly #identities = new Map<DataRow, Identity>();
  readonly #columns = new Map<DataTable, PresentColumns>();
  /** Rows that are nested in another one. */
  readonly #nested = new Map<DataRow, (() => XmlElement)[]>();

  constructor(dataSet: DataSet) {
    this.#dataSet = dataSet;
    this.#tables = Object.entries(dataSet.tables);
    for (const [name, table] of this.#tables) {
      this.#identify(name, table);
    }
  }

  diffgram(): XmlElement {
    const { name, namespace = '' } = this.#dataSet;
    const current = this.#current();
    const before = this.#tables.flatMap(([table, content]) => this.#before(table, content));
    const errors = this.#tables.flatMap(([table, content]) => this.#errors(table, content));
    const parts: XmlElement[] = [];
    if (current.length > 0) {
      parts.push(elementOf(namespace, encodeName(name), [], current));
    }
    if (before.length > 0) {
      parts.push(elementOf(diffgramNamespace, 'before', [], before));
    }
    if (errors.length > 0) {
      parts.push(elementOf(diffgramNamespace, 'errors', [], errors));
    }
    return elementOf(diffgramNamespace, 'diffgram', [], parts, { msdata: msdataNamespace, diffgr: diffgramNamespace });
  }

  /** Names every row, with the names that rows have already left to these. */
  #identify(name: string, table: DataTable): void {
    const rows = [...table.rows, ...(table.deleted ?? [])];
    const taken = new Set(rows.map(({ id }) => id));
    const known = rows.every(({ order }) => order !== undefined);
    let count = 0;
    rows.forEach((row, index) => {
      let { id } = row;
      while (id === undefined) {
        const free = `${localName(name)}${++count}`;
        if (!taken.has(free)) {
          id = free;
        }
      }
      this.#identities.set(row, { id, order: known ? (row.order ?? index) : index });
    });
  }

  #current(): readonly XmlElement[] {
    const roots: (() => XmlElement)[] = [];
    const isNested = this.#dataSet.schema !== undefined;
    const standing = new Set(this.#tables.flatMap(([, { rows }]) => rows));
    for (const [name, table] of this.#tables) {
      for (const row of table.rows) {
        const write = (): XmlElement => this.#row(name, table, row, 'current');
        if (!isNested || row.parent === undefined || !standing.has(row.parent)) {
          roots.push(write);
        } else {
          this.#nestedIn(row.parent).push(write);
        }
      }
    }
    return roots.map((write) => write());
  }

  #nestedIn(row: DataRow): (() => XmlElement)[] {
    const known = this.#nested.get(row);
    if (known !== undefined) {
      return known;
    }
    const none: (() => XmlElement)[] = [];
    this.#nested.set(row, none);
    return none;
  }

  /** Rows that were modified or deleted, as they were. */
  #before(name: string, table: DataTable): readonly XmlElement[] {
    const modified = table.rows.filter(({ state, original }) => state === 'modified' && original !== undefined);
    return [
      ...modified.map((row) => this.#row(name, table, { ...row, values: row.original ?? row.values }, 'before', row)),
      ...(table.deleted ?? []).map((row) => this.#row(name, table, row, 'deleted')),
    ];
  }

  #errors(name: string, table: DataTable): readonly XmlElement[] {
    return table.rows.flatMap((row) => {
      const columns = Object.entries(row.columnErrors ?? {});
      if (row.error === undefined && columns.length === 0) {
        return [];
      }
      const namespace = this.#namespaceOf(table);
      const children = columns.map(([column, text]) => {
        const own = table.columns[column]?.namespace ?? namespace;
        return elementOf(own, encodeName(column), [attributeFor(diffgramNamespace, 'Error', text)], []);
      });
      const attributes = [
        attributeFor(diffgramNamespace, 'id', this.#identities.get(row)?.id),
        attributeFor(diffgramNamespace, 'Error', row.error),
      ];
      return [elementOf(namespace, encodeName(localName(name)), attributes, children)];
    });
  }

  #row(
    name: string,
    table: DataTable,
    row: DataRow,
    part: 'current' | 'before' | 'deleted',
    identified = row,
  ): XmlElement {
    const identity = this.#identities.get(identified);
    const namespace = this.#namespaceOf(table);
    const values = this.#values(localName(name), table, namespace, row.values, identity?.order ?? 0);
    const hasErrors = part === 'current' && (row.error !== undefined || row.columnErrors !== undefined);
    const changes = part === 'current' && row.state !== 'unchanged' ? row.state : undefined;
    const parent = part === 'deleted' && row.parent ? this.#identities.get(row.parent)?.id : undefined;
    const attributes = [
      attributeFor(diffgramNamespace, 'id', identity?.id),
      attributeFor(diffgramNamespace, 'parentId', parent),
      attributeFor(msdataNamespace, 'rowOrder', identity && String(identity.order)),
      attributeFor(diffgramNamespace, 'hasChanges', changes),
      attributeFor(diffgramNamespace, 'hasErrors', hasErrors ? 'true' : undefined),
      ...values.attributes,
    ];
    const nested = part === 'current' ? this.#nestedIn(row).map((write) => write()) : [];
    return elementOf(namespace, encodeName(localName(name)), attributes, [...values.children, ...nested]);
  }

  #values(name: string, table: DataTable, namespace: string, values: DataValues, order: number) {
    const attributes: XmlAttribute[] = [];
    const children: XmlNode[] = [];
    for (const { name: column, local, column: declaration } of this.#columnsOf(table).of(values)) {
      const written = format(declaration, values[column], [name, order, column]);
      switch (declaration.mapping ?? 'element') {
        case 'attribute':
          attributes.push({ namespace: '', name: local, value: plain(written) });
          break;
        case 'hidden':
          attributes.push({ namespace: msdataNamespace, name: `hidden${local}`, value: plain(written) });
          break;
        case 'text':
          children.push(plain(written));
          break;
        case 'element':
          children.push(valueElement(declaration.namespace ?? namespace, local, written));
      }
    }
    return { attributes, children };
  }

  #columnsOf(table: DataTable): PresentColumns {
    const known = this.#columns.get(table);
    if (known !== undefined) {
      return known;
    }
    const columns = new PresentColumns(table);
    this.#columns.set(table, columns);
    return columns;
  }

  #namespaceOf(table: DataTable): string {
    return table.namespace ?? this.#dataSet.namespace ?? '';
  }
}

/** Text of a value, or the element that is one. */
function format({ type }: DataColumn, value: unknown, path: readonly (string | number)[]): string | XmlElement {
  try {
    if (type !== 'any') {
      return formatSimple(type, value);
    }
    if (typeof value === 'object' && value !== null && 'children' in value) {
      return value as XmlElement;
    }
    throw new LexicalError('the value in a column of objects must be an XmlElement');
  } catch (error) {
    if (!(error instanceof LexicalError)) {
      throw error;
    }
    throw new XmlEncodeError('wrong-type', error.message, 'DataSet', path);
  }
}

function plain(written: string | XmlElement): string {
  return typeof written === 'string' ? written : written.children.filter((child) => typeof child === 'string').join('');
}

function valueElement(namespace: string, name: string, written: string | XmlElement): XmlElement {
  if (typeof written !== 'string') {
    return { ...written, namespace, name };
  }
  // .NET's readers drop text that is only white space, except for this.
  const space = /^[ \t\r\n]+$/.test(written) ? [attributeFor(xmlNamespace, 'space', 'preserve')] : [];
  return elementOf(namespace, name, space, written === '' ? [] : [written]);
}

/** Two tables of the same name are distinguished by their namespaces, `{namespace}name`. */
function localName(name: string): string {
  return name.startsWith('{') ? name.slice(name.lastIndexOf('}') + 1) : name;
}
