import { type ElementTag, onePiece, type ScopeState } from '../../xml/element-tag.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import type { ElementNode } from '../plan/plan.js';
import { xsiPrefix } from './encode-nil.js';

/** Elements that are nil and have no attributes, as markup. */

/** What `null` stands for in a field: an element that is nil, or none; undefined where that takes a closer look. */
export function nullOf({ list, substitutes, element }: ElementNode): 'nil' | 'absent' | undefined {
  if (element.absentNull === true) {
    return 'absent';
  }
  const isPlain = !list && substitutes === undefined && element.alternatives === undefined;
  return element.nillable && isPlain && element.standIns === undefined && !element.abstract ? 'nil' : undefined;
}

/** True where the usual prefix of `xsi:nil` is declared. */
export function declaresXsi(scope: ScopeState): boolean {
  let state: ScopeState | undefined = scope;
  while (state !== undefined && state.prefix !== xsiPrefix) {
    state = state.outer;
  }
  return state?.namespace === instanceNamespace;
}

/** The markup of a nil element; undefined where its prefix means something else. */
export function nilMarkup({ inner, open }: ElementTag): string | undefined {
  return declaresXsi(inner) ? onePiece(open, ` ${xsiPrefix}:nil="true"/>`) : undefined;
}
