import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { SourceElement } from '../source/document.js';
import { expandedName } from '../source/names.js';
import { resolveQName } from '../source/qualified-names.js';
import { attributeValue } from '../source/references.js';
import type { PathAlternative, XsdIdentityConstraint } from './components.js';
import type { SchemaReader } from './reader.js';

/** `xs:key`, `xs:unique` and `xs:keyref` (Part 1, 3.11.2): `Content: (annotation?, (selector, field+))`. */
export function readIdentityConstraint(
  reader: SchemaReader,
  element: SourceElement,
): XsdIdentityConstraint | undefined {
  const name = reader.ownName(element);
  if (name === undefined) {
    return undefined;
  }
  const kind = element.local as XsdIdentityConstraint['kind'];
  const refer = kind === 'keyref' ? reader.reference(element, 'refer') : undefined;
  if (kind === 'keyref' && attributeValue(element, 'refer') === undefined) {
    reader.report('xsd/missing-attribute', { element: 'keyref', attribute: 'refer' }, element);
  }
  const children = reader.children(element);
  const selector = children.find((child) => child.local === 'selector');
  const fields = children.filter((child) => child.local === 'field');
  if (!selector || fields.length === 0) {
    return undefined;
  }
  const selectorPath = readPath(reader, selector, false);
  const fieldPaths = fields.map((field) => readPath(reader, field, true));
  if (!selectorPath || fieldPaths.includes(undefined)) {
    return undefined;
  }
  return {
    kind,
    ...reader.component(element),
    name: reader.globalName(name),
    selector: selectorPath,
    fields: fieldPaths as readonly (readonly PathAlternative[])[],
    ...(refer && { refer }),
  };
}

/** White space is allowed between tokens; this white space is within a name, or between two of them. */
const splitName = /[^\s/|@:.*]\s+[^\s/|@:.*]|\s:(?!:)|(?<!:):\s/;

/**
 * The XPath of a selector or field (Part 1, 3.11.6):
 * `Path ( '|' Path )*`, `Path ::= ('.//')? Step ( '/' Step )*` where the last step of a field may be `@NameTest`.
 */
function readPath(
  reader: SchemaReader,
  element: SourceElement,
  isField: boolean,
): readonly PathAlternative[] | undefined {
  const text = reader.attribute(element, 'xpath');
  if (text === undefined) {
    reader.report('xsd/missing-attribute', { element: element.local, attribute: 'xpath' }, element);
    return undefined;
  }
  const alternatives = (splitName.test(text) ? [''] : text.split('|')).map((part) =>
    parsePath(element, part.replace(/\s+/g, ''), isField, reader.xpathDefaultNamespace(element)),
  );
  if (!alternatives.includes(undefined)) {
    return alternatives as readonly PathAlternative[];
  }
  reader.report('xsd/bad-xpath', { xpath: text }, element, 'xpath');
  return undefined;
}

function parsePath(
  element: SourceElement,
  text: string,
  isField: boolean,
  defaultNamespace: string,
): PathAlternative | undefined {
  const anyDepth = text.startsWith('.//');
  const parts = (anyDepth ? text.slice('.//'.length) : text).split('/');
  const steps: string[] = [];
  let attribute: string | undefined;
  for (const [index, part] of parts.entries()) {
    if (part === '.') {
      continue;
    }
    const onAttribute = /^(?:@|attribute::)(.*)$/.exec(part)?.[1];
    if (onAttribute !== undefined && (!isField || index !== parts.length - 1)) {
      return undefined;
    }
    const test = nameTest(
      element,
      onAttribute ?? part.replace(/^child::/, ''),
      onAttribute === undefined ? defaultNamespace : '',
    );
    if (test === undefined) {
      return undefined;
    }
    if (onAttribute === undefined) {
      steps.push(test);
    } else {
      attribute = test;
    }
  }
  return { anyDepth, steps, ...(attribute !== undefined && { attribute }) };
}

/** `*`, `prefix:*`, `name` or `prefix:name`, expanded; a name without prefix is in `defaultNamespace`. */
function nameTest(element: SourceElement, text: string, defaultNamespace: string): string | undefined {
  if (text === '*') {
    return '*';
  }
  const { prefix, local, namespace, isDeclared } = resolveQName(text, element);
  if (!isDeclared || (local !== '*' && !isNCName(local))) {
    return undefined;
  }
  return expandedName(prefix === '' ? defaultNamespace : namespace, local);
}
