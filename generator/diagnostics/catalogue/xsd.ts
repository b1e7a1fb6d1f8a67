import { entry, flaw } from './entry.js';
import { xsdConstraints } from './xsd-constraints.js';

interface Unresolved {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** What was probably meant: the same name in another namespace, or a similar one in the same. */
  readonly candidate: { readonly local: string; readonly namespace: string } | undefined;
}

const unresolved = (instead: string) =>
  entry(
    'error',
    (p: Unresolved) =>
      `The ${p.kind} "${p.name}" is not declared in any loaded schema (namespace "${p.namespace}"); ${instead}.`,
    ({ candidate, namespace }) => {
      const otherwise = 'pass the schema that declares it as an input too, or give the import a schemaLocation.';
      if (candidate === undefined) return otherwise;
      const where = candidate.namespace === namespace ? '' : ` of the namespace "${candidate.namespace}"`;
      return `did you mean "${candidate.local}"${where}? If not, ${otherwise}`;
    },
  );

/** Wording of what the xsd stage finds. */
export const xsd = {
  ...xsdConstraints,
  'xsd/unresolved-type': unresolved('it is taken as xs:anyType'),
  'xsd/unresolved-element': unresolved('it is taken to hold anything'),
  'xsd/unresolved-attribute': unresolved('it is taken as a string'),
  'xsd/unresolved-group': unresolved('it is taken as empty'),
  'xsd/unresolved-key': unresolved('the keyref is not checked'),
  'xsd/unresolved-redefinition': flaw(
    (p: { kind: string; name: string }) => `There is no ${p.kind} "${p.name}" to redefine in the redefined schema.`,
    () => 'check the schemaLocation of the xs:redefine and the name.',
  ),
  'xsd/redefinition-base': flaw(
    (p: { name: string }) => `The redefinition of "${p.name}" is not derived from "${p.name}" itself.`,
    () => 'give its restriction or extension its own name as base.',
  ),
  'xsd/undeclared-prefix': flaw(
    (p: { prefix: string; name: string }) => `The prefix of "${p.name}" is not declared.`,
    (p) => `add xmlns:${p.prefix}="…" to this element or one around it.`,
  ),
  'xsd/import-namespace': entry(
    'warning',
    (p: { expected: string; found: string }) =>
      `The imported schema has the namespace "${p.found}", not "${p.expected}" as the import says.`,
    () => 'correct the namespace of the import; the schema was read as it is.',
  ),
  'xsd/include-namespace': flaw(
    (p: { expected: string; found: string }) =>
      `The included schema has the namespace "${p.found}", not "${p.expected}" as the one that includes it.`,
    () => 'use xs:import for schemas of other namespaces.',
  ),
  'xsd/duplicate-definition': flaw(
    (p: { kind: string; name: string }) => `The ${p.kind} ${p.name} is defined twice, and differently.`,
    () => 'remove or rename one of them.',
  ),
  'xsd/conflicting-inputs': entry(
    'error',
    (p: { kind: string; name: string }) => `Two inputs define the ${p.kind} ${p.name} differently.`,
    () => 'generate the two inputs as packages of their own, or make the two definitions the same.',
  ),
  'xsd/circular': flaw(
    (p: { kind: string; name: string }) => `The ${p.kind} "${p.name}" is defined by way of itself.`,
    () => 'break the circle.',
  ),
  'xsd/not-simple': flaw(
    (p: { name: string; namespace: string }) =>
      `"${p.name}" is not a simple type, and only a simple type may stand here.`,
    () => 'name a simple type, or use an element instead of the attribute.',
  ),
  'xsd/bad-attribute': flaw(
    (p: { attribute: string; value: string; expected: string }) =>
      `"${p.value}" is no value of the attribute "${p.attribute}".`,
    (p) => `expected: ${p.expected}.`,
  ),
  'xsd/bad-name': flaw(
    (p: { kind: string; name: string }) =>
      p.kind === 'element' || p.kind === 'attribute'
        ? `The ${p.kind} "${p.name}" is left out: no document can hold one of that name.`
        : `The ${p.kind} "${p.name}" is left out: nothing can refer to that name.`,
    () => 'give it a name of letters, digits, ".", "-" and "_" that starts with a letter or "_".',
  ),
  'xsd/odd-name': entry(
    'warning',
    (p: { kind: string; name: string }) =>
      `The ${p.kind} "${p.name}" is taken under this name, though it is none that XML Schema allows.`,
    () => 'nothing needs to be done here; other tools may refuse it: use letters, digits, ".", "-" and "_" only.',
  ),
  'xsd/missing-attribute': flaw(
    (p: { element: string; attribute: string }) => `xs:${p.element} needs the attribute "${p.attribute}" here.`,
    (p) => `add ${p.attribute}="…".`,
  ),
  'xsd/misplaced': flaw(
    (p: { element: string; parent: string }) => `${p.element} may not stand here in xs:${p.parent}.`,
    () => 'remove it; it was read over.',
  ),
  'xsd/unknown-attribute': flaw(
    (p: { attribute: string; element: string }) => `xs:${p.element} cannot have the attribute "${p.attribute}" here.`,
    () => 'remove it; it was read over.',
  ),
  'xsd/stray-text': flaw(
    (p: { element: string }) => `Text stands in xs:${p.element}, which may hold elements only.`,
    () => 'remove it, or put it into xs:annotation.',
  ),
  'xsd/missing-child': flaw(
    (p: { element: string; expected: string }) => `xs:${p.element} lacks a child: one of ${p.expected}.`,
    () => 'add it.',
  ),
  'xsd/late-import': entry(
    'warning',
    (p: { element: string }) => `xs:${p.element} stands behind definitions; it belongs before them.`,
    () => 'move it to the beginning of the schema; other tools will refuse the file.',
  ),
  'xsd/facet-not-applicable': flaw(
    (p: { facet: string; family: string }) =>
      `The facet ${p.facet} does not apply to types that are made of ${p.family}.`,
    () => 'remove it, or restrict another type.',
  ),
  'xsd/bad-pattern': entry(
    'warning',
    (p: { pattern: string }) => `The pattern "${p.pattern}" is no regular expression of XML Schema; it is left out.`,
    () => 'correct it: there are no lookarounds, no (?:…), no anchors, and brackets come in pairs.',
  ),
  'xsd/facet-twice': flaw(
    (p: { facet: string }) => `The facet ${p.facet} is given twice.`,
    () => 'remove one of them; the last one was used.',
  ),
  'xsd/facet-range': flaw(
    (p: { low: string; high: string }) => `${p.low} is greater than ${p.high}: no value is left.`,
    () => 'correct one of them.',
  ),
  'xsd/facet-conflict': flaw(
    (p: { one: string; other: string }) => `A type cannot have both ${p.one} and ${p.other}.`,
    () => 'remove one of them.',
  ),
  'xsd/occurrence-range': flaw(
    (p: { min: number; max: number }) => `minOccurs (${p.min}) is greater than maxOccurs (${p.max}).`,
    () => 'correct one of them.',
  ),
  'xsd/missing-type': flaw(
    (p: { element: string }) => `This xs:${p.element} says nothing about the type.`,
    () => 'name a type, or define one inside.',
  ),
  'xsd/type-twice': flaw(
    (p: { element: string; attribute: string }) =>
      `This xs:${p.element} both names a type in "${p.attribute}" and defines one.`,
    () => 'remove one of the two; the attribute was used.',
  ),
  'xsd/default-and-fixed': flaw(
    () => 'A declaration cannot have both a default and a fixed value.',
    () => 'remove one of them; the fixed value was used.',
  ),
  'xsd/bad-xpath': flaw(
    (p: { xpath: string }) => `"${p.xpath}" is not a path that selectors and fields may have.`,
    () => 'use child steps, a leading .//, | and, in fields, a last @attribute only; the constraint was left out.',
  ),
  'xsd/version-1.1': entry(
    'warning',
    (p: { element: string }) => `"${p.element}" is of XML Schema 1.1; it was read over.`,
    () => 'nothing to do for the types; what it demands of values is not checked.',
  ),
  'xsd/alternative-test': entry(
    'warning',
    (p: { test: string }) => `The test "${p.test}" of a type alternative cannot be evaluated.`,
    () =>
      'the element has its declared type alone; tests may compare attributes with values, with and, or, not and casts to built-in types.',
  ),
  'xsd/conditional-exclusion': entry(
    'info',
    (p: { element: string }) =>
      `This xs:${p.element} is for processors of another version of XML Schema and was left out.`,
    () => 'nothing to do.',
  ),
} as const;
