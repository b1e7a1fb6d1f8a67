import { compareDecimals, type OptionKinds, oneOf, requireOptions, text } from '@wsdl-codegen/runtime/extend';

/**
 * How values at some places are compared. A path has the names of elements below the Body, `@name` is an attribute, `*` any name, `//` any number
 * of elements: `/GetBalanceResponse/Amount`, `//CreatedAt`, `//Item/@id`.
 */
export interface CompareRule {
  readonly path: string;
  /** `ignored`: not at all, with all that is inside; `number`: `1.0` is `1.00`; `time`: `12:00:00Z` is `13:00:00+01:00`; `spaces`: white space at the ends does not count. */
  readonly as: 'ignored' | 'number' | 'time' | 'spaces';
}

const kinds: OptionKinds<CompareRule> = { path: text, as: oneOf('ignored', 'number', 'time', 'spaces') };

/** The rules of a comparison. */
export class CompareRules {
  readonly #rules: readonly { readonly pattern: RegExp; readonly as: CompareRule['as'] }[];

  /** Throws `TypeError` for a rule without a path or of another kind, and for a path that does not begin with `/`. */
  constructor(rules: readonly CompareRule[]) {
    for (const rule of rules) {
      requireOptions('rules', rule, kinds, ['path', 'as']);
    }
    this.#rules = rules.map(({ path, as }) => ({ pattern: patternOf(path), as }));
  }

  /** True if what is at a path is not compared. */
  ignores(path: string): boolean {
    return this.#rules.some(({ pattern, as }) => as === 'ignored' && pattern.test(path));
  }

  /** True if two texts at a path are the same. */
  equal(path: string, here: string, there: string): boolean {
    return here === there || this.#rules.some(({ pattern, as }) => pattern.test(path) && sameValue[as](here, there));
  }
}

const sameValue: Readonly<Record<CompareRule['as'], (here: string, there: string) => boolean>> = {
  ignored: () => true,
  spaces: (here, there) => here.trim() === there.trim(),
  number: (here, there) => sameNumber(here.trim(), there.trim()),
  time: (here, there) => instant(here) === instant(there),
};

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

function sameNumber(here: string, there: string): boolean {
  return decimal.test(here) && decimal.test(there)
    ? compareDecimals(here, there) === 0
    : Number(here) === Number(there);
}

/** Milliseconds; `NaN`, which equals nothing, for what is no time. */
function instant(text: string): number {
  return Date.parse(text.trim());
}

function patternOf(path: string): RegExp {
  if (!path.startsWith('/')) {
    throw new TypeError(`The path ${JSON.stringify(path)} does not begin with "/".`);
  }
  const steps = path.split(/(\/\/?)/).map((step) => stepPattern(step));
  return new RegExp(`^${steps.join('')}$`);
}

function stepPattern(step: string): string {
  return step === '//' ? '/(?:[^/]+/)*' : step === '*' ? '[^/]+' : step.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
