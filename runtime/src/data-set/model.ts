import type { SimpleType } from '../schema/descriptor/descriptor.js';
import type { XmlElement } from '../xml/interfaces/tree.js';

/**
 * A DataSet of .NET in its transmitted form: tables with rows, their changes, and errors (MS-DSDG). It is a view of the trees
 * in a message: `readDataSet` makes it, and `writeDataSet` turns it into trees again.
 */
export interface DataSet {
  readonly name: string;
  /** Namespace of the tables' elements; default none. */
  readonly namespace?: string;
  /** By name, in the order of the schema. */
  readonly tables: Readonly<Record<string, DataTable>>;
  /**
   * The schema as it was read, one for each namespace, which is written again. Without it one is made from the tables: then
   * rows are not written inside of others, and columns have to relate them.
   */
  readonly schema?: readonly XmlElement[];
}

/** A table of a DataSet. */
export interface DataTable {
  /** By name, in the order of the schema. */
  readonly columns: Readonly<Record<string, DataColumn>>;
  /** The rows as they are now, each with the state of its changes. */
  readonly rows: readonly DataRow[];
  /** Rows that were deleted since changes were last accepted, with the values that they had. */
  readonly deleted?: readonly DataRow[];
  /** Namespace of the rows' elements, where it is not the DataSet's. */
  readonly namespace?: string;
}

/** A column of a table. */
export interface DataColumn {
  /** Built-in type of the values; `'any'` for a column of objects, whose values are the elements that contain them. */
  readonly type: SimpleType | 'any';
  /** The place of values in the element of the row (`MappingType` of .NET); default `element`. */
  readonly mapping?: 'element' | 'attribute' | 'hidden' | 'text';
  /** Type of .NET, where XML Schema has none for it: `System.Guid`, maybe with its assembly. */
  readonly dotNetType?: string;
  /** Namespace of the values' elements, where it is not the row's. */
  readonly namespace?: string;
  /** True if rows always have a value. */
  readonly required?: boolean;
}

/** Values of a row by column. Null is .NET's `DBNull`; an absent one is null, too: large tables with many nulls are read so. */
export type DataValues = Readonly<Record<string, unknown>>;

/** A row of a table. */
export interface DataRow {
  readonly values: DataValues;
  /** The change since changes were last accepted; default `unchanged`. */
  readonly state?: 'unchanged' | 'inserted' | 'modified';
  /** The values before a modification. */
  readonly original?: DataValues;
  /** The row of another table that this one is nested in. */
  readonly parent?: DataRow;
  /** The error of the row. */
  readonly error?: string;
  /** The errors of its values, by column. */
  readonly columnErrors?: Readonly<Record<string, string>>;
  /** Name of the row in the message, and its place in the table, deleted rows counted. Given when read; not needed to write. */
  readonly id?: string;
  readonly order?: number;
}

/**
 * The trees of a DataSet, as properties of a position that .NET declares with `<s:element ref="s:schema"/><s:any/>`.
 */
export interface DataSetContent {
  /** `xs:schema`, one for each namespace. */
  schema: XmlElement[];
  /** `diffgr:diffgram`. */
  $any: XmlElement;
}
