import { instanceNamespace } from '../descriptor/resolve.js';
import type { AttributePlan } from './plan.js';
import { recordMaker } from './record-maker.js';
import type { MatchStep, ScannedPart, ScanPrefixes } from './scan-nodes.js';
import { writtenOrder } from './scan-orders.js';
import { type InlineElement, type InlinePart, isEmptiable, type ScanShape } from './scan-shapes.js';
import { scannedText } from './scan-texts.js';
import type { SimplePlan } from './simple-plan.js';

/** Makes the expressions of scans. Tags are in a fixed order with texts between them, so none can begin at two places. */

const space = '[ \\t\\r\\n]*';
const anyText = '[^<]*';
const anyAttribute = '[^"<&\\t\\r\\n]*';
/** The attribute of a nil element; its prefix is a group. */
const nilAttribute = '([A-Za-z_][A-Za-z0-9_.-]*):nil="true"';
const never = '(?!)';

/** How elements are written: the prefixes that they have, and a part of a document. */
export interface TagNames {
  readonly namespaces: readonly string[];
  readonly prefixes: ScanPrefixes;
  readonly sample: string;
}

/** A name in a document; undefined if there is no prefix for it. */
function qualified(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  { namespaces, prefixes }: Pick<TagNames, 'namespaces' | 'prefixes'>,
): string | undefined {
  const prefix = prefixes[namespaces.indexOf(namespace)];
  return prefix === undefined ? undefined : prefix === '' ? name : `${prefix}:${name}`;
}

/** How an element begins, with the attribute that names its type; undefined if there is no prefix for something. */
export function startOf({ element, named }: ScanShape, names: TagNames): string | undefined {
  const tag = qualified(element, names);
  const attribute = qualified({ namespace: instanceNamespace, name: 'type' }, names);
  const type = named && qualified(named, names);
  if (named === undefined) {
    return tag && `<${tag}`;
  }
  return tag && attribute && type && `<${tag} ${attribute}="${type}"`;
}

/** A name as an expression: of the characters of names, only the point means something else there. */
function escaped(name: string | undefined): string {
  return name === undefined ? never : name.replaceAll('.', '\\.');
}

interface Made {
  readonly source: string;
  readonly parts: readonly ScannedPart[];
}

/** Where an expression stands among those of one element. */
export interface Stretch {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if all that comes after it may be absent. */
  readonly isRestEmptiable: boolean;
}

/** Makes one expression. */
export class ExpressionMaker {
  readonly #names: TagNames;
  #levels = 1;
  #load = 0;
  #attributes = 0;
  #groups = 0;

  constructor(names: TagNames) {
    this.#names = names;
  }

  /** Fields of a record, each of which may be absent. */
  fields(fields: readonly InlineElement[]): MatchStep {
    const made = fields.map((field) => this.#element(field, false));
    const source = made.map((each) => `(?:${each.source}${space})?`).join('');
    return this.#step(
      source,
      made.flatMap(({ parts }) => parts),
    );
  }

