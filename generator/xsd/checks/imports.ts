import type { SourceElement } from '../../source/document.js';
import { splitExpandedName, xsdNamespace } from '../../source/names.js';
import { attributeValue, childElements } from '../../source/references.js';
import type { Reference, SchemaSet } from '../components.js';
import type { SchemaUnit } from '../units.js';
import { walkComponents } from '../walk.js';
import type { Findings } from './findings.js';

/** An import is of another namespace, and no namespace is an empty text ("src-import", Part 1, 4.2.3). */
export function checkImports(units: readonly SchemaUnit[], findings: Findings): void {
  const done = new Set<SourceElement>();
  for (const { schema } of units) {
    if (done.has(schema)) {
      continue;
    }
    done.add(schema);
    const own = attributeValue(schema, 'targetNamespace');
    if (own === '') {
      findings.report('xsd/empty-namespace', {}, schema, 'targetNamespace');
    }
    for (const child of childElements(schema)) {
      if (child.namespace !== xsdNamespace || child.local !== 'import') {
        continue;
      }
      const namespace = attributeValue(child, 'namespace');
      if ((namespace ?? '') === (own ?? '')) {
        findings.report('xsd/import-own-namespace', { namespace: namespace ?? '' }, child, 'namespace');
      }
    }
  }
}

/** A schema must import a namespace to refer to components in it ("src-resolve", clause 4, Part 1, 3.15.3). */
export function checkImported(schemas: SchemaSet, units: readonly SchemaUnit[], findings: Findings): void {
  const visible = new Map<SourceElement, Set<string>>();
  for (const { schema, targetNamespace } of units) {
    const namespaces = visible.get(schema) ?? importedBy(schema);
    visible.set(schema, namespaces.add(targetNamespace));
  }
  const check = (reference: Reference): void => {
    const { namespace } = splitExpandedName(reference.name);
    const schema = schemaOf(reference.source);
    const namespaces = schema && visible.get(schema);
    if (!namespaces || namespaces.has(namespace)) {
      return;
    }
    // Once for each namespace is enough.
    namespaces.add(namespace);
    findings.report('xsd/missing-import', { namespace }, reference.source, reference.attribute);
  };
  walkComponents(schemas, {
    typeReference: check,
    elementReference: check,
    attributeReference: check,
    groupReference: check,
    attributeGroupReference: check,
    constraint: ({ refer }) => refer && check(refer),
  });
}

function importedBy(schema: SourceElement): Set<string> {
  const namespaces = new Set([xsdNamespace]);
  for (const child of childElements(schema)) {
    if (child.namespace !== xsdNamespace || child.local !== 'import') {
      continue;
    }
    namespaces.add(attributeValue(child, 'namespace') ?? '');
  }
  return namespaces;
}

function schemaOf(element: SourceElement): SourceElement | undefined {
  let at: SourceElement | undefined = element;
  while (at && !(at.namespace === xsdNamespace && at.local === 'schema')) {
    at = at.parent;
  }
  return at;
}
