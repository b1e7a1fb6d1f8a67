import type { XmlElement, XmlNode } from '../xml/tree.js';
import { writeTree } from '../xml/tree-io.js';
import type { XmlOutput } from '../xml/writer.js';
import { declarationNamed } from './declarations.js';
import type { AttributeDescriptor, ElementDescriptor, Type } from './descriptor.js';
import { encodeGroup } from './encode-groups.js';
import { type EncodeOptions, Encoder, isTree } from './encoder.js';
import { matchContent } from './match.js';
import {
  type AttributePlan,
  type ComplexPlan,
  complexPlan,
  derivedAt,
  type ElementPlan,
  elementPlan,
  planOf,
  targetOf,
} from './plan.js';
import { isRecord, readProperty, resolve, XSI } from './resolve.js';
import { checkFacets, formatPlan, parsePlan } from './simple.js';
import { describe, equalValues, noPrefixes, type SimplePlan, simplePlan } from './simple-plan.js';
import { itemTypeOf } from './soap-array.js';
import { wildcardAllows } from './wildcard.js';

const XSI_PREFIX = 'xsi';

/** Writes a value as a global element. Throws `XmlEncodeError` with the path to what does not fit the schema. */
export function encodeElement<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodeOptions = {},
): void {
  encodeAs(new Encoder(output, element.name), elementPlan(element), value, options.prefix);
}

/** Writes attributes and content of a value of a type into the element that is open. */
export function encodeContent<T>(type: Type<T>, value: T, output: XmlOutput, _options: EncodeOptions = {}): void {
  const encoder = new Encoder(output, type.name);
  const plan = planOf(type);
  if (plan.kind === 'simple') encodeText(encoder, undefined, plan, value);
  else encodeComplex(encoder, undefined, plan, value);
}

/** Writes a value as an element, under that element's name. */
export function encodeAs(encoder: Encoder, element: ElementPlan, value: unknown, prefix?: string): void {
  if (!encoder.enter()) return;
  const { output, trace } = encoder;
  const { namespace, name } = element;
  encoder.children?.push({ namespace, name });
  const target = element.target ?? targetOf(element);
  if (target.kind === 'complex' && target.mode === 'tree' && value !== null) {
    encodeTree(encoder, element, value);
    return;
  }
  output.startElement(namespace, name, prefix);
  trace?.startElement(element, namespace, name, encoder.path);
  const { encoding } = encoder;
  const referred = encoding?.refer(encoder, target, value) === true;
  if (!referred) encoding?.start(encoder, target, value);
  if (referred) {
    // The content stands elsewhere.
  } else if (value === null) encodeNil(encoder, element);
  else if (target.kind === 'simple') encodeText(encoder, element, target, value);
  else {
    const outer = encoder.children;
    if (outer !== undefined) encoder.children = [];
    encodeComplex(encoder, element, target, value);
    encoder.children = outer;
  }
  trace?.endElement();
  output.endElement();
}

function encodeNil(encoder: Encoder, element: ElementPlan): void {
  if (!element.nillable) encoder.problem('not-nillable', 'must not be null');
  encoder.output.attribute(XSI, 'nil', 'true', XSI_PREFIX);
}

