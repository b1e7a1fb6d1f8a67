import { append } from '../../diagnostics/append.js';
import type { Facet, XsdFacetName } from '../components.js';
import { loosenessOf } from '../pattern.js';
import { walkComponents } from '../walk.js';
import { facetOf, stepsOf, whiteSpaceOf } from './facet-values.js';
import type { Findings } from './findings.js';
import type { EffectiveType, SimpleView, Types } from './types.js';
import { typeName } from './types.js';
import type { ValueCheck } from './value-check.js';

/**
 * The ways in which a restriction may change the facets of the type that it restricts (Part 2, 4.3: "length valid
 * restriction", "minLength <= maxLength", "totalDigits valid restriction", "whiteSpace valid restriction", fixed facets and
 * the like).
 */
export function checkFacetRestrictions(types: Types, findings: Findings): readonly ValueCheck[] {
  const later: ValueCheck[] = [];
  walkComponents(types.schemas, {
    type: (type) => {
      const step = types.stepOf(type);
      const base = step?.base;
      const view = base === undefined ? undefined : types.simple(base);
      if (!step || base === undefined || !view || step.facets.length === 0) {
        return;
      }
      const checker = new StepChecker(findings, base, view, step.facets);
      checker.run();
      append(later, checker.later);
    },
  });
  return later;
}

class StepChecker {
  readonly later: ValueCheck[] = [];
  readonly #findings: Findings;
  readonly #base: EffectiveType;
  readonly #view: SimpleView;
  readonly #facets: readonly Facet[];

  constructor(findings: Findings, base: EffectiveType, view: SimpleView, facets: readonly Facet[]) {
    this.#findings = findings;
    this.#base = base;
    this.#view = view;
    this.#facets = facets;
  }

  run(): void {
    for (const facet of this.#facets) {
      if (facet.name === 'pattern') {
        this.#pattern(facet);
      }
      const inherited = facetOf(this.#view, facet.name);
      if (single.has(facet.name) && inherited?.fixed) {
        this.#fixed(facet, inherited);
      } else {
        this.#narrower(facet, inherited);
      }
    }
    this.#lengths();
    this.#digits();
    this.#bounds();
  }

  /** A pattern that is read, though it is not in the grammar (Part 2, F). */
  #pattern(facet: Facet): void {
    const reason = loosenessOf(facet);
    if (reason === undefined) {
      return;
    }
    this.#findings.report('xsd/loose-pattern', { pattern: facet.value, reason }, facet.source, 'value');
  }

  /** A facet that the base fixes keeps its value. */
  #fixed(facet: Facet, inherited: Facet): void {
    const parameters = { facet: facet.name, value: inherited.value, type: typeName(this.#base) };
    const related = { message: 'It is fixed here.', element: inherited.source };
    const report = (): void => this.#findings.report('xsd/fixed-facet', parameters, facet.source, 'value', related);
    if (facet.value.trim() === inherited.value.trim()) {
      return;
    }
    if (facet.name === 'whiteSpace' || facet.name === 'explicitTimezone') {
      report();
    } else if (counts.has(facet.name)) {
      if (Number(facet.value) !== Number(inherited.value)) {
        report();
      }
    } else {
      this.later.push((lexical) => {
        const order = lexical.compare(this.#base, facet, inherited);
        if (order !== undefined && order !== 0) {
          report();
        }
      });
    }
  }

  /** A restriction must not relax a facet of the base. */
  #narrower(facet: Facet, inherited: Facet | undefined): void {
    switch (facet.name) {
      case 'whiteSpace':
        this.#narrowerWhiteSpace(facet, inherited);
        return;
      case 'explicitTimezone':
        this.#narrowerTimezone(facet, inherited);
        return;
      case 'length':
        this.#narrowerCount(facet, inherited, (value, before) => value === before);
        return;
      case 'minLength':
        this.#narrowerCount(facet, inherited, (value, before) => value >= before);
        return;
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        this.#narrowerCount(facet, inherited, (value, before) => value <= before);
        return;
      case 'pattern':
      case 'enumeration':
      case 'minInclusive':
      case 'minExclusive':
      case 'maxInclusive':
      case 'maxExclusive':
        return;
    }
  }

  #narrowerWhiteSpace(facet: Facet, inherited: Facet | undefined): void {
    const before = whiteSpaceOf(this.#view);
    const strength = byStrength.indexOf(facet.value.trim());
    if (this.#view.variety !== 'union' && strength >= 0 && strength < byStrength.indexOf(before)) {
      this.#loosened(facet, before, inherited);
    }
  }

  #narrowerTimezone(facet: Facet, inherited: Facet | undefined): void {
    const before = inherited?.value.trim() ?? (this.#view.builtIn === 'dateTimeStamp' ? 'required' : 'optional');
    if (before !== 'optional' && before !== facet.value.trim()) {
      this.#loosened(facet, before, inherited);
    }
  }

  #narrowerCount(
    facet: Facet,
    inherited: Facet | undefined,
    isNarrower: (value: number, before: number) => boolean,
  ): void {
    const value = count(facet);
    const before = inherited ? count(inherited) : builtInCount(this.#view, facet.name);
    if (value !== undefined && before !== undefined && !isNarrower(value, before)) {
      this.#loosened(facet, String(before), inherited);
    }
  }

  #loosened(facet: Facet, before: string, inherited: Facet | undefined): void {
    const parameters = { facet: facet.name, value: facet.value.trim(), before, type: typeName(this.#base) };
    const related = inherited && { message: 'The facet of the base type is here.', element: inherited.source };
    this.#findings.report('xsd/facet-loosened', parameters, facet.source, 'value', related);
  }

  #own(name: XsdFacetName): Facet | undefined {
    return this.#facets.find((facet) => facet.name === name);
  }

  #effective(name: XsdFacetName): Facet | undefined {
    return this.#own(name) ?? facetOf(this.#view, name);
  }

