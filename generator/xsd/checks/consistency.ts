import type { XsdElementDeclaration } from '../components.js';
import type { Findings } from './findings.js';
import type { Leaf } from './leaves.js';
import { nameOf } from './members.js';
import { isSame, type Types, typeName } from './types.js';

/** Elements of one name in a content model have one type ("Element Declarations Consistent", Part 1, 3.8.6). */
export function checkConsistency(leaves: readonly Leaf[], types: Types, findings: Findings): void {
  const seen = new Map<string, XsdElementDeclaration>();
  for (const leaf of leaves) {
    for (const declaration of leaf.declarations) {
      const name = nameOf(declaration);
      const first = seen.get(name);
      if (!first) {
        seen.set(name, declaration);
      } else if (first !== declaration && first.source !== declaration.source) {
        compare(first, declaration, leaf, types, findings);
      }
    }
  }
}

function compare(
  first: XsdElementDeclaration,
  second: XsdElementDeclaration,
  { particle }: Leaf,
  types: Types,
  findings: Findings,
): void {
  const one = types.elementType(first);
  const other = types.elementType(second);
  if (one === undefined || other === undefined || isSame(one, other)) {
    return;
  }
  const parameters = { name: second.name, first: typeName(one), second: typeName(other) };
  const related = { message: 'The other one is here.', element: first.source };
  findings.report('xsd/inconsistent-elements', parameters, particle.source, undefined, related);
}
