import { builtIns } from '../schema/construct/built-ins.js';
import type { SimpleType } from '../schema/descriptor/descriptor.js';
import { lookedUp } from '../schema/descriptor/resolve.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { elementsOf } from '../xml/interfaces/tree.js';
import { innerScope, namespaceIn, type TreeScope } from '../xml/trees/tree-scope.js';
import type { DataColumn } from './model.js';
import { attributeOf, decodeName, msdataNamespace, nameKey, record, XSD } from './names.js';

/** A table as a schema declares it. */
export interface TableSchema {
  readonly name: string;
  readonly namespace: string;
  readonly columns: Record<string, DataColumn>;
  /** Columns and tables by the names of their elements, `{namespace}local`. */
  readonly columnElements: Map<string, string>;
  readonly nested: Map<string, TableSchema>;
}

/** A DataSet as its schema declares it. */
export interface DataSetSchema {
  readonly name: string;
  readonly namespace: string;
  /** Every table, at whatever depth it is nested, by the name of its element. */
  readonly tables: Map<string, TableSchema>;
}

/** Reads the tables of a DataSet from the schema that travels with it; nothing when no element is marked as the data set. */
export function readSchema(schemas: readonly XmlElement[]): DataSetSchema | undefined {
  const reader = new SchemaReader(schemas);
  return reader.read();
}

/** An element of a schema, with its context: prefixes in scope, and its document. */
interface Scoped {
  readonly element: XmlElement;
  readonly prefixes: TreeScope | undefined;
  readonly schema: XmlElement;
}

/** Longest chain of types that is followed, and deepest nesting of groups. */
const maxChain = 100;

class SchemaReader {
  readonly #elements = new Map<string, Scoped>();
  readonly #types = new Map<string, Scoped>();
  readonly #tables = new Map<string, TableSchema>();
  #root: Scoped | undefined;
  /** How deep the table that is read is nested. */
  #depth = 0;

  constructor(schemas: readonly XmlElement[]) {
    for (const schema of schemas) {
      const prefixes = innerScope(schema, undefined);
      const namespace = attributeOf(schema, 'targetNamespace') ?? '';
      for (const element of elementsOf(schema)) {
        if (element.namespace !== XSD) {
          continue;
        }
        const scoped = { element, prefixes: innerScope(element, prefixes), schema };
        const name = nameKey(namespace, attributeOf(element, 'name') ?? '');
        if (element.name === 'element') {
          this.#elements.set(name, scoped);
        }
        if (element.name === 'complexType' || element.name === 'simpleType') {
          this.#types.set(name, scoped);
        }
        if (isTrue(attributeOf(element, 'IsDataSet', msdataNamespace))) {
          this.#root ??= scoped;
        }
      }
    }
  }

  read(): DataSetSchema | undefined {
    const root = this.#root;
    if (root === undefined) {
      return undefined;
    }
    const type = this.#complexType(root);
    if (type !== undefined) {
      this.#particles(type, 0, (particle) => this.#table(particle));
    }
    const namespace = attributeOf(root.schema, 'targetNamespace') ?? '';
    return { name: decodeName(attributeOf(root.element, 'name') ?? ''), namespace, tables: this.#tables };
  }

  /** The table that an element declares; nothing when it is a column. */
  #table(particle: Scoped): TableSchema | undefined {
    const { declaration, name, namespace } = this.#declared(particle);
    const key = nameKey(namespace, name);
    const known = this.#tables.get(key);
    if (known !== undefined) {
      return known;
    }
    const type = this.#complexType(declaration);
    if (type === undefined || this.#depth > maxChain) {
      return undefined;
    }
    if (attributeOf(declaration.element, 'DataType', msdataNamespace) !== undefined) {
      return undefined;
    }
    const table: TableSchema = {
      name: decodeName(name),
      namespace,
      columns: record(),
      columnElements: new Map(),
      nested: new Map(),
    };
    this.#tables.set(key, table);
    this.#depth++;
    this.#particles(type, 0, (child) => this.#column(table, child));
    this.#depth--;
    for (const part of elementsOf(type.element)) {
      if (part.name === 'attribute') {
        this.#attribute(table, inside(type, part));
      }
      if (part.name === 'simpleContent') {
        this.#text(table, inside(type, part));
      }
    }
    return table;
  }

