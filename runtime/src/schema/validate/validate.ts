import { flag, type OptionKinds, object } from '../../base/options.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { indexOfInvalidCharacter } from '../../xml/text/characters.js';
import { XmlWriter } from '../../xml/write/xml-writer.js';
import { ElementEncoder } from '../context/element-encoder.js';
import type { ValidationIssue, ValueChecks } from '../context/encoder.js';
import type { StrictReading } from '../decode/decode.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import { encodeAs } from '../encode/encode.js';
import { type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import { spansElements } from '../plan/spanning-checks.js';
import { IdentityCheck } from './identity.js';
import { Enough, Validation, type ValidationSettings } from './validation.js';
import { remainingValueChecks, valueChecks } from './value-checks.js';

/** Checks beyond those of the descriptors themselves. */
export interface ValidateOptions {
  /** Global declarations, for content that the schema leaves open. */
  readonly declarations?: Declarations;
  /** Check texts against patterns (default). A value that was read strictly has been checked as it was written. */
  readonly patterns?: boolean;
}

/** The kinds of these options. */
export const validateOptions: OptionKinds<ValidateOptions> = { declarations: object, patterns: flag };

/** See `validate` of document.ts, which adds the built-in types to the declarations. After `most` problems no others are looked for. */
export function validateValue(
  target: ElementDescriptor | Type,
  value: unknown,
  options: ValidateOptions = {},
  most?: number,
): readonly ValidationIssue[] {
  const { declarations, patterns = true } = options;
  const issues = target.kind === 'element' ? breachesOfRoot(target) : [];
  const element = target.kind === 'element' ? elementPlan(target) : rootOf(target);
  const trace = spansElements(element) || declarations !== undefined ? new IdentityCheck(issues) : undefined;
  const settings = { patterns, trace, declarations, read: undefined, collector: undefined };
  const validation = new Validation(issues, most === undefined ? settings : { ...settings, most });
  if (walk(element, value, valueChecks(validation))) {
    trace?.finish();
  }
  return most === undefined ? issues : issues.slice(0, most);
}

/**
 * The breaches in what was read strictly of rules that are not checked then: those that span elements, and those of content that the schema leaves
 * open. The latter go to the collector, if there is one, but for attributes.
 */
export function validateRemaining(
  descriptor: ElementDescriptor,
  read: StrictReading,
  { declarations, collector }: Partial<Pick<ValidationSettings, 'declarations' | 'collector'>>,
): readonly ValidationIssue[] {
  const element = elementPlan(descriptor);
  const issues = breachesOfRoot(descriptor);
  if (spansElements(element) || (read.isOpen && declarations !== undefined)) {
    const trace = new IdentityCheck(issues);
    const validation = new Validation(issues, { patterns: false, trace, declarations, read, collector });
    walk(element, read.value, remainingValueChecks(validation));
    trace.finish();
  }
  return issues;
}

function breachesOfRoot({ abstract, name }: ElementDescriptor): ValidationIssue[] {
  return abstract === true ? [{ path: [], code: 'abstract-element', message: `element "${name}" is abstract` }] : [];
}

/** Walks a value as if it were written. False if the walk did not come to its end. */
function walk(element: ElementPlan, value: unknown, checks: ValueChecks): boolean {
  const encoder = new ElementEncoder(nullOutput, element.name, {}, undefined, checks);
  try {
    encodeAs(encoder, element, value);
  } catch (error) {
    if (error instanceof Enough) {
      return false;
    }
    encoder.refuse(error);
  }
  return true;
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
  trial: () => {
    const writer = new XmlWriter();
    writer.startElement('', 'trial');
    return writer;
  },
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