  /** "length and minLength or maxLength" (Part 2, 4.3.1.4), and `minLength <= maxLength` where one of them is inherited. */
  #lengths(): void {
    const length = this.#effective('length');
    const low = this.#effective('minLength');
    const high = this.#effective('maxLength');
    if (length) {
      for (const other of ['minLength', 'maxLength'] as const) {
        const own = this.#own(other);
        if (own && !this.#stoodWithoutLength(own)) {
          this.#findings.report('xsd/length-conflict', { other }, own.source, 'value');
        }
      }
      this.#ordered(low, length);
      this.#ordered(length, high);
    }
    this.#ordered(low, high);
    this.#atLeastBuiltIn();
  }

  /** Clauses 1.2 and 2.2 of 4.3.1.4: a type above has the same minLength or maxLength and no length yet. */
  #stoodWithoutLength(own: Facet): boolean {
    if (count(own) === builtInCount(this.#view, own.name)) {
      return true;
    }
    for (const step of [...stepsOf(this.#view)].reverse()) {
      if (step.some(({ name }) => name === 'length')) {
        return false;
      }
      if (step.some((facet) => facet.name === own.name && count(facet) === count(own))) {
        return true;
      }
    }
    return false;
  }

  /** The built-in lists have a minLength, which is not a facet in any schema document. */
  #atLeastBuiltIn(): void {
    const least = builtInCount(this.#view, 'minLength');
    for (const name of ['length', 'maxLength'] as const) {
      const own = this.#own(name);
      const most = own && count(own);
      if (!own || least === undefined || most === undefined || most >= least) {
        continue;
      }
      this.#findings.report('xsd/empty-range', { low: 'minLength', high: name }, own.source, 'value');
    }
  }

  #digits(): void {
    this.#ordered(this.#effective('fractionDigits'), this.#effective('totalDigits'));
  }

  /** The smaller of two counts must come first, unless the check of one step has already compared the two. */
  #ordered(low: Facet | undefined, high: Facet | undefined): void {
    const least = low && count(low);
    const most = high && count(high);
    if (!low || !high || least === undefined || most === undefined || least <= most) {
      return;
    }
    const isOwnLow = this.#facets.includes(low);
    const isOwnHigh = this.#facets.includes(high);
    if (!isOwnLow && !isOwnHigh) {
      return;
    }
    if (isOwnLow && isOwnHigh && low.name !== 'length' && high.name !== 'length') {
      return;
    }
    const parameters = { low: low.name, high: high.name };
    const related = { message: 'The other facet is here.', element: isOwnLow ? high.source : low.source };
    this.#findings.report('xsd/empty-range', parameters, (isOwnLow ? low : high).source, 'value', related);
  }

  /** "minInclusive <= maxInclusive" and the like (Part 2, 4.3.7.4 to 4.3.10.4). Inherited bounds are checked as values. */
  #bounds(): void {
    for (const low of ['minInclusive', 'minExclusive'] as const) {
      for (const high of ['maxInclusive', 'maxExclusive'] as const) {
        const least = this.#own(low);
        const most = this.#own(high);
        if (!least || !most) {
          continue;
        }
        this.later.push((lexical) => {
          const order = lexical.compare(this.#base, least, most);
          // Bounds that cannot be compared are in no order that would be wrong.
          if (order === undefined || order < 0 || (order === 0 && low.slice(3) === high.slice(3))) {
            return;
          }
          this.#findings.report('xsd/empty-range', { low, high }, most.source, 'value');
        });
      }
    }
    this.#withinBuiltIn();
  }

  /** The built-in integers have bounds that are facets of no schema document; an inclusive bound beyond them is no value. */
  #withinBuiltIn(): void {
    const [least, most] = integerBounds.get(this.#view.builtIn) ?? [];
    const low = this.#own('minExclusive');
    const high = this.#own('maxExclusive');
    if (low && most !== undefined && isInteger(low, most)) {
      this.#findings.report('xsd/empty-range', { low: 'minExclusive', high: 'maxInclusive' }, low.source, 'value');
    }
    if (high && least !== undefined && isInteger(high, least)) {
      this.#findings.report('xsd/empty-range', { low: 'minInclusive', high: 'maxExclusive' }, high.source, 'value');
    }
  }
}

