import { anyAtomicType, anySimpleType } from '../built-ins.js';
import type { SchemaSet } from '../components.js';
import { walkComponents } from '../walk.js';
import type { Findings } from './findings.js';

/**
 * Elements whose type every simple type may replace by `xsi:type` (Part 1, 2.6.1). Their values are texts, so that the type that a document
 * names is not kept.
 */
export function checkAnySimpleType(schemas: SchemaSet, findings: Findings): void {
  walkComponents(schemas, {
    typeReference: ({ name, source, attribute }) => {
      if (source.local !== 'element' || (name !== anySimpleType && name !== anyAtomicType)) {
        return;
      }
      const type = name === anySimpleType ? 'anySimpleType' : 'anyAtomicType';
      findings.report('xsd/any-simple-type', { type }, source, attribute);
    },
  });
}
