import type { SourceElement } from '../../source/document.js';
import { XSD_NAMESPACE } from '../../source/names.js';
import { attributeValue } from '../../source/references.js';
import { isNCName } from '../reader.js';
import type { SchemaUnit } from '../units.js';
import type { Findings } from './findings.js';

/** `id`s are names, and each stands once in its document (type `xs:ID` in the schema for schemas, Part 1, appendix A). */
export function checkIdentifiers(units: readonly SchemaUnit[], findings: Findings): void {
  const byDocument = new Map<string, Map<string, SourceElement>>();
  for (const schema of new Set(units.map((unit) => unit.schema))) {
    const uri = schema.position.uri;
    const seen = byDocument.get(uri) ?? new Map<string, SourceElement>();
    byDocument.set(uri, seen);
    visit(schema, seen, findings);
  }
}

function visit(element: SourceElement, seen: Map<string, SourceElement>, findings: Findings): void {
  const id = attributeValue(element, 'id')?.trim();
  if (id !== undefined) {
    const first = seen.get(id);
    const related = first && { message: 'The first one is here.', element: first };
    if (!isNCName(id)) findings.report('xsd/bad-id', { id }, element, 'id');
    else if (first) findings.report('xsd/duplicate-id', { id }, element, 'id', related);
    else seen.set(id, element);
  }
  for (const child of element.children) {
    // What is inside documentation and application information is not the schema's.
    if (child.kind !== 'element' || child.namespace !== XSD_NAMESPACE) continue;
    if (child.local !== 'appinfo' && child.local !== 'documentation') visit(child, seen, findings);
  }
}