  /** A whole element of simple type or content. */
  textOf(shape: ScanShape): MatchStep {
    const { type, attributes } = shape;
    const tag = escaped(qualified(shape.element, this.#names));
    const found = this.#attributesOf(shape);
    const content = type === undefined ? [] : [this.#text(type)];
    const start = escaped(startOf(shape, this.#names)) + found.source;
    this.#count(attributes.length + 1, 0);
    return this.#step(
      `${start}${this.#ending(tag, shape, content)}${space}`,
      [found, ...content].flatMap((each) => each.parts),
    );
  }

  /** A stretch of the content of an element, with its start and end if these are next to it. */
  stretch(shape: ScanShape, run: readonly InlinePart[], { isFirst, isLast, isRestEmptiable }: Stretch): MatchStep {
    const tag = escaped(qualified(shape.element, this.#names));
    const attributes = isFirst ? this.#attributesOf(shape) : { source: '', parts: [] };
    this.#count(attributes.parts.length + 1, 0);
    const ends: number[] = [];
    const end = (): string => {
      ends.push(++this.#groups);
      return '()';
    };
    const isEmpty = isRestEmptiable && run.every(isEmptiable);
    const alone = isFirst && isEmpty ? ` ?/>${space}${end()}|` : '';
    const content = run.map((part) => this.#part(part, 2));
    const written = content.map(({ source }) => source).join('');
    const close = isLast ? `</${tag}>${space}` : isRestEmptiable ? `(?:</${tag}>${space}${end()})?` : '';
    const start = isFirst ? escaped(startOf(shape, this.#names)) + attributes.source : '';
    const inside = isFirst ? `>${space}${written}${close}` : written + close;
    const parts = [attributes, ...content].flatMap((each) => each.parts);
    return this.#step(alone === '' ? start + inside : `${start}(?:${alone}${inside})`, parts, ends);
  }

  #step(source: string, parts: readonly ScannedPart[], ends: readonly number[] = []): MatchStep {
    const expression = new RegExp(source, 'y');
    return {
      kind: 'match',
      expression,
      levels: this.#levels,
      load: this.#load,
      attributes: this.#attributes,
      groups: this.#groups,
      parts,
      ends,
    };
  }

  #count(attributes: number, load: number, level = 1): void {
    this.#attributes = Math.max(this.#attributes, attributes);
    this.#load = Math.max(this.#load, load);
    this.#levels = Math.max(this.#levels, level);
  }

  /** A part with the white space after it. */
  #part(part: InlinePart, level: number, load = 0): Made {
    if (part.kind === 'element') {
      const made = this.#element(part, part.isRequired, level, load);
      return { ...made, source: part.isRequired ? made.source + space : `(?:${made.source}${space})?` };
    }
    const isChoice = part.kind === 'choice';
    const made = part.parts.map((each) => this.#optionalPart(each, level, load, isChoice));
    const source = `(?:${made.map((each) => each.source).join(isChoice ? '|' : '')})${part.isRequired ? '' : '?'}`;
    return { source, parts: made.flatMap((each) => each.parts) };
  }

  /** A part of something that may be absent, or of a choice: only its groups say that it is there. */
  #optionalPart(part: InlinePart, level: number, load: number, isBranch: boolean): Made {
    if (part.kind !== 'element') {
      return this.#part(part, level, load);
    }
    const { source, parts } = this.#element(part, false, level, load);
    return { source: isBranch || part.isRequired ? source + space : `(?:${source}${space})?`, parts };
  }

  /** An element; one that is not required is absent where its group does not match. */
  #element({ property, shape }: InlineElement, isRequired: boolean, level = 1, load = 0): Made {
    const { element, type, plan } = shape;
    const tag = escaped(qualified(element, this.#names));
    if (plan === undefined) {
      this.#count(0, load, level);
      const text = this.#text(type as SimplePlan, property, isRequired);
      const ending = isRequired ? this.#ending(tag, shape, [text]) : `>${text.source}</${tag}>`;
      const nil = this.#nil(tag, shape);
      return { source: `<${tag}${nil.or(ending)}`, parts: text.parts.map((part) => ({ ...part, nil: nil.group })) };
    }
    const inner = load + plan.weight;
    this.#count(shape.attributes.length, inner, level);
    const group = isRequired ? 0 : ++this.#groups;
    const attributes = this.#attributesOf(shape);
    const content = this.#content(shape, level, inner);
    const parts = [attributes, ...content].flatMap((each) => each.parts);
    const start = `<${tag}${isRequired ? '' : '()'}${attributes.source}`;
    const ending = this.#ending(tag, shape, content);
    const nil = this.#nil(tag, shape);
    const made = { property, group, isRequired, nil: nil.group, type: undefined };
    return { source: start + nil.or(ending), parts: [{ ...made, form: 'any', maker: recordMaker(), parts }] };
  }

  /** The alternative to the end of a start tag and the content, for an element that is nil and has no other attribute. */
  #nil(
    tag: string,
    { element, attributes }: ScanShape,
  ): { readonly group: number; readonly or: (ending: string) => string } {
    if (!element.nillable || attributes.length > 0) {
      return { group: 0, or: (ending) => ending };
    }
    this.#count(1, 0);
    return { group: ++this.#groups, or: (ending) => `(?:${ending}| ${nilAttribute}(?: ?/>|></${tag}>))` };
  }

  /** The end of a start tag, content and the end tag; an empty element has no text, which is a value of some types. */
  #ending(tag: string, { type, content: parts }: ScanShape, content: readonly Made[]): string {
    const written = content.map(({ source }) => source).join('');
    if (type !== undefined && scannedText(type).source !== undefined) {
      return `>${written}</${tag}>`;
    }
    if (type !== undefined || parts.length === 0) {
      return `(?:>${written}</${tag}>| ?/>)`;
    }
    const whole = `>${space}${written}</${tag}>`;
    return parts.every(isEmptiable) ? `(?:${whole}| ?/>)` : whole;
  }

  #content({ type, content }: ScanShape, level: number, load: number): readonly Made[] {
    return type === undefined
      ? content.flatMap((part) => (part.kind === 'items' ? [] : [this.#part(part, level + 1, load)]))
      : [this.#text(type)];
  }

  #text(type: SimplePlan, property = '$value', isRequired = true): Made {
    const { source = anyText, form } = scannedText(type);
    const part = {
      property,
      group: ++this.#groups,
      isRequired,
      nil: 0,
      type,
      form,
      maker: undefined,
      parts: undefined,
    };
    return { source: `(${source})`, parts: [part] };
  }

  /** Attributes as they are written; the properties are in the order of the type. */
  #attributesOf(shape: ScanShape): Made {
    const { attributes } = shape;
    const order = writtenOrder(attributes, startOf(shape, this.#names) ?? '', this.#names.sample);
    const made = new Map(order.map((each) => [each, this.#attribute(each)]));
    return {
      source: order.map((each) => made.get(each)?.source).join(''),
      parts: attributes.flatMap((each) => made.get(each)?.parts ?? []),
    };
  }

  #attribute({ name, property, required, type }: AttributePlan): Made {
    const { source = anyAttribute, form } = scannedText(type);
    const written = ` ${escaped(name)}="(${source})"`;
    const part = {
      property,
      group: ++this.#groups,
      isRequired: false,
      nil: 0,
      type,
      form,
      maker: undefined,
      parts: undefined,
    };
    return { source: required ? written : `(?:${written})?`, parts: [part] };
  }
}
