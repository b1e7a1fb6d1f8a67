import { XmlSyntaxError } from '../xml/errors.js';
import type { XmlElement } from '../xml/tree.js';
import { formatTree } from '../xml/tree-io.js';
import { XmlReader } from '../xml/xml-reader.js';
import { type Declarations, declarationNamed } from './declarations.js';
import { decodeValue } from './decode.js';
import { Decoder } from './decoder.js';
import { encodeAs } from './encode.js';
import type { Encoder, OpenCheck } from './encoder.js';
import { XmlDecodeError } from './errors.js';
import { parseQName } from './lexical/names.js';
import { collapseWhiteSpace } from './lexical/whitespace.js';
import { type ElementPlan, elementPlan, planOf, targetOf } from './plan.js';
import { expandedName, XSI } from './resolve.js';

/**
 * Checks an element that the schema leaves open (Part 1, 3.10.1): strictly it must be declared and valid, laxly it must be
 * valid where it is declared, skipped it is only well-formed.
 */
export const checkOpenContent: OpenCheck = (encoder, tree, declared, process) => {
  const { declarations } = encoder;
  const known = declared ?? declarationOf(declarations, tree);
  if (declared === undefined && process === 'skip') return;
  if (known?.abstract === true) {
    encoder.problem('abstract-element', `element "${tree.name}" is abstract`);
    return;
  }
  const target = known === undefined ? undefined : targetOf(known);
  const open = target === undefined || (target.kind === 'complex' && target.mode === 'tree');
  if (open && known !== undefined) checkNil(encoder, known, tree);
  const checked = open ? typedElement(declarations, tree) : known;
  if (open && known?.derived !== undefined && typeOf(tree) !== undefined && !namesAnyType(tree)) {
    encoder.problem('unknown-type', 'no type may stand in here by xsi:type');
    return;
  }
  if (checked !== undefined) {
    checkTree(encoder, checked, tree);
  } else if (process === 'strict' && known === undefined && declarations?.elements !== undefined) {
    encoder.problem('undeclared-element', `element "${expandedName(tree.namespace, tree.name)}" is not declared`);
  } else {
    // Below an element of unknown type everything is checked laxly.
    for (const child of tree.children)
      if (typeof child !== 'string') checkOpenContent(encoder, child, undefined, 'lax');
  }
};

function declarationOf(declarations: Declarations | undefined, tree: XmlElement): ElementPlan | undefined {
  const declaration = declarationNamed(declarations?.elements, expandedName(tree.namespace, tree.name));
  return declaration === undefined ? undefined : elementPlan(declaration);
}

function typeOf(tree: XmlElement): string | undefined {
  return tree.attributes.find(({ namespace, name }) => namespace === XSI && name === 'type')?.value;
}

/** `xsi:nil` of an element of any type (Part 1, 3.3.4, 3). */
function checkNil(encoder: Encoder, element: ElementPlan, tree: XmlElement): void {
  const nil = tree.attributes.find(({ namespace, name }) => namespace === XSI && name === 'nil')?.value.trim();
  if (nil === undefined) return;
  if (!element.nillable) encoder.problem('not-nillable', 'the element must not be nil');
  else if ((nil === 'true' || nil === '1') && tree.children.length > 0)
    encoder.problem('nil-content', 'an element that is nil must be empty');
}

/** True when `xsi:type` names `xs:anyType` itself. */
function namesAnyType(tree: XmlElement): boolean {
  return /^(\S+:)?anyType$/.test(typeOf(tree)?.trim() ?? '');
}

/** An undeclared element whose `xsi:type` names a known type. */
function typedElement(declarations: Declarations | undefined, tree: XmlElement): ElementPlan | undefined {
  const text = typeOf(tree);
  if (text === undefined || declarations?.types === undefined) return undefined;
  const context = {
    resolvePrefix: (prefix: string): string | undefined => tree.declarations?.[prefix],
    prefixFor: (): string => '',
  };
  try {
    const { namespace, name } = parseQName(collapseWhiteSpace(text), context);
    const type = declarationNamed(declarations.types, expandedName(namespace, name));
    if (type === undefined || (type.kind === 'complex' && type.tree === true)) return undefined;
    return {
      namespace: tree.namespace,
      name: tree.name,
      nillable: true,
      abstract: false,
      default: undefined,
      fixed: undefined,
      constraints: undefined,
      lazyType: type,
      target: planOf(type),
    };
  } catch {
    // A prefix that was declared further out: the type stays unknown.
    return undefined;
  }
}

/** Reads the tree strictly, then checks the value like any other; both report at the place of the tree. */
function checkTree(encoder: Encoder, element: ElementPlan, tree: XmlElement): void {
  const { path, children, patterns } = encoder;
  const depth = path.length;
  try {
    const reader = new XmlReader(formatTree(tree));
    reader.next();
    const decoder = new Decoder(reader, element.name, {
      strict: true,
      ...(encoder.declarations === undefined ? {} : { declarations: encoder.declarations }),
    });
    const value = decodeValue(decoder, element);
    encoder.children = [];
    encoder.patterns = false;
    encodeAs(encoder, element, value);
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      path.push(...error.segments);
      encoder.problem(error.code, error.message);
    } else if (error instanceof XmlSyntaxError) encoder.problem('not-well-formed', error.message);
    else throw error;
  }
  path.length = depth;
  encoder.children = children;
  encoder.patterns = patterns;
}
