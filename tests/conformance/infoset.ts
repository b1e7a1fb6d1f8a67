import type {
  AttributeDescriptor,
  ComplexType,
  Declarations,
  ElementDescriptor,
  ParticleDescriptor,
  SimpleType,
  Type,
} from '@wsdl-codegen/runtime/schema';
import { builtIns } from '@wsdl-codegen/runtime/schema';
import { childElements, type DomElement, expandQName, parseDom, textOf } from './dom.js';
import { canonicalText } from './lexical-forms.js';

/**
 * Compares two documents by their infoset (XML Information Set), as a schema sees it. Both are brought into a canonical
 * form, a list of lines, and the first line that differs is the difference. The rules below
 * remove what is not significant under the schema, and nothing else does; `docs/conformance.md` lists them.
 */
export const rules: readonly { readonly name: string; readonly what: string }[] = [
  {
    name: 'comments',
    what: 'Comments and processing instructions are not compared (they are not content, Part 1, 3.4.4).',
  },
  {
    name: 'prefixes',
    what: 'Names are compared by namespace and local name; prefixes and the places of their declarations are not compared.',
  },
  { name: 'attributeOrder', what: 'Attributes are compared without order.' },
  {
    name: 'schemaLocationHints',
    what: '`xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation` are hints and not compared.',
  },
  {
    name: 'redundantType',
    what: '`xsi:type` that names the declared type has no effect; other `xsi:type`s are compared as qualified names.',
  },
  {
    name: 'narrowedSimpleType',
    what: '`xsi:type` that names a simple type derived from the declared simple type, or a member of it, narrows which texts are valid (Part 1, 3.14.6); it is checked when decoding, and not compared. The value stays that of the declared type: for `xs:anySimpleType` that is the text, without the type that it had, because a string has no place for it; identity constraints compare these texts, and a message says so at generation.',
  },
  { name: 'nilFalse', what: '`xsi:nil="false"` has no effect; `1` is `true`.' },
  {
    name: 'whitespaceBetweenElements',
    what: 'White space between elements is not compared where the content is element-only or empty.',
  },
  {
    name: 'defaultedAttributes',
    what: 'An absent attribute with a default or fixed value is equal to one that has the value (Part 1, 3.4.4).',
  },
  {
    name: 'defaultedContent',
    what: 'An empty element with a default or fixed value is equal to one that has the value (Part 1, 3.3.4).',
  },
  {
    name: 'equalLexicalForms',
    what: 'Lexical forms of one value are equal: booleans, numbers, binary data, qualified names; white space as the type says.',
  },
  { name: 'orderWithinAll', what: 'The children of an `xs:all` are compared without order.' },
];

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xs = 'http://www.w3.org/2001/XMLSchema';

/** The first difference between two documents; undefined if their infosets are the same under the schema. */
export function differenceOf(
  expected: string,
  actual: string,
  element: ElementDescriptor,
  declarations: Declarations,
): string | undefined {
  const before = canonicalLines(parseDom(expected), element, declarations);
  const after = canonicalLines(parseDom(actual), element, declarations);
  for (let i = 0; i < Math.max(before.length, after.length); i += 1) {
    if (before[i] !== after[i]) {
      return `expected ${before[i] ?? 'the end'}, found ${after[i] ?? 'the end'}`;
    }
  }
  return undefined;
}

/** A document in canonical form. */
export function canonicalLines(
  root: DomElement,
  declaration: ElementDescriptor,
  declarations: Declarations,
): readonly string[] {
  const lines: string[] = [];
  new Canonicaliser(lines, declarations).element(root, declaration, '');
  return lines;
}

/** The facts about an element in its place. */
type Declared = Pick<ElementDescriptor, 'type' | 'default' | 'fixed'>;

class Canonicaliser {
  readonly #lines: string[];
  readonly #declarations: Declarations;

  constructor(lines: string[], declarations: Declarations) {
    this.#lines = lines;
    this.#declarations = declarations;
  }

