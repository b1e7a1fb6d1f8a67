import { elementPlan } from './plan.js';
import type { ElementNode, Member } from './plan-nodes.js';

/** Elements that a particle allows: one, or those of the substitution group that are not abstract. */
export function membersOf(node: ElementNode): readonly Member[] {
  if (node.members === undefined) {
    const { element, substitutes } = node;
    if (substitutes === undefined) {
      node.members = [{ key: undefined, element }];
    } else {
      const members: Member[] = element.abstract ? [] : [{ key: element.name, element }];
      for (const [key, declaration] of Object.entries(substitutes())) {
        if (declaration.abstract !== true) {
          members.push({ key, element: elementPlan(declaration) });
        }
      }
      node.members = members;
    }
  }
  return node.members;
}

/** The element of a substitution group that `$name` names. */
export function memberOfKey(node: ElementNode, key: unknown): Member | undefined {
  node.byKey ??= new Map([...membersOf(node)].reverse().map((member) => [member.key, member]));
  return node.byKey.get(key);
}
