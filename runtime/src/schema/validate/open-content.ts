import type { XmlElement } from '../../xml/interfaces/tree.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { XmlSyntaxError } from '../../xml/text/errors.js';
import { formatTree } from '../../xml/trees/tree-io.js';
import type { Encoder } from '../context/encoder.js';
import { treeType } from '../context/type-alternatives.js';
import { decodeAs, decoderOf } from '../decode/decode.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { type Declarations, declarationNamed, instanceNamespace, lookUpName } from '../descriptor/resolve.js';
import { encodeAs } from '../encode/encode.js';
import { parseTypeName } from '../lexical/names.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import { type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import type { Validation } from './validation.js';

/**
 * Checks an element that the schema leaves open (Part 1, 3.10.1): strictly it must be declared and valid, laxly it must be
 * valid where it is declared, skipped it is only well-formed.
 */
export function checkOpenContent(
  validation: Validation,
  encoder: Encoder,
  tree: XmlElement,
  declared: ElementPlan | undefined,
  process: 'strict' | 'lax' | 'skip',
): void {
  const { declarations, trace } = validation;
  const known = declared ?? declarationOf(declarations, tree);
  if (declared === undefined && process === 'skip') {
    return;
  }
  if (known?.abstract === true) {
    encoder.problem('abstract-element', `element "${tree.name}" is abstract`);
    return;
  }
  const target = known === undefined ? undefined : treeType(known, tree, encoder.inherited);
  const open = target === undefined || (target.kind === 'complex' && target.mode === 'tree');
  const checked = open ? typedElement(declarations, tree, known) : known;
  if (open && known !== undefined && !isAsDeclared(declarations, encoder, known, tree, checked)) {
    return;
  }
  if (checked !== undefined) {
    checkTree(validation, encoder, checked, tree);
  } else if (process === 'strict' && known === undefined && declarations?.elements !== undefined) {
    encoder.problem('undeclared-element', `element "${lookUpName(tree.namespace, tree.name)}" is not declared`);
  } else {
    // Below an element of unknown type everything is checked laxly.
    trace?.startOpen(tree, encoder.place());
    for (const child of tree.children) {
      if (typeof child !== 'string') {
        checkOpenContent(validation, encoder, within(tree, child), undefined, 'lax');
      }
    }
    trace?.endElement();
  }
}

/** A child with the prefixes that are declared around it. */
function within({ declarations }: XmlElement, child: XmlElement): XmlElement {
  return declarations === undefined ? child : { ...child, declarations: { ...declarations, ...child.declarations } };
}

function declarationOf(declarations: Declarations | undefined, tree: XmlElement): ElementPlan | undefined {
  const declaration = declarationNamed(declarations?.elements, lookUpName(tree.namespace, tree.name));
  return declaration === undefined ? undefined : elementPlan(declaration);
}

function typeOf(tree: XmlElement): string | undefined {
  return tree.attributes.find(({ namespace, name }) => namespace === instanceNamespace && name === 'type')?.value;
}

/** The demands of the declaration on an element of any type (Part 1, 3.3.4). False if its content need not be checked. */
function isAsDeclared(
  declarations: Declarations | undefined,
  encoder: Encoder,
  element: ElementPlan,
  tree: XmlElement,
  typed: ElementPlan | undefined,
): boolean {
  const named = typeOf(tree) !== undefined && !namesAnyType(tree);
  if (named && element.derived !== undefined) {
    encoder.problem('unknown-type', 'xsi:type cannot replace the type here');
    return false;
  }
  if (named && typed === undefined && declarations?.types !== undefined && knowsPrefixes(tree)) {
    encoder.problem('unknown-type', `${JSON.stringify(typeOf(tree))} is not a known type`);
  }
  if (!isNil(encoder, element, tree) && typed === undefined) {
    checkFixed(encoder, element, tree);
  }
  return true;
}

/** `xsi:nil` of an element of any type (Part 1, 3.3.4, 3). */
function isNil(encoder: Encoder, element: ElementPlan, tree: XmlElement): boolean {
  const nil = tree.attributes
    .find(({ namespace, name }) => namespace === instanceNamespace && name === 'nil')
    ?.value.trim();
  if (nil === undefined) {
    return false;
  }
  if (!/^(true|false|[01])$/.test(nil)) {
    encoder.problem('invalid-nil', `"${nil}" is not a valid xsi:nil`);
  } else if (!element.nillable) {
    encoder.problem('not-nillable', 'the element must not be nil');
  } else if (nil === 'true' || nil === '1') {
    if (tree.children.length > 0) {
      encoder.problem('nil-content', 'an element that is nil must be empty');
    }
    if (element.fixed !== undefined) {
      encoder.problem('fixed', 'an element with a fixed value must not be nil');
    }
    return true;
  }
  return false;
}