type Bounds = readonly [least: bigint | undefined, most: bigint | undefined];

/** The bounds of the built-in types derived from `xs:integer` (Part 2, 3.3.14 to 3.3.25). */
const integerBounds: ReadonlyMap<string, Bounds> = new Map<string, Bounds>([
  ['nonPositiveInteger', [undefined, 0n]],
  ['negativeInteger', [undefined, -1n]],
  ['nonNegativeInteger', [0n, undefined]],
  ['positiveInteger', [1n, undefined]],
  ...(['long', 'int', 'short', 'byte'] as const).flatMap((name, i): readonly (readonly [string, Bounds])[] => {
    const size = 2n ** (64n >> BigInt(i));
    const unsigned = `unsigned${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [
      [name, [-size / 2n, size / 2n - 1n]],
      [unsigned, [0n, size - 1n]],
    ];
  }),
]);

function isInteger({ value }: Facet, expected: bigint): boolean {
  const text = value.trim();
  return text.length < 40 && /^[+-]?\d+$/.test(text) && BigInt(text.replace('+', '')) === expected;
}

const byStrength: readonly string[] = ['preserve', 'replace', 'collapse'];
const counts: ReadonlySet<XsdFacetName> = new Set([
  'length',
  'minLength',
  'maxLength',
  'totalDigits',
  'fractionDigits',
]);
const single: ReadonlySet<XsdFacetName> = new Set([
  ...counts,
  'whiteSpace',
  'explicitTimezone',
  'minInclusive',
  'minExclusive',
  'maxInclusive',
  'maxExclusive',
]);

function count({ value }: Facet): number | undefined {
  return /^\+?\d+$/.test(value.trim()) ? Number(value) : undefined;
}

/** Facets that built-in types have: integers have no fraction, the lists at least one item. */
function builtInCount(view: SimpleView, name: XsdFacetName): number | undefined {
  switch (name) {
    case 'fractionDigits':
      return view.primitive === 'decimal' && view.builtIn !== 'decimal' ? 0 : undefined;
    case 'minLength':
      return view.variety === 'list' && view.builtIn !== '' ? 1 : undefined;
    case 'length':
    case 'maxLength':
    case 'pattern':
    case 'enumeration':
    case 'whiteSpace':
    case 'maxInclusive':
    case 'maxExclusive':
    case 'minInclusive':
    case 'minExclusive':
    case 'totalDigits':
    case 'explicitTimezone':
      return undefined;
  }
}
