import { flag, type OptionKinds, object } from '../../base/options.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { indexOfInvalidCharacter } from '../../xml/text/characters.js';
import { ElementEncoder } from '../context/element-encoder.js';
import type { ValidationIssue } from '../context/encoder.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import { encodeAs } from '../encode/encode.js';
import { type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import { spansElements } from '../plan/spanning-checks.js';
import { IdentityCheck } from './identity.js';
import { Validation } from './validation.js';
import { valueChecks } from './value-checks.js';

/** Checks beyond those of the descriptors themselves. */
export interface ValidateOptions {
  /** Global declarations, for content that the schema leaves open. */
  readonly declarations?: Declarations;
  /** Check texts against patterns (default). A value that was read strictly has been checked as it was written. */
  readonly patterns?: boolean;
}

/** The kinds of these options. */
export const validateOptions: OptionKinds<ValidateOptions> = { declarations: object, patterns: flag };

/** See `validate` of document.ts, which adds the built-in types to the declarations. */
export function validateValue(
  target: ElementDescriptor | Type,
  value: unknown,
  options: ValidateOptions = {},
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const element = target.kind === 'element' ? elementPlan(target) : rootOf(target);
  if (target.kind === 'element' && target.abstract === true) {
    issues.push({ path: [], code: 'abstract-element', message: `element "${target.name}" is abstract` });
  }
  const trace = spansElements(element) || options.declarations !== undefined ? new IdentityCheck(issues) : undefined;
  const validation = new Validation(issues, options.patterns !== false, trace, options.declarations);
  const encoder = new ElementEncoder(nullOutput, element.name, {}, undefined, valueChecks(validation));
  try {
    encodeAs(encoder, element, value);
  } catch (error) {
    encoder.refuse(error);
  }
  trace?.finish();
  return issues;
}

function rootOf(type: Type): ElementPlan {
  return elementOf(type.namespace, type.name === '' ? 'value' : type.name, type);
}

/** Takes a document and keeps nothing: what a value is written to when it is only to be checked. */
const nullOutput: XmlOutput = {
  declaration: nothing,
  startElement: nothing,
  declare: nothing,
  attribute: (_namespace, _name, value) => requireCharacters(value),
  text: requireCharacters,
  endElement: nothing,
  prefixFor: (namespace) => (namespace === '' ? '' : 'p'),
  programNamespace: (namespace) => namespace,
  resolvePrefix: () => undefined,
  toString: () => '',
};

function nothing(): void {
  // Nothing is kept.
}

function requireCharacters(text: string): void {
  const index = indexOfInvalidCharacter(text);
  if (index >= 0) {
    throw new LexicalError(`the character at index ${index} cannot be written in XML`);
  }
}
