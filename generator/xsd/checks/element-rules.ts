import { splitExpandedName } from '../../source/names.js';
import type { Reference, SchemaSet, XsdElementDeclaration } from '../components.js';
import { walkComponents } from '../walk.js';
import type { Findings } from './findings.js';
import { type Types, typeName } from './types.js';

/**
 * A member of a substitution group must have a type derived from that of the head, in a way that the head does not exclude
 * with `final` ("e-props-correct", clause 4, Part 1, 3.3.6). The head's type is `xs:anyType` if it names none.
 */
export function checkSubstitution(types: Types, findings: Findings): void {
  for (const element of types.schemas.elements.values()) {
    for (const group of element.substitutionGroups) {
      checkMember(element, group, types, findings);
    }
  }
}

function checkMember(element: XsdElementDeclaration, group: Reference, types: Types, findings: Findings): void {
  const { type: own } = element;
  const head = types.schemas.elements.get(group.name);
  if (!head || types.schemas.circular.has(element)) {
    return;
  }
  const headType = types.elementType(head);
  const type = own ? types.resolve(own) : types.elementType(element);
  if (headType === undefined || type === undefined) {
    return;
  }
  const parameters = { head: head.name, type: typeName(headType), final: head.final.join(' ') };
  const related = { message: 'The head of the group is here.', element: head.source };
  const place = [group.source, group.attribute, related] as const;
  if (types.isDerived(type, headType) === false) {
    findings.report('xsd/substitution-type', parameters, ...place);
  } else if (head.final.length > 0 && types.isDerived(type, headType, head.final) === false) {
    findings.report('xsd/substitution-final', parameters, ...place);
  }
}

/** A keyref has as many fields as the key or unique that it refers to ("c-props-correct", Part 1, 3.11.6). */
export function checkKeyReferences(schemas: SchemaSet, findings: Findings): void {
  walkComponents(schemas, {
    constraint: ({ kind, refer, fields, source }) => {
      const target = refer && schemas.identityConstraints.get(refer.name);
      if (kind !== 'keyref' || !refer || !target) {
        return;
      }
      const name = splitExpandedName(refer.name).local;
      const related = { message: 'What it refers to is here.', element: target.source };
      if (target.kind === 'keyref') {
        findings.report('xsd/keyref-target', { name }, source, 'refer', related);
      } else if (target.fields.length !== fields.length) {
        const parameters = { name, fields: fields.length, expected: target.fields.length };
        findings.report('xsd/keyref-fields', parameters, source, 'refer', related);
      }
    },
  });
}