/** Content that is fixed is that text, or nothing at all. */
function checkFixed(encoder: Encoder, { fixed }: ElementPlan, { children }: XmlElement): void {
  if (fixed === undefined || children.length === 0) {
    return;
  }
  const isText = children.every((child) => typeof child === 'string');
  if (!isText || children.join('') !== fixed) {
    encoder.problem('fixed', `the content must be the text ${JSON.stringify(fixed)}`);
  }
}

/** False for a tree that a program made: which prefixes are declared around it is not known. */
function knowsPrefixes(tree: XmlElement): boolean {
  return tree.declarations !== undefined || typeOf(tree)?.includes(':') === false;
}

/** True if `xsi:type` names `xs:anyType` itself. */
function namesAnyType(tree: XmlElement): boolean {
  return /^(\S+:)?anyType$/.test(typeOf(tree)?.trim() ?? '');
}

/** An element, undeclared or `declared` to be of any type, whose `xsi:type` names a known type. */
function typedElement(
  declarations: Declarations | undefined,
  tree: XmlElement,
  declared: ElementPlan | undefined,
): ElementPlan | undefined {
  const text = typeOf(tree);
  if (text === undefined || declarations?.types === undefined) {
    return undefined;
  }
  const context = {
    resolvePrefix: (prefix: string): string | undefined => tree.declarations?.[prefix],
    prefixFor: (): string => '',
  };
  try {
    const { namespace, name } = parseTypeName(collapseWhiteSpace(text), context);
    const type = declarationNamed(declarations.types, lookUpName(namespace, name));
    if (type === undefined || (type.kind === 'complex' && type.tree === true)) {
      return undefined;
    }
    return {
      ...elementOf(tree.namespace, tree.name, type),
      nillable: declared?.nillable ?? true,
      default: declared?.default,
      fixed: declared?.fixed,
    };
  } catch {
    // A prefix that was declared further out: the type stays unknown.
    return undefined;
  }
}

/** Declarations that are written without asking whether anything needs them. */
const fewDeclarations = 8;

/** A tree with those declarations alone whose prefixes its values mention: hundreds may be in force around very many small trees. */
function withMentioned(tree: XmlElement): XmlElement {
  const all = Object.entries(tree.declarations ?? {});
  if (all.length <= fewDeclarations) {
    return tree;
  }
  const mentioned = mentionedPrefixes(tree);
  return { ...tree, declarations: Object.fromEntries(all.filter(([prefix]) => mentioned.has(prefix))) };
}

/** Text before a colon in any text or attribute, and the prefix of names without one. */
function mentionedPrefixes(tree: XmlElement): ReadonlySet<string> {
  const prefixes = new Set(['']);
  const stack = [tree];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (const { value } of element.attributes) {
      addPrefixes(value, prefixes);
    }
    for (const child of element.children) {
      if (typeof child === 'string') {
        addPrefixes(child, prefixes);
      } else {
        stack.push(child);
      }
    }
  }
  return prefixes;
}

function addPrefixes(text: string, prefixes: Set<string>): void {
  let from = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', from)) {
    prefixes.add(text.slice(from, colon).split(/\s/).at(-1) ?? '');
    from = colon + 1;
  }
}

/** Reads the tree strictly, then checks the value like any other; both report at the place of the tree. */
function checkTree(validation: Validation, encoder: Encoder, element: ElementPlan, tree: XmlElement): void {
  const { path } = encoder;
  const { children, patterns, declarations } = validation;
  const depth = path.length;
  try {
    const reader = new XmlReader(formatTree(withMentioned(tree)));
    reader.next();
    const decoder = decoderOf(reader, element.name, {
      strict: true,
      ...(declarations !== undefined && { declarations }),
    });
    decoder.inherited = encoder.inherited;
    const value = decodeAs(decoder, element);
    validation.children = [];
    validation.patterns = false;
    encodeAs(encoder, element, value);
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      path.push(...error.segments);
      // Without the place: it would be one in the text of the tree, not in the document.
      encoder.problem(error.code, error.reason);
    } else if (error instanceof XmlSyntaxError) {
      encoder.problem('not-well-formed', error.message);
    } else {
      throw error;
    }
  }
  path.length = depth;
  validation.children = children;
  validation.patterns = patterns;
}