/** `xs:anyType`: the tree's own attributes and children, under the element's name. */
function encodeTree(encoder: Encoder, element: ElementPlan, value: unknown): void {
  if (!isTree(value)) {
    encoder.problem('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    return;
  }
  const { namespace, name } = element;
  const { prefix: _, ...rest } = value;
  const same = encoder.output.programNamespace(value.namespace) === namespace && value.name === name;
  encoder.checkOpen?.(encoder, value, element, 'lax');
  writeTree(same ? value : { ...rest, namespace, name }, encoder.output);
}

function encodeText(encoder: Encoder, element: ElementPlan | undefined, plan: SimplePlan, value: unknown): void {
  const { output } = encoder;
  try {
    if (plan.verbatim && typeof value === 'string' && element?.fixed === undefined && !encoder.validating) {
      if (value !== '') output.text(value);
      else if (element !== undefined) emptyText(encoder, element);
      return;
    }
    if (value instanceof Uint8Array && isPackable(plan, value, element) && output.binary?.(value)) return;
    const text = formatPlan(plan, value, output);
    if (encoder.validating) checkSimple(encoder, plan, value, text);
    else if (plan.texts !== undefined && !plan.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (element?.fixed !== undefined) requireFixed(encoder, plan, value, element.fixed);
    encoder.trace?.text(plan, value, encoder.path);
    if (text === '' && element !== undefined) emptyText(encoder, element);
    else if (text !== '') output.text(text);
  } catch (error) {
    encoder.lexical(error);
  }
}

/** True for binary content that may stand outside of the document (XOP 1.0, 3.1: canonical base64 alone). */
function isPackable(plan: SimplePlan, value: Uint8Array, element: ElementPlan | undefined): boolean {
  return plan.builtIn === 'base64Binary' && value.length > 0 && element?.fixed === undefined;
}

/** An empty element would be read as its default, so an empty value cannot be written there (Part 1, 3.3.1). */
function emptyText(encoder: Encoder, element: ElementPlan): void {
  const fallback = element.fixed ?? element.default;
  if (fallback !== undefined && fallback !== '') {
    encoder.problem('empty-default', `an empty value would be read as the default ${JSON.stringify(fallback)}`);
  }
}

function checkSimple(encoder: Encoder, plan: SimplePlan, value: unknown, text: string): void {
  for (const { code, message } of checkFacets(plan, value, encoder.patterns ? text : undefined, encoder.output)) {
    encoder.problem(code, message);
  }
  const { item } = plan;
  if (item === undefined || !Array.isArray(value)) return;
  value.forEach((part: unknown, i) => {
    encoder.path.push(i);
    checkSimple(encoder, item, part, formatPlan(item, part, encoder.output));
    encoder.path.pop();
  });
}

function requireFixed(encoder: Encoder, plan: SimplePlan, value: unknown, fixed: string): void {
  const context = plan.builtIn === 'QName' ? encoder.output : noPrefixes;
  if (!equalValues(plan, value, parsePlan(plan, fixed, context, 'enumeration'))) {
    encoder.problem('fixed', `the value must be ${JSON.stringify(fixed)}`);
  }
}

function encodeComplex(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: unknown,
): void {
  if (declared.mode === 'array') {
    encodeArray(encoder, declared, value);
    return;
  }
  if (declared.type.unwrap !== undefined) {
    encodeUnwrapped(encoder, declared, declared.type.unwrap, value);
    return;
  }
  if (declared.mode === 'tree') {
    if (!isTree(value)) encoder.problem('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    else encodeNodes(encoder, declared, value.children);
    return;
  }
  if (!isRecord(value)) {
    encoder.problem('wrong-type', `expected an object, got ${describe(value)}`);
    return;
  }
  const plan = actualPlan(encoder, element, declared, value);
  if (plan === undefined) return;
  encodeAttributes(encoder, plan, value);
  switch (plan.mode) {
    case 'text':
      encodeSimpleContent(encoder, element, plan, value);
      break;
    case 'mixed':
      encodeNodes(encoder, plan, value.$content);
      break;
    case 'record':
    case 'groups':
      if (plan.content !== undefined) encodeGroup(encoder, plan, plan.content, value, encodeAs);
      break;
    case 'tree':
    case 'array':
      break;
  }
  if (encoder.validating) checkChildren(encoder, plan, value);
}

/** A list in the place of the object that holds nothing else. */
function encodeUnwrapped(encoder: Encoder, plan: ComplexPlan, property: string, value: unknown): void {
  if (!Array.isArray(value)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
    return;
  }
  if (plan.content === undefined) return;
  const wrapped = { [property]: value };
  encoder.hidden.push(encoder.path.length);
  encodeGroup(encoder, plan, plan.content, wrapped, encodeAs);
  if (encoder.validating) checkChildren(encoder, plan, wrapped);
  encoder.hidden.pop();
}

/** The type of the value: the declared one, or the one that `$type` names; then `xsi:type` is written. */
function actualPlan(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: Record<string, unknown>,
): ComplexPlan | undefined {
  const typeName = value.$type;
  let plan = declared;
  if (typeName !== undefined) {
    const type = derivedAt(element, declared).byTypeName.get(typeName as string);
    if (type === undefined) {
      encoder.problem('unknown-type', `$type ${describe(typeName)} is not a type that may stand here`);
      return undefined;
    }
    plan = complexPlan(type);
    const { output } = encoder;
    const prefix = type.namespace === '' ? '' : output.prefixFor(type.namespace);
    output.attribute(XSI, 'type', prefix === '' ? type.name : `${prefix}:${type.name}`, XSI_PREFIX);
  }
  if (plan.type.abstract === true) {
    encoder.problem('abstract-type', `the type "${plan.type.name}" is abstract; $type must name another`);
    return undefined;
  }
  return plan;
}

function encodeSimpleContent(
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: ComplexPlan,
  value: Record<string, unknown>,
): void {
  encoder.path.push('$value');
  if (plan.text !== undefined) encodeText(encoder, element, plan.text, value.$value);
  encoder.path.pop();
}

function encodeNodes(encoder: Encoder, plan: ComplexPlan, content: unknown): void {
  if (!Array.isArray(content)) {
    encoder.path.push('$content');
    encoder.problem('wrong-type', `expected an array of nodes, got ${describe(content)}`);
    encoder.path.pop();
    return;
  }
  (content as readonly XmlNode[]).forEach((node, i) => {
    if (typeof node === 'string') encoder.output.text(node);
    else if (isTree(node)) {
      encoder.children?.push(node);
      if (encoder.checkOpen !== undefined) {
        encoder.path.push('$content', i);
        encoder.checkOpen(encoder, node, declaredChild(plan, node), plan.mode === 'tree' ? 'lax' : openProcess(plan));
        encoder.path.length -= 2;
      }
      writeTree(node, encoder.output);
    } else encoder.problem('wrong-type', `expected text or an XmlElement, got ${describe(node)}`);
  });
}

/** The declaration of a child of mixed content, if it has one of its own. */
function declaredChild(plan: ComplexPlan, child: XmlElement): ElementPlan | undefined {
  const field = plan.byName.get(child.name)?.find(({ namespace }) => namespace === child.namespace);
  return field?.member.element;
}

/** What the wildcards of mixed content ask for. */
function openProcess(plan: ComplexPlan): 'strict' | 'lax' | 'skip' {
  return plan.wildcards.some(({ process }) => process === 'strict')
    ? 'strict'
    : plan.wildcards.some(({ process }) => process === 'lax')
      ? 'lax'
      : 'skip';
}

function encodeAttributes(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  for (const attribute of plan.attributes) {
    const part = readProperty(value, attribute.property);
    if (part === undefined) {
      if (attribute.required) {
        encoder.path.push(attribute.property);
        encoder.problem('missing-attribute', `attribute "${attribute.name}" is missing`);
        encoder.path.pop();
      }
    } else {
      encoder.path.push(attribute.property);
      encodeAttribute(encoder, attribute, part);
      encoder.path.pop();
    }
  }
  if (plan.anyAttribute !== undefined && isRecord(value.$anyAttribute))
    encodeOpenAttributes(encoder, plan, value.$anyAttribute);
}

function encodeAttribute(encoder: Encoder, attribute: AttributePlan, value: unknown): void {
  const { type, fixed } = attribute;
  try {
    const text = formatPlan(type, value, encoder.output);
    if (encoder.validating) checkSimple(encoder, type, value, text);
    else if (type.texts !== undefined && !type.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (fixed !== undefined) requireFixed(encoder, type, value, fixed);
    encoder.trace?.attribute(attribute.namespace, attribute.name, type, value, encoder.path);
    encoder.output.attribute(attribute.namespace, attribute.name, text);
  } catch (error) {
    encoder.lexical(error);
  }
}

function encodeOpenAttributes(encoder: Encoder, plan: ComplexPlan, attributes: Record<string, unknown>): void {
  for (const [key, text] of Object.entries(attributes)) {
    // The last brace: a namespace may hold placeholders in braces itself.
    const end = key.startsWith('{') ? key.lastIndexOf('}') : -1;
    const namespace = end < 0 ? '' : key.slice(1, end);
    if (typeof text === 'string') {
      encoder.output.attribute(encoder.output.programNamespace(namespace), key.slice(end + 1), text);
      if (encoder.validating) checkOpenAttribute(encoder, plan, key, namespace, text);
    } else
      encoder.problem(
        'wrong-type',
        `expected a string for the attribute ${JSON.stringify(key)}, got ${describe(text)}`,
      );
  }
}

/** An attribute that a wildcard lets in: its namespace, and its value where it is declared (Part 1, 3.10.1). */
function checkOpenAttribute(encoder: Encoder, plan: ComplexPlan, key: string, namespace: string, text: string): void {
  const { anyAttribute } = plan;
  if (anyAttribute === undefined) return;
  encoder.path.push('$anyAttribute', key);
  if (!wildcardAllows(anyAttribute, namespace)) {
    encoder.problem('wildcard', `namespace ${JSON.stringify(namespace)} is not let in here`);
  } else if (anyAttribute.process !== 'skip' && encoder.declarations?.attributes !== undefined) {
    const declared = declarationNamed(encoder.declarations.attributes, key);
    if (declared !== undefined) checkDeclared(encoder, declared, text);
    else if (anyAttribute.process === 'strict')
      encoder.problem('undeclared-attribute', 'the attribute is not declared');
  }
  encoder.path.length -= 2;
}

function checkDeclared(encoder: Encoder, declared: AttributeDescriptor, text: string): void {
  const type = simplePlan(resolve(declared.type));
  try {
    const value = parsePlan(type, text, encoder.output, 'all');
    if (declared.fixed !== undefined) requireFixed(encoder, type, value, declared.fixed);
    encoder.trace?.attribute(declared.namespace, declared.name, type, value, encoder.path);
  } catch (error) {
    encoder.lexical(error);
  }
}

/** While validating: the order and number of the children, and properties that the type does not have. */
function checkChildren(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  if ((plan.mode === 'groups' || plan.mode === 'mixed') && encoder.children !== undefined) {
    const mismatch = matchContent(plan.model, encoder.children);
    if (mismatch !== undefined) {
      const child = encoder.children[mismatch.index];
      const expected = mismatch.expected.length === 0 ? 'nothing' : mismatch.expected.join(', ');
      encoder.problem(
        'content-model',
        `${child === undefined ? 'something is missing at the end' : `"${child.name}" does not fit`}; expected ${expected}`,
      );
    }
  }
  for (const property of Object.keys(value)) {
    if (value[property] === undefined || isOwnProperty(plan, property)) continue;
    encoder.path.push(property);
    encoder.problem('unknown-property', 'the type has no such property');
    encoder.path.pop();
  }
}

function isOwnProperty(plan: ComplexPlan, property: string): boolean {
  switch (property) {
    case '$type':
      return true;
    case '$value':
      return plan.mode === 'text';
    case '$content':
      return plan.mode === 'mixed';
    case '$anyAttribute':
      return plan.anyAttribute !== undefined;
    default:
      return (
        plan.attributes.some((attribute) => attribute.property === property) ||
        (plan.content?.properties.includes(property) ?? false)
      );
  }
}

function encodeArray(encoder: Encoder, plan: ComplexPlan, value: unknown): void {
  const array = plan.type.soapArray;
  if (array === undefined || !Array.isArray(value)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
    return;
  }
  encoder.encoding?.array(encoder, array, value.length);
  const target = planOf(itemTypeOf(array));
  const element: ElementPlan = {
    namespace: '',
    name: array.itemName,
    nillable: true,
    abstract: false,
    default: undefined,
    fixed: undefined,
    constraints: undefined,
    lazyType: target.type,
    target,
  };
  value.forEach((item: unknown, i) => {
    encoder.path.push(i);
    encodeAs(encoder, element, item);
    encoder.path.pop();
  });
}
