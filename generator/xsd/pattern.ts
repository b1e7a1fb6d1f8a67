import { compilePattern, RegexSyntaxError } from '@wsdl-codegen/runtime/schema';

const known = new Map<string, boolean>();
/** Schemas repeat few patterns many times; the cache is bounded. */
const maxKnown = 10_000;

/** True for a regular expression of XML Schema (Part 2, appendix F). */
export function isPattern(text: string): boolean {
  let valid = known.get(text);
  if (valid === undefined) {
    valid = compiles(text);
    if (known.size < maxKnown) {
      known.set(text, valid);
    }
  }
  return valid;
}

/**
 * The parts of a regular expression that are not in the grammar of appendix F, but are read all the same; nothing if it is
 * all valid, or not readable.
 */
export function loosenessOf(text: string): string | undefined {
  return isPattern(text) ? compilePattern(text).looseness : undefined;
}

function compiles(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      return false;
    }
    throw error;
  }
}
