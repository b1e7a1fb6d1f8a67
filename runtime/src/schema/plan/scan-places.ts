import {
  type AttributePlan,
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  type PrefixedScan,
  type ScanField,
  type ScannedPart,
  type ScanPlace,
  targetOf,
} from './plan.js';
import type { SimplePlan } from './simple-plan.js';

/** Finds what expressions can find in records, and makes the expressions. */

/** How often a place is read event by event: what is done for it pays for what comes again and again. */
const usual = 24;
/** Elements and attributes that one expression finds. */
const maxParts = 64;
const maxLevels = 6;

/** The place at a field of a record; null if its elements have to be read one by one. */
export function scanPlace(plan: ComplexPlan, index: number): ScanPlace | null {
  const place = plan.scans[index] ?? 0;
  if (typeof place !== 'number') {
    return place === 'none' ? null : place;
  }
  if (place < usual) {
    plan.scans[index] = place + 1;
    return null;
  }
  const found = findPlace(plan.fields, index);
  plan.scans[index] = found ?? 'none';
  return found ?? null;
}

/** What is left of the parts that an expression may have. */
interface Budget {
  parts: number;
}

function findPlace(fields: readonly ElementNode[], index: number): ScanPlace | undefined {
  const run: ScanField[] = [];
  const budget: Budget = { parts: maxParts };
  for (let i = index; i < fields.length; i++) {
    const node = fields[i] as ElementNode;
    // A list is a place of its own.
    const field = node.list && run.length > 0 ? undefined : scanField(node, budget, maxLevels);
    if (field === undefined || !isAlike([...run, field])) {
      break;
    }
    run.push(field);
    if (node.list) {
      break;
    }
  }
  return run.length === 0 ? undefined : newPlace(run);
}

/** True if all elements are in one namespace, and all that are below them. */
function isAlike(fields: readonly ScanField[]): boolean {
  const [first] = fields;
  const inner = innerOf(fields);
  return fields.every(
    ({ node, inner: below }) =>
      node.element.namespace === first?.node.element.namespace && (below === undefined || below === inner),
  );
}

/** The namespace of what is below the elements; undefined if nothing is. */
function innerOf(fields: readonly ScanField[]): string | undefined {
  return fields.find(({ inner }) => inner !== undefined)?.inner;
}

function newPlace(fields: readonly ScanField[]): ScanPlace {
  const { list, element } = (fields[0] as ScanField).node;
  const outer = element.namespace;
  const inner = innerOf(fields) ?? outer;
  return { isList: list, fields, outer, inner, scans: [], prefixes: ['', ''], seen: usual, credit: 0 };
}

/** An element that an expression can find, as far as the budget allows. */
function scanField(node: ElementNode, budget: Budget, levels: number): ScanField | undefined {
  const plan = plainTarget(node);
  if (plan === undefined || levels === 0 || budget.parts-- <= 0) {
    return undefined;
  }
  if (plan.kind === 'simple') {
    return isSelfContained(plan)
      ? { node, isSimple: true, type: plan, attributes: [], fields: [], inner: undefined }
      : undefined;
  }
  return isBare(plan) ? recordField(node, plan, budget, levels) : undefined;
}

function recordField(node: ElementNode, plan: ComplexPlan, budget: Budget, levels: number): ScanField | undefined {
  const attributes = plan.attributes.filter(({ namespace }) => namespace === '');
  budget.parts -= attributes.length;
  const fields = plan.fields.map((child) => (child.list ? undefined : scanField(child, budget, levels - 1)));
  const known = fields.filter((field) => field !== undefined);
  if (known.length < fields.length || !isAlike(known)) {
    return undefined;
  }
  const inner = known[0]?.node.element.namespace;
  const isEven = inner === (innerOf(known) ?? inner);
  return isEven ? { node, isSimple: false, type: plan.text, attributes, fields: known, inner } : undefined;
}

/** The type of an element about whose value nothing else decides. */
function plainTarget({ element, property }: ElementNode): ReturnType<typeof targetOf> | undefined {
  const { alternatives, standIns, fixed } = element;
  const isPlain = alternatives === undefined && standIns === undefined && (fixed ?? element.default) === undefined;
  return isPlain && property !== '__proto__' ? targetOf(element) : undefined;
}

/** True unless the prefixes in scope decide about a value. */
function isSelfContained(type: SimplePlan): boolean {
  const { builtIn } = type.mapped ?? type;
  return type.variety === 'atomic' && builtIn !== 'QName' && builtIn !== 'NOTATION';
}

