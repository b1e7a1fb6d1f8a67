import { anyType } from '../built-ins.js';
import type { SchemaSet, XsdComplexTypeDefinition, XsdParticle } from '../components.js';
import { walkComponents } from '../walk.js';
import { checkAttribution } from './attribution.js';
import { checkConsistency } from './consistency.js';
import { type Contents, ownContent } from './content.js';
import type { Findings } from './findings.js';
import { type Leaf, leavesOf } from './leaves.js';
import { substitutionsOf } from './members.js';
import type { Types } from './types.js';

/** For a whole run, counting members of substitution groups wherever their head occurs; no schema in real use comes near it. */
const maxDeclarations = 2_000_000;

/**
 * Checks of whole content models: those of types, and those of groups that no type uses. In XML Schema 1.1 (`elementsWin`) an
 * element and a wildcard may overlap.
 */
export function checkContentModels(types: Types, contents: Contents, elementsWin: boolean, findings: Findings): void {
  const { schemas } = types;
  const substitutions = substitutionsOf(schemas);
  let left = maxDeclarations;
  const check = (particles: readonly XsdParticle[]): void => {
    const leaves = leavesOf(particles, schemas, substitutions);
    if (!leaves || leaves.length < 2) {
      return;
    }
    for (const { declarations } of leaves) {
      left -= declarations.length;
    }
    if (left < 0) {
      return;
    }
    checkConsistency(leaves, types, findings);
    checkAttribution(particles, leaves, schemas, elementsWin, findings);
  };
  walkComponents(schemas, {
    type: (type) => {
      if (type.kind !== 'complexType') {
        return;
      }
      if (type.base && type.derivation === 'extension' && types.baseOf(type) === anyType && isMixed(type)) {
        checkOpen(type, leavesOf(ownContent(type).particles, schemas, substitutions), elementsWin, findings);
      }
      check(contents.of(type)?.particles ?? []);
    },
  });
  checkUnusedGroups(schemas, check);
}

function isMixed({ content }: XsdComplexTypeDefinition): boolean {
  return content.kind === 'complex' && content.mixed;
}

/**
 * Extensions of `xs:anyType` come after its wildcard, which accepts every element; in XML Schema 1.1 elements take precedence
 * over it.
 */
function checkOpen(
  type: XsdComplexTypeDefinition,
  leaves: readonly Leaf[] | undefined,
  elementsWin: boolean,
  findings: Findings,
): void {
  const leaf = leaves?.find(({ particle }) => !elementsWin || particle.kind === 'any');
  if (!leaf || type.base?.kind !== 'named') {
    return;
  }
  findings.report('xsd/extended-any-type', {}, type.base.source, type.base.attribute);
}

function checkUnusedGroups(schemas: SchemaSet, check: (particles: readonly XsdParticle[]) => void): void {
  const used = new Set<string>();
  walkComponents(schemas, { groupReference: ({ name }) => used.add(name) });
  for (const group of schemas.groups.values()) {
    if (!used.has(group.name) && group.model) {
      check([group.model]);
    }
  }
}
