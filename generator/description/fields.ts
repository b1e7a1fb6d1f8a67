import type { DiagnosticCode } from '../diagnostics/catalogue/index.js';
import { type Diagnostic, type DiagnosticParameters, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import type { FieldDescription, TypeNotation } from './model.js';
import type { DescriptionNode, MapEntry, MapNode, TextNode } from './syntax.js';

/** XML Schema's NCName without combining characters: the names that a description may give. */
const namePattern = /^[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*$/u;

const typeExpression = /^([\p{L}_][\p{L}\p{N}\p{M}_.\-·]*)((?:\[\])*)(\?)?$/u;

/** Reads nodes into typed values and collects their mistakes. */
export class NodeReader {
  readonly diagnostics: Diagnostic[] = [];

  /** A map whose keys are all among `known`; anything else is reported. */
  map(node: DescriptionNode, what: string, known: readonly string[]): Fields {
    if (node.kind !== 'map') {
      return new Fields(this, this.expected(node, what, 'a map of keys to values'));
    }
    for (const { key, keySpan } of node.entries) {
      if (!known.includes(key)) {
        this.diagnostics.push(diagnostic('description/unknown-key', { key, what, known: known.join(', ') }, keySpan));
      }
    }
    return new Fields(this, node);
  }

  /** The entries of a map from names to something; names that XML does not allow are reported and left out. */
  named(node: DescriptionNode | undefined, what: string): readonly MapEntry[] {
    if (node === undefined || isNull(node)) {
      return [];
    }
    if (node.kind !== 'map') {
      return this.expected(node, what, 'a map of names').entries;
    }
    return node.entries.filter((entry) => this.name(entry.key, entry.keySpan));
  }

  name(name: string, span: Span): boolean {
    const valid = namePattern.test(name);
    if (!valid) {
      this.diagnostics.push(diagnostic('description/invalid-name', { name }, span));
    }
    return valid;
  }

  /** A string; anything else is reported. */
  text(node: DescriptionNode, what: string): string {
    return this.scalar(node, what, ['string'], 'a string');
  }

  /** A number, or a string with a value that a number cannot represent. */
  number(node: DescriptionNode, what: string): string {
    return this.scalar(node, what, ['string', 'number'], 'a number');
  }

  /** A value as it is written. */
  value(node: DescriptionNode, what: string): string {
    return this.scalar(node, what, ['string', 'number', 'boolean'], 'a value');
  }

  /** The text of a scalar of one of these types; `''`, and a report, for everything else. */
  scalar(node: DescriptionNode, what: string, types: readonly TextNode['type'][], expected: string): string {
    if (node.kind === 'text' && types.includes(node.type)) {
      return node.text;
    }
    this.expected(node, what, expected);
    return '';
  }

  choice<T extends string>(node: DescriptionNode, what: string, values: readonly T[]): T | undefined {
    if (node.kind !== 'text') {
      this.expected(node, what, `one of ${values.join(', ')}`);
      return undefined;
    }
    const { text } = node;
    const match = node.type === 'string' ? values.find((value) => value === text) : undefined;
    if (match === undefined) {
      const parameters = { what, value: text, expected: values.join(', ') };
      this.diagnostics.push(diagnostic('description/invalid-value', parameters, node.span));
    }
    return match;
  }

  boolean(node: DescriptionNode, what: string): boolean {
    return this.scalar(node, what, ['boolean'], 'true or false').toLowerCase() === 'true';
  }

  typeExpression(node: DescriptionNode, what: string): TypeNotation | undefined {
    const text = this.text(node, what).trim();
    const [, name, arrays = '', mark] = typeExpression.exec(text) ?? [];
    if (name !== undefined) {
      return { name, arrays: arrays.length / 2, nillable: mark !== undefined, span: node.span };
    }
    if (isString(node)) {
      this.diagnostics.push(diagnostic('description/invalid-type', { what, text }, node.span));
    }
    return undefined;
  }

  report<C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, span: Span): void {
    this.diagnostics.push(diagnostic(code, parameters, span));
  }

  missing(key: string, what: string, span: Span): void {
    this.diagnostics.push(diagnostic('description/missing-key', { key, what }, span));
  }

  /** A parameter, result or field: a type expression, or a map with more to say. */
  field(name: string, span: Span, node: DescriptionNode, what: string): FieldDescription | undefined {
    if (node.kind !== 'map') {
      const type = this.typeExpression(node, what);
      return type && { name, span: type.span, type, repeated: false };
    }
    const map = this.map(node, what, ['type', 'optional', 'nillable', 'repeated', 'default', 'documentation']);
    const type = map.required('type', (value) => this.typeExpression(value, what));
    if (type === undefined) {
      return undefined;
    }
    const optional = map.flag('optional');
    const nillable = map.flag('nillable');
    const value = map.optional('default', (child) => this.value(child, 'default'));
    return {
      name,
      span,
      type: { ...type, nillable: nillable ?? type.nillable },
      ...(optional !== undefined && { optional }),
      repeated: map.flag('repeated') ?? false,
      ...(value !== undefined && { default: value }),
      ...map.documentation(),
    };
  }

  fields(node: DescriptionNode | undefined, what: string): readonly FieldDescription[] {
    return this.named(node, what).flatMap(
      ({ key, keySpan, value }) => this.field(key, keySpan, value, `"${key}"`) ?? [],
    );
  }

  expected(node: DescriptionNode, what: string, expected: string): MapNode {
    this.diagnostics.push(diagnostic('description/expected', { what, expected }, node.span));
    return { kind: 'map', entries: [], span: node.span };
  }
}

/** True for nothing, `~` and `null`. */
export function isNull(node: DescriptionNode): boolean {
  return node.kind === 'text' && node.type === 'null';
}

function isString(node: DescriptionNode): boolean {
  return node.kind === 'text' && node.type === 'string';
}

/** The values of a map by key. */
export class Fields {
  readonly #reader: NodeReader;
  readonly #node: MapNode;
  readonly #byKey: ReadonlyMap<string, MapEntry>;

  constructor(reader: NodeReader, node: MapNode) {
    this.#reader = reader;
    this.#node = node;
    this.#byKey = new Map(node.entries.map((entry) => [entry.key, entry]));
  }

  get(key: string): DescriptionNode | undefined {
    return this.#byKey.get(key)?.value;
  }

  optional<T>(key: string, read: (node: DescriptionNode) => T): T | undefined {
    const value = this.get(key);
    return value === undefined ? undefined : read(value);
  }

  /** A string under a key. */
  text(key: string): string | undefined {
    return this.optional(key, (node) => this.#reader.text(node, key));
  }

  /** `true` or `false` under a key. */
  flag(key: string): boolean | undefined {
    return this.optional(key, (node) => this.#reader.boolean(node, key));
  }

  /** As `optional`, but absence is reported, at `span` or at the map. */
  required<T>(key: string, read: (node: DescriptionNode) => T, span: Span = this.#node.span): T | undefined {
    const value = this.get(key);
    if (value !== undefined) {
      return read(value);
    }
    this.#reader.missing(key, 'this map', span);
    return undefined;
  }

  keySpan(key: string): Span | undefined {
    return this.#byKey.get(key)?.keySpan;
  }

  /** The key `documentation` as an object to spread. */
  documentation(): { readonly documentation?: string } {
    const text = this.optional('documentation', (node) =>
      isNull(node) ? '' : this.#reader.text(node, 'documentation').trim(),
    );
    return text === undefined || text === '' ? {} : { documentation: text };
  }
}
