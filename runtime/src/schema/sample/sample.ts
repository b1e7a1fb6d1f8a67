import { checkOptions, flag, number, type OptionKinds, object } from '../../base/options.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { elementPlan } from '../plan/plan.js';
import { spansElements } from '../plan/spanning-checks.js';
import { validateValue } from '../validate/validate.js';
import { type SampleOptions, Sampler } from './sampler.js';

const kinds: OptionKinds<SampleOptions> = {
  optional: flag,
  depth: number,
  maxElements: number,
  maxCharacters: number,
  declarations: object,
  seed: number,
};

/**
 * A valid value of an element or type: it satisfies facets, takes the first branch of each choice, and cuts recursion at the
 * first optional place. The result is the same every time, unless `seed` is another. It satisfies keys and references to them in all but intricate cases. Throws `TypeError`
 * if there is no value: the element is abstract, the type contains itself endlessly, or no text was found that satisfies its facets (in rare cases
 * there is one). Throws `RangeError` if the required parts have more elements or characters than `maxElements` and
 * `maxCharacters` allow, or more than 200 levels.
 */
export function sample<T>(target: ElementDescriptor<T> | Type<T>, options: SampleOptions = {}): T {
  checkOptions('`sample`', options, kinds);
  if (target.kind === 'element' && target.abstract === true) {
    throw new TypeError(
      `there is no value of "${target.name}": it is abstract, and others of its substitution group stand for it`,
    );
  }
  const first = sampleWithin(target, options, false);
  if (target.kind !== 'element' || !breaksKeys(target, first)) {
    return first as T;
  }
  // Equal values satisfy references to keys, different ones the keys themselves; and few elements satisfy many constraints.
  const few = { ...options, optional: false };
  for (const make of [
    () => sampleWithin(target, options, true),
    () => sampleWithin(target, few, false),
    () => sampleWithin(target, few, true),
  ]) {
    const other = madeOrNone(make);
    if (other !== undefined && !breaksKeys(target, other)) {
      return other as T;
    }
  }
  return first as T;
}

/** Another sample; undefined if there is none within the bounds. */
function madeOrNone(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}

function sampleWithin(target: ElementDescriptor | Type, options: SampleOptions, distinct: boolean): unknown {
  try {
    return new Sampler(options, false, distinct).sample(target);
  } catch (error) {
    // Optional parts may be those that are too large.
    if (!(error instanceof RangeError) || options.optional === false) {
      throw error;
    }
    return new Sampler({ ...options, optional: false }, false, distinct).sample(target);
  }
}

const keyCodes: ReadonlySet<string> = new Set(['key', 'unique', 'keyref']);

/** True for a value that breaks an identity constraint of its element, or of one in it. */
function breaksKeys(element: ElementDescriptor, value: unknown): boolean {
  return spansElements(elementPlan(element)) && validateValue(element, value).some(({ code }) => keyCodes.has(code));
}

/**
 * As `sample`, for a text that is cut anyway. When the value becomes large, parts of one type are one object, so that it stays small in memory although its text
 * may be of any length.
 */
export function compactSample<T>(target: ElementDescriptor<T> | Type<T>): T {
  return new Sampler({}, true).sample(target) as T;
}
