import type { Facets, Lazy, SimpleType } from '@wsdl-codegen/runtime/schema';
import type { SourceElement } from '../../source/document.js';
import { expandedName } from '../../source/names.js';
import { resolveQName } from '../../source/qualified-names.js';
import type { Facet } from '../components.js';
import { facetOf, stepsOf, whiteSpaceOf } from './facet-values.js';
import type { EffectiveType, SimpleView, Types } from './types.js';

type Engine = typeof import('@wsdl-codegen/runtime/schema');
type Bound = 'minInclusive' | 'minExclusive' | 'maxInclusive' | 'maxExclusive';

/** Loads the engine that reads values: the one that validates instances validates the values in schemas, too. */
export async function loadLexical(types: Types): Promise<LexicalChecker> {
  return new LexicalChecker(types, await import('@wsdl-codegen/runtime/schema'));
}

/**
 * Reads texts as values of the types of a schema. Every answer is a reason, or nothing if all is well or the answer is
 * unknown.
 */
export class LexicalChecker {
  readonly #types: Types;
  readonly #engine: Engine;
  readonly #descriptors = new Map<EffectiveType, SimpleType | undefined>();
  readonly #breadths = new Map<SimpleView, number>();
  readonly #spaces = new Map<EffectiveType, SimpleType | undefined>();

  constructor(types: Types, engine: Engine) {
    this.#types = types;
    this.#engine = engine;
  }

  /** The reason why a text is not a value of a type. */
  problem(type: EffectiveType, text: string, scope: SourceElement): string | undefined {
    const descriptor = this.#descriptor(type);
    return descriptor && this.#tryParse(descriptor, text, scope);
  }

  /** Why a bound may not be given to a type: no value of it, unless it repeats the same bound of the type. */
  boundProblem(base: EffectiveType, facet: Facet): string | undefined {
    const space = this.#space(base);
    const view = this.#types.simple(base);
    if (!space || !view) {
      return undefined;
    }
    const inherited = facetOf(view, facet.name);
    if (inherited && this.compare(base, facet, inherited) === 0) {
      return undefined;
    }
    return this.#tryParse(space, facet.value, facet.source);
  }

  /** Order of two facet values of a type: negative, zero or positive. */
  compare(type: EffectiveType, a: Facet, b: Facet): number | undefined {
    const view = this.#types.simple(type);
    const builtIn = view && this.#engine.builtIns.get(view.builtIn);
    if (builtIn?.kind !== 'simple') {
      return undefined;
    }
    const test = (bound: Bound): boolean =>
      this.#tryParse(this.#engine.restriction('', '', builtIn, { [bound]: b.value.trim() }), a.value, a.source) ===
      undefined;
    // A text that is not a value at all is on neither side.
    const [above, below] = [test('minInclusive'), test('maxInclusive')];
    if (above && below) {
      return 0;
    }
    return above ? 1 : below ? -1 : undefined;
  }

