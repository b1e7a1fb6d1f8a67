import type { Particle, SchemaSet } from '../components.js';
import { walkComponents } from '../walk.js';
import { checkAttribution } from './attribution.js';
import { checkConsistency } from './consistency.js';
import type { Contents } from './content.js';
import type { Findings } from './findings.js';
import { leavesOf } from './leaves.js';
import { Substitutions } from './members.js';
import type { Types } from './types.js';

/** In all of a run, members of substitution groups counted wherever their head stands; no schema that is used comes near. */
const MAX_DECLARATIONS = 2_000_000;

/**
 * Checks of whole content models: those of types, and those of groups that no type uses. In XML Schema 1.1 (`elementsWin`) an
 * element and a wildcard may overlap.
 */
export function checkContentModels(types: Types, contents: Contents, elementsWin: boolean, findings: Findings): void {
  const { schemas } = types;
  const substitutions = new Substitutions(schemas);
  let left = MAX_DECLARATIONS;
  const check = (particles: readonly Particle[]): void => {
    const leaves = leavesOf(particles, schemas, substitutions);
    if (!leaves || leaves.length < 2) return;
    for (const { declarations } of leaves) left -= declarations.length;
    if (left < 0) return;
    checkConsistency(leaves, types, findings);
    checkAttribution(particles, leaves, schemas, elementsWin, findings);
  };
  walkComponents(schemas, {
    type: (type) => {
      if (type.kind === 'complexType') check(contents.of(type)?.particles ?? []);
    },
  });
  checkUnusedGroups(schemas, check);
}

function checkUnusedGroups(schemas: SchemaSet, check: (particles: readonly Particle[]) => void): void {
  const used = new Set<string>();
  walkComponents(schemas, { groupReference: ({ name }) => used.add(name) });
  for (const group of schemas.groups.values()) {
    if (!used.has(group.name) && group.model) check([group.model]);
  }
}
