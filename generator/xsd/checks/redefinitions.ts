import type { SourceElement } from '../../source/document.js';
import { expandedName, xsdNamespace } from '../../source/names.js';
import { resolveQName } from '../../source/qualified-names.js';
import { attributeValue, childElements } from '../../source/references.js';
import type { SchemaUnit } from '../units.js';
import type { Findings } from './findings.js';

/**
 * A redefined group refers to itself once at most, and a model group exactly once where it does ("src-redefine", clauses 6
 * and 7, Part 1, 4.2.2).
 */
export function checkRedefinitions(units: readonly SchemaUnit[], findings: Findings): void {
  for (const unit of units) {
    checkCircle(unit, findings);
    const { schema, targetNamespace } = unit;
    for (const redefine of childElements(schema)) {
      if (redefine.namespace !== xsdNamespace || redefine.local !== 'redefine') {
        continue;
      }
      for (const group of childElements(redefine)) {
        if (group.local === 'group' || group.local === 'attributeGroup') {
          checkGroup(group, targetNamespace, findings);
        }
      }
    }
  }
}

/** A schema that redefines itself, directly or through others, has no components that it could begin with (Part 1, 4.2.2). */
function checkCircle(unit: SchemaUnit, findings: Findings): void {
  for (const [redefine, targets] of unit.redefines) {
    const reached = new Set<SchemaUnit>(targets);
    for (const target of reached) {
      for (const others of target.redefines.values()) {
        for (const other of others) {
          reached.add(other);
        }
      }
    }
    if (reached.has(unit)) {
      findings.report('xsd/circular-redefinition', {}, redefine, 'schemaLocation');
    }
  }
}

function checkGroup(group: SourceElement, targetNamespace: string, findings: Findings): void {
  const name = attributeValue(group, 'name');
  if (name === undefined) {
    return;
  }
  const own = expandedName(targetNamespace, name);
  const references: SourceElement[] = [];
  const visit = (element: SourceElement): void => {
    const reference = element.local === group.local ? attributeValue(element, 'ref') : undefined;
    if (reference !== undefined) {
      const { namespace, local } = resolveQName(reference, element);
      if (expandedName(namespace || targetNamespace, local) === own) {
        references.push(element);
      }
    }
    childElements(element).forEach(visit);
  };
  childElements(group).forEach(visit);
  const [first, second] = references;
  if (second) {
    findings.report('xsd/redefinition-reference', { name }, second, 'ref');
  } else if (first && group.local === 'group') {
    const isOnce = ['minOccurs', 'maxOccurs'].every((each) => (attributeValue(first, each) ?? '1') === '1');
    if (!isOnce) {
      findings.report('xsd/redefinition-reference', { name }, first, 'ref');
    }
  }
}
