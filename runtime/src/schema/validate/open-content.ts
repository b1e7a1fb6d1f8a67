import type { XmlElement } from '../../xml/interfaces/tree.js';
import { XmlSyntaxError } from '../../xml/text/errors.js';
import { treeCursor } from '../../xml/trees/tree-cursor.js';
import type { Decoder } from '../context/decoder.js';
import type { Encoder } from '../context/encoder.js';
import { treeType } from '../context/type-alternatives.js';
import { decodeAs, decoderOf } from '../decode/decode.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { type Declarations, declarationNamed, instanceNamespace, lookUpName } from '../descriptor/resolve.js';
import { encodeAs } from '../encode/encode.js';
import { parseTypeName } from '../lexical/names.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import { type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import { checkDeclaredAttribute } from './declared-attribute.js';
import type { Validation } from './validation.js';

/** An element that is checked, as a tree. */
interface OpenElement {
  readonly validation: Validation;
  readonly encoder: Encoder;
  readonly tree: XmlElement;
}

function problem({ validation, encoder, tree }: OpenElement, code: string, message: string): void {
  validation.problem(encoder, code, message, tree);
}

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
  const { declarations, collector } = validation;
  const known = declared ?? declarationOf(declarations, tree);
  if (declared === undefined && process === 'skip') {
    return;
  }
  const open = { validation, encoder, tree };
  collector?.place(encoder.path, collector.offsets.startOf(tree));
  if (known?.abstract === true) {
    problem(open, 'abstract-element', `element "${tree.name}" is abstract`);
    return;
  }
  const target = known === undefined ? undefined : treeType(known, tree, encoder.inherited);
  const isTyped = target !== undefined && (target.kind === 'simple' || target.mode !== 'tree');
  const checked = isTyped ? known : typedElement(declarations, tree, known);
  if (!isTyped && known !== undefined && !isAsDeclared(open, known, checked)) {
    return;
  }
  if (checked !== undefined) {
    checkTree(open, checked);
  } else if (process === 'strict' && known === undefined && declarations?.elements !== undefined) {
    problem(open, 'undeclared-element', `element "${lookUpName(tree.namespace, tree.name)}" is not declared`);
  } else {
    checkParts(open);
  }
}

/** What an element of unknown type has is checked laxly: attributes and children. */
function checkParts({ validation, encoder, tree }: OpenElement): void {
  const { trace, collector, declarations } = validation;
  trace?.startOpen(tree, encoder);
  encoder.path.push('attributes', 0);
  for (const [i, { namespace, name, value }] of tree.attributes.entries()) {
    const declared = declarationNamed(declarations?.attributes, lookUpName(namespace, name));
    if (declared !== undefined) {
      encoder.path[encoder.path.length - 1] = i;
      checkDeclaredAttribute(validation, encoder, declared, value);
    }
  }
  encoder.path.length -= 2;
  encoder.path.push('children', 0);
  for (const [i, child] of tree.children.entries()) {
    if (typeof child !== 'string') {
      const inner = within(tree, child);
      collector?.offsets.move(inner, child);
      encoder.path[encoder.path.length - 1] = i;
      checkOpenContent(validation, encoder, inner, undefined, 'lax');
    }
  }
  encoder.path.length -= 2;
  trace?.endElement();
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
function isAsDeclared(open: OpenElement, element: ElementPlan, typed: ElementPlan | undefined): boolean {
  const { validation, tree } = open;
  const named = typeOf(tree) !== undefined && !namesAnyType(tree);
  if (named && element.derived !== undefined) {
    problem(open, 'unknown-type', 'xsi:type cannot replace the type here');
    return false;
  }
  if (named && typed === undefined && validation.declarations?.types !== undefined && knowsPrefixes(tree)) {
    problem(open, 'unknown-type', `${JSON.stringify(typeOf(tree))} is not a known type`);
  }
  if (!isNil(open, element) && typed === undefined) {
    checkFixed(open, element);
  }
  return true;
}

/** `xsi:nil` of an element of any type (Part 1, 3.3.4, 3). */
function isNil(open: OpenElement, element: ElementPlan): boolean {
  const { tree } = open;
  const nil = tree.attributes
    .find(({ namespace, name }) => namespace === instanceNamespace && name === 'nil')
    ?.value.trim();
  if (nil === undefined) {
    return false;
  }
  if (!/^(true|false|[01])$/.test(nil)) {
    problem(open, 'invalid-nil', `"${nil}" is not a valid xsi:nil`);
  } else if (!element.nillable) {
    problem(open, 'not-nillable', 'the element must not be nil');
  } else if (nil === 'true' || nil === '1') {
    if (tree.children.length > 0) {
      problem(open, 'nil-content', 'an element that is nil must be empty');
    }
    if (element.fixed !== undefined) {
      problem(open, 'fixed', 'an element with a fixed value must not be nil');
    }
    return true;
  }
  return false;
}

/** Content that is fixed is that text, or nothing at all. */
function checkFixed(open: OpenElement, { fixed }: ElementPlan): void {
  const { children } = open.tree;
  if (fixed === undefined || children.length === 0) {
    return;
  }
  const isText = children.every((child) => typeof child === 'string');
  if (!isText || children.join('') !== fixed) {
    problem(open, 'fixed', `the content must be the text ${JSON.stringify(fixed)}`);
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

/** Reads the tree strictly, then checks the value like any other. */
function checkTree(open: OpenElement, element: ElementPlan): void {
  const { validation, encoder } = open;
  const { path } = encoder;
  const { children, patterns, read } = validation;
  const depth = path.length;
  try {
    const decoder = decoderOfTree(open);
    const value = decodeAs(decoder, element);
    validation.read = read && { value, isOpen: decoder.isOpen };
    validation.children = [];
    validation.patterns = false;
    encodeAs(encoder, element, value);
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      path.push(...error.segments);
      problem(open, error.code, error.reason);
    } else if (error instanceof XmlSyntaxError) {
      problem(open, 'not-well-formed', error.message);
    } else {
      throw error;
    }
  }
  path.length = depth;
  validation.children = children;
  validation.patterns = patterns;
  validation.read = read;
}

/** A strict decoder at the start of a tree. Where problems have places in the document, it collects all of them; otherwise the first ends the reading. */
function decoderOfTree({ validation, encoder, tree }: OpenElement): Decoder {
  const { declarations, collector } = validation;
  const cursor = treeCursor(tree, undefined, collector?.offsets);
  const decoder = decoderOf(cursor, encoder.root, {
    strict: true,
    ...(declarations !== undefined && { declarations }),
  });
  decoder.inherited = encoder.inherited;
  decoder.collector = collector;
  if (collector !== undefined) {
    decoder.path.push(...encoder.place());
  }
  return decoder;
}
