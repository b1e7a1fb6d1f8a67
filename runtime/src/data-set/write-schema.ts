import { resolve } from '../schema/descriptor/resolve.js';
import type { XmlAttribute, XmlElement } from '../xml/interfaces/tree.js';
import type { DataColumn, DataSet, DataTable } from './model.js';
import { attributeFor, elementOf, encodeName, msdataNamespace, XSD } from './names.js';

/**
 * The schema of a DataSet that was not read but made: one element a table, one more inside of it for each column, no table in
 * another one. Throws `TypeError` for tables of several namespaces, which need as many schemas.
 */
export function writeSchema(dataSet: DataSet): XmlElement {
  const { namespace = '' } = dataSet;
  requireOneNamespace(dataSet);
  const name = encodeName(dataSet.name);
  const tables = Object.entries(dataSet.tables).map(([table, content]) => tableElement(table, content));
  const choice = xsd('choice', [plain('minOccurs', '0'), plain('maxOccurs', 'unbounded')], tables);
  const element = xsd(
    'element',
    [
      plain('name', name),
      attributeFor(msdataNamespace, 'IsDataSet', 'true'),
      attributeFor(msdataNamespace, 'UseCurrentLocale', 'true'),
    ],
    [xsd('complexType', [], [choice])],
  );
  const attributes = [
    plain('id', name),
    ...(namespace === '' ? [] : [plain('targetNamespace', namespace)]),
    ...(namespace === '' ? [] : [plain('elementFormDefault', 'qualified')]),
  ];
  return elementOf(XSD, 'schema', attributes, [element], { xs: XSD, msdata: msdataNamespace });
}

function requireOneNamespace({ namespace = '', tables }: DataSet): void {
  for (const [name, table] of Object.entries(tables)) {
    const own = [table.namespace, ...Object.values(table.columns).map((column) => column.namespace)];
    if (own.every((each) => each === undefined || each === namespace)) {
      continue;
    }
    throw new TypeError(`the table ${JSON.stringify(name)} has a namespace of its own: the DataSet needs a schema`);
  }
}

/** Places of the columns: elements and attributes have no order among themselves. */
type Ordinals = ReadonlyMap<string, string>;

function tableElement(name: string, { columns }: DataTable): XmlElement {
  const entries = Object.entries(columns);
  const ordinals = new Map(entries.map(([column], at) => [column, String(at)]));
  const elements = entries.flatMap(([column, each]) =>
    isElement(each) ? [columnElement(column, each, ordinals)] : [],
  );
  const attributes = entries.flatMap(([column, each]) => attributeOf(column, each, ordinals));
  const text = entries.find(([, { mapping }]) => mapping === 'text');
  const type = text
    ? simpleContent(text[0], text[1], attributes)
    : xsd('complexType', [], [xsd('sequence', [], elements), ...attributes]);
  return xsd('element', [plain('name', encodeName(name))], [type]);
}

function simpleContent(name: string, column: DataColumn, attributes: readonly XmlElement[]): XmlElement {
  const extension = xsd('extension', [plain('base', typeName(column))], attributes);
  return xsd(
    'complexType',
    [],
    [xsd('simpleContent', [attributeFor(msdataNamespace, 'ColumnName', name)], [extension])],
  );
}

function isElement({ mapping }: DataColumn): boolean {
  return mapping === undefined || mapping === 'element';
}

function columnElement(name: string, column: DataColumn, ordinals: Ordinals): XmlElement {
  const optional = column.required === true ? undefined : '0';
  return xsd('element', [...declared(name, column, ordinals), attributeFor('', 'minOccurs', optional)], []);
}

function attributeOf(name: string, column: DataColumn, ordinals: Ordinals): readonly XmlElement[] {
  if (column.mapping !== 'attribute' && column.mapping !== 'hidden') {
    return [];
  }
  const isHidden = column.mapping === 'hidden';
  const use = isHidden ? 'prohibited' : column.required === true ? 'required' : undefined;
  const own = [attributeFor('', 'form', isHidden ? undefined : 'unqualified'), attributeFor('', 'use', use)];
  return [xsd('attribute', [...declared(name, column, ordinals), ...own], [])];
}

function declared(name: string, column: DataColumn, ordinals: Ordinals): readonly (XmlAttribute | undefined)[] {
  return [
    plain('name', encodeName(name)),
    plain('type', typeName(column)),
    dataType(column),
    attributeFor(msdataNamespace, 'Ordinal', ordinals.get(name)),
  ];
}

function dataType({ type, dotNetType }: DataColumn): XmlAttribute | undefined {
  return attributeFor(msdataNamespace, 'DataType', dotNetType ?? (type === 'any' ? 'System.Object' : undefined));
}

/** Types that restrict a built-in one are written as that one: a DataSet checks nothing that they would say. */
function typeName({ type, dotNetType }: DataColumn): string {
  if (type === 'any' || dotNetType?.startsWith('System.DateTimeOffset')) {
    return 'xs:anyType';
  }
  let builtIn = type;
  for (let step = 0; builtIn.namespace !== XSD && builtIn.base !== undefined && step < 100; step++) {
    builtIn = resolve(builtIn.base);
  }
  return builtIn.namespace === XSD ? `xs:${builtIn.name}` : 'xs:string';
}

function plain(name: string, value: string): XmlAttribute {
  return { namespace: '', name, value };
}

function xsd(
  name: string,
  attributes: readonly (XmlAttribute | undefined)[],
  children: readonly XmlElement[],
): XmlElement {
  return elementOf(XSD, name, attributes, children);
}
