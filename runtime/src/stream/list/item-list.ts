import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../../schema/plan/plan.js';
import { membersOf } from '../../schema/plan/substitution.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import { complexOf, listsOf } from './list-path.js';
import { messageRoot } from './way-to-list.js';

/** The one list of a message. */
export interface OnlyList {
  /** The properties on the way to it from the parameter or result; none if that is the list itself. */
  readonly steps: readonly string[];
  /** The element of an item, which alone has the JSON and XML that it has in the list. */
  readonly item: ElementDescriptor;
}

/**
 * The list of the parameter or result of an operation whose items can be sent one by one: undefined if there is none, or several, or its items are elements of several
 * names.
 */
export function itemList(operation: OperationDescriptor, way: 'input' | 'output'): OnlyList | undefined {
  const message = operation[way];
  const root = message && messageRoot(operation.name, message);
  const [steps, ...others] = root === undefined ? [] : listsOf(root);
  if (root?.plan === undefined || steps === undefined || others.length > 0) {
    return undefined;
  }
  const node = nodeAt(root.plan, steps);
  const [member, ...rest] = node === undefined ? [] : membersOf(node);
  return member === undefined || rest.length > 0 || node?.substitutes !== undefined
    ? undefined
    : { steps: root.unwrap === undefined ? steps : steps.slice(1), item: descriptorOf(member.element) };
}

/** The list at the end of properties that lead through single values. */
function nodeAt(plan: ComplexPlan, steps: readonly string[]): ElementNode | undefined {
  const { unwrap } = plan.type;
  const [property, ...rest] = unwrap === undefined ? steps : [unwrap, ...steps];
  const node = plan.fields.find((field) => field.property === property);
  if (node === undefined || (node.list && rest.length === 0)) {
    return node;
  }
  const inner = complexOf(node.element);
  return inner && nodeAt(inner, rest);
}

function descriptorOf(element: ElementPlan): ElementDescriptor {
  const { namespace, name, lazyType: type, nillable, alternatives, derived, standIns } = element;
  return {
    kind: 'element',
    namespace,
    name,
    type,
    nillable,
    ...(element.default !== undefined && { default: element.default }),
    ...(element.fixed !== undefined && { fixed: element.fixed }),
    ...(alternatives !== undefined && { alternatives }),
    ...(derived !== undefined && { derived }),
    ...(standIns !== undefined && { standIns }),
  };
}