  element(element: DomElement, declared: Declared, parent: string): void {
    const path = `${parent}/${element.name}`;
    const type = resolve(declared.type);
    const actual = this.#actualType(element, type);
    this.#lines.push(`${path} {${element.namespace}}`);
    if (actual.kind === 'complex' && actual.tree) {
      this.#verbatimContent(element, path);
      return;
    }
    this.#instanceAttributes(element, actual === type, path);
    if (actual.kind === 'complex') {
      this.#attributes(element, actual, path);
    }
    const text = actual.kind === 'simple' ? actual : textTypeOf(actual);
    if (text) {
      this.#text(element, text, declared, path);
    } else if (actual.kind === 'complex') {
      this.#children(element, actual, declared, path);
    }
  }

  /** narrowedSimpleType: a simple type stays what was declared. */
  #actualType(element: DomElement, declared: Type): Type {
    const named = this.#typeNamed(element) ?? declared;
    return declared.kind === 'simple' && named.kind === 'simple' ? declared : named;
  }

  /** redundantType: the type that `xsi:type` names, when it is known. */
  #typeNamed(element: DomElement): Type | undefined {
    const text = element.attributes.get(`{${xsi}}type`);
    const name = text === undefined ? undefined : expandQName(text.trim(), element);
    if (name === undefined) {
      return undefined;
    }
    const builtIn = name.startsWith(`{${xs}}`) ? builtIns.get(name.slice(xs.length + 2)) : undefined;
    return this.#declarations.types?.get(name) ?? builtIn;
  }

  /** schemaLocationHints, redundantType, nilFalse. */
  #instanceAttributes(element: DomElement, redundant: boolean, path: string): void {
    const type = element.attributes.get(`{${xsi}}type`);
    if (type !== undefined && !redundant) {
      this.#lines.push(`${path}/@xsi:type ${expandQName(type.trim(), element)}`);
    }
    const nil = element.attributes.get(`{${xsi}}nil`)?.trim();
    if (nil === 'true' || nil === '1') {
      this.#lines.push(`${path}/@xsi:nil true`);
    }
  }

  /** attributeOrder, defaultedAttributes. */
  #attributes(element: DomElement, type: ComplexType, path: string): void {
    const known = new Map(attributesOf(type).map((use) => [`{${use.namespace}}${use.name}`, use]));
    const values = new Map<string, string>();
    for (const [name, value] of element.attributes) {
      if (name.startsWith(`{${xsi}}`)) {
        continue;
      }
      const use = known.get(name);
      values.set(name, use ? canonicalText(resolve(use.type), value, element) : value);
    }
    for (const [name, use] of known) {
      const absent = use.default ?? use.fixed;
      if (!values.has(name) && absent !== undefined) {
        values.set(name, canonicalText(resolve(use.type), absent, element));
      }
    }
    for (const name of [...values.keys()].sort()) {
      this.#lines.push(`${path}/@${name} ${JSON.stringify(values.get(name))}`);
    }
  }

  /** equalLexicalForms, defaultedContent. */
  #text(element: DomElement, type: SimpleType, declared: Declared, path: string): void {
    if (isNil(element)) {
      return;
    }
    const text = textOf(element);
    const value = text === '' ? (declared.default ?? declared.fixed ?? '') : text;
    this.#lines.push(`${path} ${JSON.stringify(canonicalText(type, value, element))}`);
  }

  /** whitespaceBetweenElements, orderWithinAll, defaultedContent of mixed content. */
  #children(element: DomElement, type: ComplexType, declared: Declared, path: string): void {
    const contents = contentsOf(type);
    const mixed = isMixed(type);
    if (mixed && element.children.length === 0 && !isNil(element)) {
      const text = declared.default ?? declared.fixed;
      if (text !== undefined) {
        this.#lines.push(`${path} ${JSON.stringify(text)}`);
      }
    }
    const groups: { readonly name: string; readonly lines: string[] }[] = [];
    for (const child of element.children) {
      if (typeof child === 'string') {
        if (mixed) {
          groups.push({ name: '', lines: [`${path} ${JSON.stringify(child)}`] });
        } else if (child.trim() !== '') {
          groups.push({ name: '', lines: [`${path} ${JSON.stringify(child)}`] });
        }
        continue;
      }
      const lines: string[] = [];
      const inner = new Canonicaliser(lines, this.#declarations);
      const declaration = this.#declarationOf(child, contents);
      if (declaration) {
        inner.element(child, declaration, path);
      } else {
        inner.#verbatim(child, path);
      }
      groups.push({ name: `{${child.namespace}}${child.name}`, lines });
    }
    if (contents.some(hasAll) && !mixed) {
      groups.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    }
    for (const { lines } of groups) {
      this.#lines.push(...lines);
    }
  }

  #declarationOf(child: DomElement, contents: readonly ParticleDescriptor[]): Declared | undefined {
    const own = contents.map((content) => findElement(child, content)).find((found) => found !== undefined);
    if (own) {
      return own;
    }
    const name = `{${child.namespace}}${child.name}`;
    const substitutes = contents.some((content) => mayStand(name, content));
    return substitutes ? this.#declarations.elements?.get(name) : undefined;
  }

  /** Content of a wildcard: everything counts. */
  #verbatim(element: DomElement, parent: string): void {
    const path = `${parent}/${element.name}`;
    this.#lines.push(`${path} {${element.namespace}}`);
    this.#verbatimContent(element, path);
  }

  #verbatimContent(element: DomElement, path: string): void {
    for (const name of [...element.attributes.keys()].sort()) {
      if (name === `{${xsi}}schemaLocation` || name === `{${xsi}}noNamespaceSchemaLocation`) {
        continue;
      }
      const text = element.attributes.get(name) ?? '';
      const value = name === `{${xsi}}type` ? expandQName(text.trim(), element) : text;
      this.#lines.push(`${path}/@${name} ${JSON.stringify(value)}`);
    }
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.#lines.push(`${path} ${JSON.stringify(child)}`);
      } else {
        this.#verbatim(child, path);
      }
    }
  }
}

