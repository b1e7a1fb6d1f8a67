import type { DiagnosticCode } from '../../diagnostics/catalogue/index.js';
import type { DiagnosticParameters } from '../../diagnostics/diagnostic.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { attributeSpan } from '../attributes.js';
import type { Facet, SchemaSet, XsdFacetName } from '../components.js';
import { isPattern } from '../pattern.js';
import { walkComponents } from '../walk.js';
import { type SimpleView, typesOf } from './types.js';

/** Facets are those that the type has, with values that they can have (Part 2, 4.3 and appendix C). */
export function checkFacets(schemas: SchemaSet): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const types = typesOf(schemas);
  walkComponents(schemas, {
    type: (type) => {
      const { base, facets } = types.stepOf(type) ?? { base: undefined, facets: [] };
      if (facets.length > 0) {
        checkStep(facets, familyOf(base === undefined ? undefined : types.simple(base)), diagnostics);
      }
    },
  });
  return diagnostics;
}

const facetsOfEveryType: readonly XsdFacetName[] = ['pattern', 'enumeration', 'whiteSpace'];
const lengths: readonly XsdFacetName[] = ['length', 'minLength', 'maxLength'];
const bounds: readonly XsdFacetName[] = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'];
const measuredTypes = 'string hexBinary base64Binary anyURI QName NOTATION';
const orderedTypes = 'float double duration';
const zonedTypes = 'dateTime time date gYearMonth gYear gMonthDay gDay gMonth';

/** Facets by primitive type, `list` or `union`. */
const applicableFacets: ReadonlyMap<string, ReadonlySet<XsdFacetName>> = new Map([
  ...measuredTypes.split(' ').map((name) => [name, new Set([...facetsOfEveryType, ...lengths])] as const),
  ...orderedTypes.split(' ').map((name) => [name, new Set([...facetsOfEveryType, ...bounds])] as const),
  ...zonedTypes
    .split(' ')
    .map((name) => [name, new Set<XsdFacetName>([...facetsOfEveryType, ...bounds, 'explicitTimezone'])] as const),
  ['decimal', new Set<XsdFacetName>([...facetsOfEveryType, ...bounds, 'totalDigits', 'fractionDigits'])],
  ['boolean', new Set<XsdFacetName>(['pattern', 'whiteSpace'])],
  ['list', new Set([...facetsOfEveryType, ...lengths])],
  ['union', new Set<XsdFacetName>(['pattern', 'enumeration'])],
]);

/** The primitive type at the bottom of a type, `list`, or `union`; nothing if that is unknown. */
function familyOf(view: SimpleView | undefined): string | undefined {
  return view?.variety === 'atomic' ? view.primitive : view?.variety;
}

function checkStep(facets: readonly Facet[], family: string | undefined, diagnostics: Diagnostic[]): void {
  const applicable = family === undefined ? undefined : applicableFacets.get(family);
  const values = new Map<XsdFacetName, Facet>();
  const report = <C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, facet: Facet): void => {
    diagnostics.push(diagnostic(code, parameters, attributeSpan(facet.source, 'value')));
  };
  for (const facet of facets) {
    const { name } = facet;
    if (applicable && !applicable.has(name)) {
      report('xsd/facet-not-applicable', { facet: name, family: family as string }, facet);
      continue;
    }
    const form = forms[name];
    if (form && !form.pattern.test(facet.value.trim())) {
      report('xsd/bad-attribute', { attribute: 'value', value: facet.value, expected: form.expected }, facet);
    } else if (name === 'pattern' && !isPattern(facet)) {
      report('xsd/bad-pattern', { pattern: facet.value }, facet);
    } else if (name !== 'pattern' && name !== 'enumeration' && values.has(name)) {
      report('xsd/facet-twice', { facet: name }, facet);
    } else {
      values.set(name, facet);
    }
  }
  for (const [low, high] of ranges) {
    const least = values.get(low);
    const most = values.get(high);
    if (!least || !most || Number(least.value) <= Number(most.value)) {
      continue;
    }
    report('xsd/facet-range', { low, high }, most);
  }
  for (const [one, other] of exclusive) {
    const facet = values.get(other);
    if (values.has(one) && facet) {
      report('xsd/facet-conflict', { one, other }, facet);
    }
  }
}

const countForm = { pattern: /^\+?\d+$/, expected: 'a whole number' };

const forms: { readonly [K in XsdFacetName]?: { readonly pattern: RegExp; readonly expected: string } } = {
  length: countForm,
  minLength: countForm,
  maxLength: countForm,
  fractionDigits: countForm,
  totalDigits: { pattern: /^\+?0*[1-9]\d*$/, expected: 'a whole number greater than 0' },
  whiteSpace: { pattern: /^(preserve|replace|collapse)$/, expected: 'preserve, replace, collapse' },
  explicitTimezone: { pattern: /^(optional|required|prohibited)$/, expected: 'optional, required, prohibited' },
};

const ranges: readonly (readonly [XsdFacetName, XsdFacetName])[] = [
  ['minLength', 'maxLength'],
  ['fractionDigits', 'totalDigits'],
];

const exclusive: readonly (readonly [XsdFacetName, XsdFacetName])[] = [
  ['minInclusive', 'minExclusive'],
  ['maxInclusive', 'maxExclusive'],
];
