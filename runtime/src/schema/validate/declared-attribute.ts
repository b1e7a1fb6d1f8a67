import type { Encoder } from '../context/encoder.js';
import type { AttributeDescriptor, LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { resolve } from '../descriptor/resolve.js';
import { isNameType, simplePlan } from '../plan/simple-plan.js';
import { fixedProblem, parsePlan } from '../simple/simple.js';
import type { Validation } from './validation.js';

/** The text of an open attribute is kept without the declarations of its prefixes, so a name is checked as far as possible. */
const anyPrefix: LexicalContext = { resolvePrefix: () => '', prefixFor: () => '' };

/** Checks an attribute that content leaves open by its declaration. */
export function checkDeclaredAttribute(
  validation: Validation,
  encoder: Encoder,
  declared: AttributeDescriptor,
  text: string,
): void {
  const type = simplePlan(resolve(declared.type));
  try {
    if (isNameType(type)) {
      parsePlan({ ...type, facets: undefined }, text, anyPrefix, 'all');
      return;
    }
    const value = parsePlan(type, text, encoder.output, 'all');
    const wrong = fixedProblem(type, value, declared.fixed);
    if (wrong !== undefined) {
      validation.problem(encoder, 'fixed', wrong);
    }
    validation.trace?.attribute(declared.namespace, declared.name, type, value, encoder);
  } catch (error) {
    if (!(error instanceof LexicalError)) {
      throw error;
    }
    validation.problem(encoder, 'wrong-type', error.message);
  }
}