function isNil(element: DomElement): boolean {
  const nil = element.attributes.get(`{${xsi}}nil`)?.trim();
  return (nil === 'true' || nil === '1') && childElements(element).length === 0;
}

/** A complex type and all that it extends, the outermost base first. */
function chainOf(type: ComplexType): readonly ComplexType[] {
  const base = type.extends === undefined ? undefined : resolve(type.extends);
  return base ? [...chainOf(base), type] : [type];
}

function attributesOf(type: ComplexType): readonly AttributeDescriptor[] {
  return chainOf(type).flatMap(({ attributes }) => attributes ?? []);
}

function contentsOf(type: ComplexType): readonly ParticleDescriptor[] {
  return chainOf(type).flatMap(({ content }) => content ?? []);
}

function isMixed(type: ComplexType): boolean {
  return chainOf(type).some(({ mixed }) => mixed === true);
}

function textTypeOf(type: ComplexType): SimpleType | undefined {
  const text = chainOf(type)
    .map((one) => one.text)
    .findLast((one) => one !== undefined);
  return text === undefined ? undefined : resolve(text);
}

function findElement(child: DomElement, particle: ParticleDescriptor): Declared | undefined {
  switch (particle.kind) {
    case 'element': {
      if (particle.name === child.name && particle.namespace === child.namespace) {
        return particle;
      }
      const members = Object.values(particle.substitutes?.() ?? {});
      return members.find((member) => member.name === child.name && member.namespace === child.namespace);
    }
    case 'any':
      return undefined;
    case 'sequence':
    case 'choice':
    case 'all':
      return particle.particles.map((inner) => findElement(child, inner)).find((found) => found !== undefined);
  }
}

/** Whether a substitution group lets an element in. */
function mayStand(name: string, particle: ParticleDescriptor): boolean {
  if (particle.kind === 'any') {
    return false;
  }
  if (particle.kind !== 'element') {
    return particle.particles.some((inner) => mayStand(name, inner));
  }
  return Object.values(particle.substitutes?.() ?? {}).some((member) => `{${member.namespace}}${member.name}` === name);
}

function hasAll(particle: ParticleDescriptor): boolean {
  if (particle.kind === 'element' || particle.kind === 'any') {
    return false;
  }
  return particle.kind === 'all' || particle.particles.some(hasAll);
}

function resolve<T extends object>(lazy: T | (() => T)): T {
  return typeof lazy === 'function' ? (lazy as () => T)() : lazy;
}
