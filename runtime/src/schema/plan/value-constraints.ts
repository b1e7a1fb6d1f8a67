import type { Lazy, SimpleType, Type } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { resolve } from '../descriptor/resolve.js';
import { noPrefixes } from '../lexical/names.js';
import { normaliseWhiteSpace } from '../lexical/whitespace.js';
import { type SimplePlan, simplePlan } from './simple-plan.js';

/** A default or fixed text, unless the type of its declaration refuses it: then it has no effect. */
export function usableText(declared: Lazy<Type>, text: string | undefined): string | undefined {
  const type = text === undefined ? undefined : textTypeOf(resolve(declared));
  return text === undefined || type === undefined || takes(simplePlan(type), text) ? text : undefined;
}

/** A type, or that of the text of a complex one; undefined for one whose content is no simple value. */
function textTypeOf(type: Type): SimpleType | undefined {
  for (let link: Type | undefined = type; link !== undefined; link = link.extends && resolve(link.extends)) {
    if (link.kind === 'simple') {
      return link;
    }
    if (link.text !== undefined) {
      return resolve(link.text);
    }
  }
  return undefined;
}

/** A scalar mapping is the program's own: only the type below it is asked. */
function takes(plan: SimplePlan, text: string): boolean {
  const { mapped = plan, ownTexts } = plan;
  const normal = normaliseWhiteSpace(text, mapped.whiteSpace);
  try {
    if (ownTexts !== true) {
      mapped.derived === undefined
        ? mapped.parse(normal, noPrefixes)
        : mapped.derived.parse(mapped, normal, noPrefixes, 'all');
    }
    return true;
  } catch (error) {
    if (error instanceof LexicalError) {
      return false;
    }
    throw error;
  }
}
