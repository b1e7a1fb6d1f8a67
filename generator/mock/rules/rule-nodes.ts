import { nearest } from '@wsdl-codegen/runtime/schema';
import type { DescriptionNode, MapEntry, MapNode } from '../../description/syntax.js';
import type { DiagnosticCode } from '../../diagnostics/catalogue/index.js';
import { type Diagnostic, type DiagnosticParameters, diagnostic, type Span } from '../../diagnostics/diagnostic.js';
import type { RuleValue } from './model.js';

/** Reads nodes of YAML or JSON as what they should be, and collects the mistakes. */
export class RuleNodes {
  readonly diagnostics: Diagnostic[] = [];

  report<C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, span: Span): undefined {
    this.diagnostics.push(diagnostic(code, parameters, span));
    return undefined;
  }

  expected(node: DescriptionNode, what: string, expected: string): undefined {
    return this.report('mock/expected', { what, expected }, node.span);
  }

  /** The entries of an object by key; keys that are not known are reported and left out. */
  entries(node: DescriptionNode, what: string, known: readonly string[]): ReadonlyMap<string, MapEntry> {
    if (node.kind !== 'map') {
      this.expected(node, what, 'an object');
      return new Map();
    }
    for (const { key, keySpan } of node.entries) {
      if (!known.includes(key)) {
        this.report('mock/unknown-key', { key, what, known, nearest: nearest(key, known) }, keySpan);
      }
    }
    return new Map(node.entries.filter(({ key }) => known.includes(key)).map((entry) => [entry.key, entry]));
  }

  map(node: DescriptionNode, what: string): MapNode | undefined {
    return node.kind === 'map' ? node : this.expected(node, what, 'an object');
  }

  text(entry: MapEntry | undefined): string | undefined {
    if (entry === undefined) {
      return undefined;
    }
    const { key, value } = entry;
    return value.kind === 'text' && value.type !== 'null' ? value.text : this.expected(value, `"${key}"`, 'a text');
  }

  number(entry: MapEntry | undefined, { least = 0, most = 2 ** 31 - 1 } = {}): number | undefined {
    if (entry === undefined) {
      return undefined;
    }
    const { key, value } = entry;
    const number = value.kind === 'text' && value.type === 'number' ? Number(value.text) : Number.NaN;
    return Number.isInteger(number) && number >= least && number <= most
      ? number
      : this.expected(value, `"${key}"`, `a whole number from ${least} to ${most}`);
  }

  boolean(entry: MapEntry | undefined): boolean | undefined {
    if (entry === undefined) {
      return undefined;
    }
    const { key, value } = entry;
    return value.kind === 'text' && value.type === 'boolean'
      ? value.text === 'true'
      : this.expected(value, `"${key}"`, 'true or false');
  }

  /** One text, or a list of texts. */
  texts(entry: MapEntry | undefined): readonly string[] | undefined {
    if (entry === undefined) {
      return undefined;
    }
    const { key, value } = entry;
    const items = value.kind === 'list' ? value.items : [value];
    return items.flatMap((item) =>
      item.kind === 'text' ? [item.text] : (this.expected(item, `"${key}"`, 'a text or a list of texts') ?? []),
    );
  }
}

/** The JSON value of a node. Numbers that JavaScript would round stay texts. */
export function valueOfNode(node: DescriptionNode): RuleValue {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOfNode(value)]));
    case 'list':
      return node.items.map(valueOfNode);
    case 'text':
      return scalar(node.text, node.type);
  }
}

function scalar(text: string, type: 'string' | 'number' | 'boolean' | 'null'): RuleValue {
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return text.toLowerCase() === 'true';
    case 'number':
      return isExact(text) ? Number(text) : text;
    case 'string':
      return text;
  }
}

function isExact(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

/** The place of a value inside a node: the deepest part of the path that exists. */
export function spanAt(node: DescriptionNode, path: readonly (string | number)[]): Span {
  const [step, ...rest] = path;
  if (step === undefined) {
    return node.span;
  }
  if (node.kind === 'list') {
    const item = node.items[Number(step)];
    return item === undefined ? node.span : spanAt(item, rest);
  }
  const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === String(step)) : undefined;
  if (entry === undefined) {
    return node.kind === 'map' ? { ...node.span, length: 0 } : node.span;
  }
  return rest.length === 0 && entry.value.kind !== 'text' ? entry.keySpan : spanAt(entry.value, rest);
}
