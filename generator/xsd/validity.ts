import type { Result } from '../diagnostics/diagnostic.js';
import { checkAllGroups } from './checks/all-groups.js';
import { checkAnySimpleType } from './checks/any-simple-type.js';
import { Attributes } from './checks/attribute-content.js';
import { checkAttributes } from './checks/attribute-rules.js';
import { checkComplexDerivation, checkRedefinedGroups } from './checks/complex-derivation.js';
import { Contents } from './checks/content.js';
import { checkContentModels } from './checks/content-models.js';
import { checkDraftTypes } from './checks/draft-types.js';
import { checkKeyReferences, checkSubstitution } from './checks/element-rules.js';
import { checkFacetRestrictions } from './checks/facet-restriction.js';
import { Findings } from './checks/findings.js';
import { checkImported, checkImports } from './checks/imports.js';
import { checkRedefinitions } from './checks/redefinitions.js';
import { checkRepresentation } from './checks/representation.js';
import { checkSimpleDerivation } from './checks/simple-derivation.js';
import { typesOf } from './checks/types.js';
import { collectValues } from './checks/values.js';
import { checkComponents11 } from './checks/version-1.1.js';
import type { SchemaSet, XsdValueConstraint } from './components.js';
import { isVersion11 } from './conditional.js';

/**
 * The schemas with what their checks found, and the findings. These are the constraints on schema components of XML Schema 1.0 that leave a schema with a usable meaning when they are broken (Part
 * 1, 3.x.6; Part 2, 4.3): vendors publish such schemas, so all findings are warnings. Anything that cannot be decided, for
 * example because of an unresolved reference, is skipped.
 */
export async function checkValidity(schemas: SchemaSet): Promise<Result<SchemaSet>> {
  const findings = new Findings();
  const types = typesOf(schemas);
  const attributes = new Attributes(types);
  const contents = new Contents(types);
  const { units } = schemas;
  checkRepresentation(units, findings);
  checkImports(units, findings);
  checkImported(schemas, units, findings);
  checkRedefinitions(units, findings);
  checkDraftTypes(schemas, findings);
  checkAnySimpleType(schemas, findings);
  checkSimpleDerivation(types, findings);
  checkAttributes(types, attributes, findings);
  checkComplexDerivation(types, attributes, contents, findings);
  checkRedefinedGroups(types, attributes, contents, findings);
  checkSubstitution(types, findings);
  checkKeyReferences(schemas, findings);
  const version11 = units.some(({ schema }) => isVersion11(schema));
  checkAllGroups(types, contents, findings);
  checkComponents11(types, version11, findings);
  checkContentModels(types, contents, version11, findings);
  const refused = new Set<XsdValueConstraint>();
  const values = [...checkFacetRestrictions(types, findings), ...collectValues(types, findings, refused)];
  if (values.length > 0) {
    const { loadLexical } = await import('./checks/lexical.js');
    const lexical = await loadLexical(types);
    for (const check of values) {
      check(lexical);
    }
  }
  const { diagnostics } = findings;
  return [{ ...schemas, refused }, version11 ? diagnostics.filter(({ code }) => !onlyIn10.has(code)) : diagnostics];
}

/**
 * Rules that XML Schema 1.1 dropped, or replaced by rules about the content that is allowed instead of the way in which it is
 * written.
 */
const onlyIn10: ReadonlySet<string> = new Set([
  'xsd/all-limited',
  'xsd/content-restriction',
  'xsd/id-with-value',
  'xsd/two-ids',
  'xsd/uri-reference',
  'xsd/wildcard-not-expressible',
]);