  #tryParse(descriptor: SimpleType, text: string, scope: SourceElement): string | undefined {
    try {
      const scoped = {
        resolvePrefix: (prefix: string) => scope.namespaces.get(prefix) ?? (prefix === '' ? '' : undefined),
        prefixFor: () => '',
      };
      this.#engine.parseSimple(descriptor, text, scoped, { strict: true });
      return undefined;
    } catch (error) {
      if (error instanceof this.#engine.LexicalError) {
        return error.message;
      }
      // A pattern that cannot be read is reported where it is declared.
      if (error instanceof this.#engine.RegexSyntaxError) {
        return undefined;
      }
      throw error;
    }
  }

  #descriptor(type: EffectiveType): SimpleType | undefined {
    return this.#remembered(this.#descriptors, type, false);
  }

  /** The type without its patterns, which bind texts: that which bounds are values of. */
  #space(type: EffectiveType): SimpleType | undefined {
    return this.#remembered(this.#spaces, type, true);
  }

  #remembered(known: Map<EffectiveType, SimpleType | undefined>, type: EffectiveType, bare: boolean) {
    if (known.has(type)) {
      return known.get(type);
    }
    known.set(type, undefined);
    const view = this.#types.simple(type);
    const descriptor = view && this.#describe(view, bare);
    known.set(type, descriptor);
    return descriptor;
  }

  #describe(view: SimpleView, bare: boolean): SimpleType | undefined {
    const root = this.#root(view);
    return root && view.depth > 0 ? this.#engine.restriction('', '', root, this.#facets(view, bare)) : root;
  }

  #root(view: SimpleView): SimpleType | undefined {
    const engine = this.#engine;
    if (view.builtIn !== '') {
      const builtIn = engine.builtIns.get(view.builtIn);
      return builtIn?.kind === 'simple' ? builtIn : undefined;
    }
    if (this.#breadth(view) > maxMembers) {
      return undefined;
    }
    switch (view.variety) {
      case 'list': {
        const item = view.itemType === undefined ? undefined : this.#descriptor(view.itemType);
        return item && engine.list('', '', item);
      }
      case 'union': {
        const members = view.memberTypes.map((member) => (member === undefined ? undefined : this.#descriptor(member)));
        return members.includes(undefined) ? undefined : engine.union('', '', members as Lazy<SimpleType>[]);
      }
      case 'atomic': {
        const any = engine.builtIns.get('anySimpleType');
        return any?.kind === 'simple' ? any : undefined;
      }
    }
  }

  /** How many types a text is tried with, one after another. */
  #breadth(view: SimpleView, depth = 0): number {
    const known = this.#breadths.get(view);
    if (known !== undefined) {
      return known;
    }
    if (depth > maxDepth) {
      return Number.POSITIVE_INFINITY;
    }
    this.#breadths.set(view, 1);
    let sum = 1;
    for (const type of [view.itemType, ...view.memberTypes]) {
      const inner = type === undefined ? undefined : this.#types.simple(type);
      if (inner) {
        sum += this.#breadth(inner, depth + 1);
      }
    }
    this.#breadths.set(view, sum);
    return sum;
  }

  /** All facets in the engine's form; one that does not fit its form is left out. */
  #facets(view: SimpleView, bare: boolean): Facets {
    const facets: Record<string, unknown> = {};
    for (const { name, value } of view.facets.values()) {
      if (name === 'pattern' || name === 'enumeration') {
        continue;
      }
      if (!counts.has(name)) {
        facets[name] = value.trim();
      } else if (/^\+?\d+$/.test(value.trim())) {
        facets[name] = Number(value);
      }
    }
    if (!bare && view.facets.has('pattern')) {
      facets.patterns = this.#engine.patterns(...patternsOf(view));
    }
    if (view.facets.has('enumeration')) {
      facets.enumeration = this.#values(view);
    }
    return facets as Facets;
  }

  /** The values of the nearest enumeration. Types share it as long as they keep it. */
  #values(view: SimpleView): readonly string[] {
    const facet = facetOf(view, 'enumeration');
    const own = view.step.filter(({ name }) => name === 'enumeration');
    if (view.base && (facet === undefined || !own.includes(facet))) {
      return this.#values(view.base);
    }
    return own.map(({ value, source }) => normalised(value, view, source));
  }
}

/** The patterns of each step, all of which apply, from the nearest on. */
function patternsOf(view: SimpleView): readonly (readonly string[])[] {
  return stepsOf(view)
    .map((step) => step.filter(({ name }) => name === 'pattern').map(({ value }) => value))
    .filter((group) => group.length > 0);
}

/** Unions with more types than this, or nested deeper, are not checked. */
const maxMembers = 1000;
const maxDepth = 200;
const counts: ReadonlySet<string> = new Set(['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits']);

/** White space normalised as the type demands (Part 2, 4.3.6), qualified names expanded. */
function normalised(value: string, view: SimpleView, scope: SourceElement): string {
  if (view.primitive === 'QName' || view.primitive === 'NOTATION') {
    const { namespace, local } = resolveQName(value.trim(), scope);
    return expandedName(namespace, local);
  }
  switch (whiteSpaceOf(view)) {
    case 'preserve':
      return value;
    case 'replace':
      return value.replace(/[\t\r\n]/g, ' ');
    case 'collapse':
      return value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
  }
}