/** True for a record or simple content of which attributes, text and fields are all there is to it. */
function isBare({ type, mode, model, content, text, attributes, anyAttribute, inheritance }: ComplexPlan): boolean {
  const isKnown =
    mode === 'text' ? text !== undefined && isSelfContained(text) : mode === 'record' && model === content;
  const isWhole =
    anyAttribute === undefined && inheritance === undefined && type.abstract !== true && type.unwrap === undefined;
  return isKnown && isWhole && attributes.every(isSimple);
}

function isSimple({ namespace, property, required, default: fallback, fixed, type }: AttributePlan): boolean {
  const isPlain = (fixed ?? fallback) === undefined && property !== '__proto__' && isSelfContained(type);
  return isPlain && (namespace === '' || !required);
}

/** The scan of a place for prefixes. */
export function newScanAt({ isList, fields }: ScanPlace, outer: string, inner: string): PrefixedScan {
  const maker = new ScanMaker(inner);
  const found = fields.map((field) => maker.part(field, isList, outer));
  const source = found.map((made) => (isList ? made.source : `(?:${made.source}${space})?`)).join('');
  return {
    outer,
    inner,
    scan: {
      expression: new RegExp(space + source, 'y'),
      levels: maker.levels,
      attributes: maker.attributes,
      nodes: fields.map(({ node }) => node),
      parts: found.map(({ part }) => part),
    },
  };
}

const space = '[ \\t\\r\\n]*';
const text = '([^<]*)';
const attributeText = '"([^"<&\\t\\r\\n]*)"';

interface Made {
  readonly source: string;
  readonly part: ScannedPart;
}

class ScanMaker {
  levels = 1;
  attributes = 0;
  readonly #inner: string;
  #groups = 0;

  constructor(inner: string) {
    this.#inner = inner;
  }

  /** An element; one that is not required is absent where its group does not match. */
  part(field: ScanField, isRequired: boolean, prefix: string, level = 1): Made {
    const { node, type, attributes, fields } = field;
    this.levels = Math.max(this.levels, level);
    this.attributes = Math.max(this.attributes, attributes.length);
    const tag = tagName(node.element, prefix);
    if (field.isSimple) {
      const group = ++this.#groups;
      const source = isRequired ? `<${tag}(?:>${text}</${tag}>| ?/>)` : `<${tag}>${text}</${tag}>`;
      return { source, part: { property: node.property, group, isRequired, type, parts: undefined } };
    }
    const group = isRequired ? 0 : ++this.#groups;
    const made = [...attributes.map((each) => this.#attribute(each)), ...this.#content(type, fields, level)];
    const start = `<${tag}${isRequired ? '' : '()'}${made
      .slice(0, attributes.length)
      .map(({ source }) => source)
      .join('')}`;
    const content = made.slice(attributes.length).map(({ source }) => source);
    const end = this.#ending(tag, fields, type, content);
    return {
      source: start + end,
      part: { property: node.property, group, isRequired, type: undefined, parts: made.map(({ part }) => part) },
    };
  }

  #ending(tag: string, fields: readonly ScanField[], type: SimplePlan | undefined, content: readonly string[]): string {
    if (type !== undefined || fields.length === 0) {
      return `(?:>${content.join('')}</${tag}>| ?/>)`;
    }
    const whole = `>${space}${content.join('')}</${tag}>`;
    return fields.some(({ node }) => node.min > 0) ? whole : `(?:${whole}| ?/>)`;
  }

  #attribute({ name, property, required, type }: AttributePlan): Made {
    const written = ` ${escaped(name)}=${attributeText}`;
    const part = { property, group: ++this.#groups, isRequired: false, type, parts: undefined };
    return { source: required ? written : `(?:${written})?`, part };
  }

  #content(type: SimplePlan | undefined, fields: readonly ScanField[], level: number): readonly Made[] {
    if (type !== undefined) {
      const part = { property: '$value', group: ++this.#groups, isRequired: true, type, parts: undefined };
      return [{ source: text, part }];
    }
    return fields.map((field) => {
      const isRequired = field.node.min > 0;
      const { source, part } = this.part(field, isRequired, this.#inner, level + 1);
      return { source: isRequired ? source + space : `(?:${source}${space})?`, part };
    });
  }
}

function tagName({ name }: ElementPlan, prefix: string): string {
  return escaped(prefix === '' ? name : `${prefix}:${name}`);
}

/** A name as an expression: of the characters of names, only the point means something else there. */
function escaped(name: string): string {
  return name.replaceAll('.', '\\.');
}
