import { compilePattern, RegexSyntaxError } from '@wsdl-codegen/runtime/schema';
import type { Facet } from './components.js';

interface Known {
  readonly isValid: boolean;
  readonly looseness: string | undefined;
}

/** Facts about the patterns of schemas, kept because several stages ask for them. */
const known = new WeakMap<Facet, Known>();

/** True for a pattern facet whose value is a regular expression of XML Schema (Part 2, appendix F). */
export function isPattern(facet: Facet): boolean {
  return examined(facet).isValid;
}

/**
 * The parts of a pattern facet's regular expression that are not in the grammar of appendix F, but are read all the same; nothing if it is
 * all valid, or not readable.
 */
export function loosenessOf(facet: Facet): string | undefined {
  return examined(facet).looseness;
}

function examined(facet: Facet): Known {
  let found = known.get(facet);
  if (found === undefined) {
    found = examine(facet.value);
    known.set(facet, found);
  }
  return found;
}

function examine(text: string): Known {
  try {
    return { isValid: true, looseness: compilePattern(text).looseness };
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      return { isValid: false, looseness: undefined };
    }
    throw error;
  }
}
