import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';

/** A node of a YAML or JSON text, from which a description is read, independent of the parser's own types. */
export type DescriptionNode = MapNode | ListNode | TextNode;

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly span: Span;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: DescriptionNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly DescriptionNode[];
  readonly span: Span;
}

/** A scalar. Its text is kept as written: `null`, `1.10` and `yes` may be names or values of an enumeration. */
export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  /** The kind of a value in YAML or JSON. An empty value, `~` and `null` without quotes are null. */
  readonly type: 'string' | 'number' | 'boolean' | 'null';
  readonly span: Span;
}

/** Deepest nesting; a description needs seven levels. */
const maxDepth = 32;

type Yaml = typeof import('yaml');

/**
 * Parses YAML 1.2 or JSON. Every node knows its line and column. No root when the text is not YAML at all. Anchors and
 * aliases are refused: a description does not need them, and with them a small text can become a huge one.
 */
export async function parseDescription(
  text: string,
  file: string,
): Promise<readonly [DescriptionNode | undefined, readonly Diagnostic[]]> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const spanOf = (start: number, end: number): Span => {
    const { line, col } = lines.linePos(start);
    const last = lines.linePos(end);
    return { file, line, column: col, length: last.line === line ? last.col - col : 0 };
  };
  const converter = new Converter(yaml, spanOf);
  if (document.errors.length > 0) {
    const errors = document.errors.slice(0, 20);
    const found = errors.map((error) =>
      diagnostic('description/syntax', { reason: error.message }, spanOf(error.pos[0], error.pos[1])),
    );
    return [undefined, found];
  }
  const root = converter.node(document.contents, 0) ?? { kind: 'text', text: '', type: 'null', span: spanOf(0, 0) };
  return [root, converter.diagnostics];
}

class Converter {
  readonly diagnostics: Diagnostic[] = [];
  readonly #yaml: Yaml;
  readonly #spanOf: (start: number, end: number) => Span;

  constructor(yaml: Yaml, spanOf: (start: number, end: number) => Span) {
    this.#yaml = yaml;
    this.#spanOf = spanOf;
  }

  node(node: unknown, depth: number): DescriptionNode | undefined {
    if (!this.#yaml.isNode(node)) {
      return undefined;
    }
    const [start, end] = node.range ?? [0, 0];
    const span = this.#spanOf(start, end);
    if (depth > maxDepth) {
      return this.#refuse('the nesting is too deep', span);
    }
    if (this.#yaml.isScalar(node)) {
      const text = typeof node.value === 'string' ? node.value : (node.source ?? '');
      return { kind: 'text', text, type: typeOf(node.value), span };
    }
    if (this.#yaml.isSeq(node)) {
      return { kind: 'list', items: node.items.flatMap((item) => this.node(item, depth + 1) ?? []), span };
    }
    if (!this.#yaml.isMap(node)) {
      return this.#refuse('anchors and aliases are not allowed here', span);
    }
    return { kind: 'map', entries: this.#entries(node.items, depth), span };
  }

  #entries(pairs: readonly { key: unknown; value: unknown }[], depth: number): readonly MapEntry[] {
    const entries = new Map<string, MapEntry>();
    for (const pair of pairs) {
      const key = this.node(pair.key, depth + 1);
      if (key === undefined) {
        continue;
      }
      if (key.kind !== 'text') {
        this.#refuse('a key has to be a plain text', key.span);
        continue;
      }
      const value = this.node(pair.value, depth + 1) ?? { kind: 'text', text: '', type: 'null', span: key.span };
      if (entries.has(key.text)) {
        this.diagnostics.push(diagnostic('description/duplicate-key', { key: key.text }, key.span));
      } else {
        entries.set(key.text, { key: key.text, keySpan: key.span, value });
      }
    }
    return [...entries.values()];
  }

  #refuse(reason: string, span: Span): undefined {
    this.diagnostics.push(diagnostic('description/syntax', { reason }, span));
    return undefined;
  }
}

function typeOf(value: unknown): TextNode['type'] {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'boolean') {
    return 'boolean';
  }
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'string';
}
