import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { SourceElement } from '../../source/document.js';
import { xsdNamespace } from '../../source/names.js';
import { attributeValue } from '../../source/references.js';

import type { SchemaUnit } from '../units.js';
import type { Findings } from './findings.js';
import { reportUri } from './uri-text.js';
import { checks11 } from './version-1.1.js';

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/**
 * The rules of the schema for schemas (Part 1, appendix A) for attributes that have no meaning for the types, or have one
 * only if they are valid: ids, languages, the defaults of `block` and `final`, the identifiers of notations, the locations of
 * includes. One pass over the elements of each schema.
 */
export function checkRepresentation(units: readonly SchemaUnit[], findings: Findings): void {
  const byDocument = new Map<string, Map<string, SourceElement>>();
  for (const schema of new Set(units.map((unit) => unit.schema))) {
    const uri = schema.position.uri;
    const identifiers = byDocument.get(uri) ?? new Map<string, SourceElement>();
    byDocument.set(uri, identifiers);
    visit(schema, identifiers, findings);
  }
}

function visit(element: SourceElement, identifiers: Map<string, SourceElement>, findings: Findings): void {
  checkIdentifier(element, identifiers, findings);
  if (element.local === 'schema' || element.local === 'documentation') {
    checkLanguage(element, findings);
  }
  checks.get(element.local)?.(element, findings);
  checks11.get(element.local)?.(element, findings);
  // The content of documentation and application information does not belong to the schema.
  if (element.local === 'appinfo' || element.local === 'documentation') {
    return;
  }
  for (const child of element.children) {
    if (child.kind === 'element' && child.namespace === xsdNamespace) {
      visit(child, identifiers, findings);
    }
  }
}

/** `id`s are names, and each occurs only once in its document (type `xs:ID`). */
function checkIdentifier(element: SourceElement, seen: Map<string, SourceElement>, findings: Findings): void {
  const id = attributeValue(element, 'id');
  if (id === undefined || element.local === 'appinfo' || element.local === 'documentation') {
    return;
  }
  const first = seen.get(id);
  const related = first && { message: 'The first one is here.', element: first };
  if (!isNCName(id)) {
    findings.report('xsd/bad-id', { id }, element, 'id');
  } else if (first) {
    findings.report('xsd/duplicate-id', { id }, element, 'id', related);
  } else {
    seen.set(id, element);
  }
}

/** `xml:lang` is a language (RFC 3066), or empty for none. */
function checkLanguage(element: SourceElement, findings: Findings): void {
  const language = element.attributes.find(({ namespace, local }) => namespace === xmlNamespace && local === 'lang');
  const value = language?.value.trim();
  if (value === undefined || /^(?:[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*)?$/.test(value)) {
    return;
  }
  findings.report('xsd/idle-value', { attribute: 'xml:lang', value, expected: 'a language such as en-GB' }, element);
}

/** The attributes that some elements require in addition. */
const checks: ReadonlyMap<string, (element: SourceElement, findings: Findings) => void> = new Map([
  [
    'schema',
    (schema, findings) => {
      checkDerivations(schema, 'blockDefault', ['extension', 'restriction', 'substitution'], findings);
      checkDerivations(schema, 'finalDefault', ['extension', 'restriction', 'list', 'union'], findings);
      checkUri(schema, 'targetNamespace', findings);
    },
  ],
  ['import', (element, findings) => checkUri(element, 'namespace', findings)],
  ['documentation', (element, findings) => checkUri(element, 'source', findings)],
  ['appinfo', (element, findings) => checkUri(element, 'source', findings)],
  ['include', checkLocation],
  ['redefine', checkLocation],
  ['override', checkLocation],
  ['notation', checkNotation],
  ['all', checkAll],
]);

/** `#all`, or a list of derivations (types `blockSet` and `fullDerivationSet`). */
function checkDerivations(
  schema: SourceElement,
  attribute: string,
  derivations: readonly string[],
  findings: Findings,
): void {
  const names = attributeValue(schema, attribute)?.split(/\s+/) ?? [];
  if (names.length === 1 && (names[0] === '#all' || names[0] === '')) {
    return;
  }
  const value = names.find((name) => !derivations.includes(name));
  if (value === undefined) {
    return;
  }
  findings.report(
    'xsd/idle-value',
    { attribute, value, expected: ['#all', ...derivations].join(', ') },
    schema,
    attribute,
  );
}

/** An include or redefine says where ("src-include", "src-redefine", Part 1, 4.2.1 and 4.2.2). */
function checkLocation(element: SourceElement, findings: Findings): void {
  if (attributeValue(element, 'schemaLocation') !== undefined) {
    return;
  }
  findings.report('xsd/missing-location', { element: element.local }, element);
}

/** An attribute of type `xs:anyURI`. */
function checkUri(element: SourceElement, attribute: string, findings: Findings): void {
  const text = attributeValue(element, attribute);
  if (text !== undefined) {
    reportUri(findings, attribute, text, element, attribute);
  }
}

/** A notation has a public or a system identifier (Part 1, 3.12.1). */
function checkNotation(notation: SourceElement, findings: Findings): void {
  checkUri(notation, 'system', findings);
  if (attributeValue(notation, 'public') !== undefined || attributeValue(notation, 'system') !== undefined) {
    return;
  }
  findings.report('xsd/notation-identifier', {}, notation);
}

/** `maxOccurs` of `xs:all` must be 1; particles that may never occur are left out before this check. */
function checkAll(all: SourceElement, findings: Findings): void {
  if (!/^\+?0+$/.test(attributeValue(all, 'maxOccurs') ?? '')) {
    return;
  }
  findings.report('xsd/all-limited', { reason: 'it occurs once' }, all, 'maxOccurs');
}