  #column(table: TableSchema, particle: Scoped): void {
    const { declaration, name, namespace } = this.#declared(particle);
    const key = nameKey(namespace, name);
    const nested = this.#table(particle);
    if (nested !== undefined) {
      table.nested.set(key, nested);
      return;
    }
    const column = decodeName(name);
    table.columnElements.set(key, column);
    table.columns[column] = {
      ...this.#columnType(declaration),
      ...(namespace !== table.namespace && { namespace }),
      ...(attributeOf(particle.element, 'minOccurs') !== '0' && { required: true }),
    };
  }

  #attribute(table: TableSchema, attribute: Scoped): void {
    const name = attributeOf(attribute.element, 'name');
    if (name === undefined) {
      return;
    }
    const use = attributeOf(attribute.element, 'use');
    table.columns[decodeName(name)] = {
      ...this.#columnType(attribute),
      mapping: use === 'prohibited' ? 'hidden' : 'attribute',
      ...(use === 'required' && { required: true }),
    };
  }

  #text(table: TableSchema, content: Scoped): void {
    for (const part of elementsOf(content.element)) {
      const derivation = inside(content, part);
      const name = attributeOf(content.element, 'ColumnName', msdataNamespace) ?? `${table.name}_text`;
      table.columns[name] = { type: this.#type(derivation, 'base', 0), mapping: 'text' };
      for (const attribute of elementsOf(part)) {
        if (attribute.name === 'attribute') {
          this.#attribute(table, inside(derivation, attribute));
        }
      }
    }
  }

  #columnType(declaration: Scoped): Pick<DataColumn, 'type' | 'dotNetType'> {
    const dotNetType = attributeOf(declaration.element, 'DataType', msdataNamespace);
    const type = this.#type(declaration, 'type', 0);
    // Such a column is declared as anything, and contains text.
    const isTime = type === 'any' && dotNetType?.startsWith('System.DateTimeOffset');
    return { type: isTime ? builtIn('dateTime') : type, ...(dotNetType !== undefined && { dotNetType }) };
  }

  /** The built-in type at the end of a type's restrictions. Lists and unions are read as text. */
  #type(of: Scoped, attribute: string, depth: number): SimpleType | 'any' {
    const text = builtIn('string');
    if (depth > maxChain) {
      return text;
    }
    if (of.element.name === 'complexType') {
      return 'any';
    }
    const reference = attributeOf(of.element, attribute);
    if (reference === undefined) {
      const inline = elementsOf(of.element).find(({ name }) => inlineTypes.has(name));
      if (inline === undefined) {
        return text;
      }
      return this.#type(inside(of, inline), inline.name === 'restriction' ? 'base' : 'type', depth + 1);
    }
    const name = resolve(of, reference);
    if (name === `{${XSD}}anyType`) {
      return 'any';
    }
    if (name.startsWith(`{${XSD}}`)) {
      return builtIn(name.slice(XSD.length + 2));
    }
    const named = this.#types.get(name);
    return named === undefined ? text : this.#type(named, 'type', depth + 1);
  }

  /** Calls `visit` for each element of the content model in a complex type or group. */
  #particles(of: Scoped, depth: number, visit: (particle: Scoped) => void): void {
    if (depth > maxChain) {
      return;
    }
    for (const child of elementsOf(of.element)) {
      const scoped = inside(of, child);
      if (child.namespace !== XSD) {
        continue;
      }
      if (child.name === 'element') {
        visit(scoped);
      }
      if (groups.has(child.name)) {
        this.#particles(scoped, depth + 1, visit);
      }
    }
  }

  /** The declaration that an element in a content model makes or refers to, and its name in a message. */
  #declared(particle: Scoped): { readonly declaration: Scoped; readonly name: string; readonly namespace: string } {
    const reference = attributeOf(particle.element, 'ref');
    const namespace = attributeOf(particle.schema, 'targetNamespace') ?? '';
    if (reference !== undefined) {
      const name = resolve(particle, reference);
      const end = name.lastIndexOf('}');
      const declaration = this.#elements.get(name) ?? particle;
      return { declaration, name: name.slice(end + 1), namespace: name.slice(1, end) };
    }
    const form = attributeOf(particle.element, 'form') ?? attributeOf(particle.schema, 'elementFormDefault');
    const name = attributeOf(particle.element, 'name') ?? '';
    return { declaration: particle, name, namespace: form === 'qualified' ? namespace : '' };
  }

  #complexType(declaration: Scoped): Scoped | undefined {
    const inline = elementsOf(declaration.element).find(({ name }) => name === 'complexType');
    if (inline !== undefined) {
      return inside(declaration, inline);
    }
    const reference = attributeOf(declaration.element, 'type');
    const named = reference === undefined ? undefined : this.#types.get(resolve(declaration, reference));
    return named?.element.name === 'complexType' ? named : undefined;
  }
}

const inlineTypes: ReadonlySet<string> = new Set(['simpleType', 'complexType', 'restriction']);
const groups: ReadonlySet<string> = new Set(['sequence', 'choice', 'all', 'complexContent', 'extension']);

function builtIn(name: string): SimpleType {
  const type = builtIns.get(name);
  return type?.kind === 'simple' ? type : (builtIns.get('string') as SimpleType);
}

function inside(parent: Scoped, element: XmlElement): Scoped {
  return { ...parent, element, prefixes: innerScope(element, parent.prefixes) };
}

function resolve({ prefixes }: Scoped, text: string): string {
  const [prefix, local] = text.includes(':') ? text.split(':', 2) : ['', text];
  return nameKey(lookedUp(namespaceIn(prefixes, prefix ?? '') ?? '').trim(), local?.trim() ?? '');
}

function isTrue(text: string | undefined): boolean {
  return text !== undefined && /^\s*(true|1)\s*$/i.test(text);
}
