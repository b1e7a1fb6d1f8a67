import type { SourceElement } from '../../source/document.js';
import { referredName, splitExpandedName, xsdNamespace } from '../../source/names.js';
import { listItems, resolveQName } from '../../source/qualified-names.js';
import type { SchemaSet } from '../components.js';
import { walkComponents } from '../walk.js';
import type { Findings } from './findings.js';

/** Types by the names that drafts of XML Schema had for them: the recommendation does not declare these names (Part 2, 3). */
export function checkDraftTypes(schemas: SchemaSet, findings: Findings): void {
  walkComponents(schemas, {
    typeReference: ({ source, attribute }) => {
      const text =
        source.attributes.find(({ namespace, local }) => namespace === '' && local === attribute)?.value ?? '';
      for (const written of listItems(text)) {
        checkName(written, source, attribute, findings);
      }
    },
  });
}

function checkName(written: string, source: SourceElement, attribute: string, findings: Findings): void {
  const { namespace, local } = resolveQName(written, source);
  const { local: type } = splitExpandedName(referredName(namespace, local));
  if (namespace === xsdNamespace && type !== local) {
    findings.report('xsd/draft-type', { name: local, type }, source, attribute);
  }
}
