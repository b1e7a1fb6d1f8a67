import { entry, flaw } from './entry.js';
import { xsdConstraints } from './xsd-constraints.js';

interface Unresolved {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The probable meaning: the same name in another namespace, or a similar one in the same. */
  readonly candidate: { readonly local: string; readonly namespace: string } | undefined;
}

const unresolved = (instead: string) =>
  flaw(
    (p: Unresolved) =>
      `The ${p.kind} "${p.name}" is not declared in any loaded schema (namespace "${p.namespace}"); ${instead}.`,
    ({ candidate, namespace }) => {
      const otherwise = 'pass the schema that declares it as an input too, or give the import a schemaLocation.';
      if (candidate === undefined) {
        return otherwise;
      }
      const where = candidate.namespace === namespace ? '' : ` of the namespace "${candidate.namespace}"`;
      return `did you mean "${candidate.local}"${where}? If not, ${otherwise}`;
    },
  );

/** Wording of the diagnostics of the xsd stage. */
export const xsd = {
  ...xsdConstraints,
  'xsd/unresolved-type': unresolved('xs:anyType is used instead'),
  'xsd/unresolved-element': unresolved('any content is accepted there'),
  'xsd/unresolved-attribute': unresolved('a string is used instead'),
  'xsd/unresolved-group': unresolved('an empty group is used instead'),
  'xsd/unresolved-key': unresolved('the keyref is not checked'),
  'xsd/unresolved-redefinition': flaw(
    (p: { kind: string; name: string }) => `The redefined schema has no ${p.kind} "${p.name}".`,
    () => 'check the schemaLocation of the xs:redefine and the name.',
  ),
  'xsd/redefinition-base': flaw(
    (p: { name: string }) => `The redefinition of "${p.name}" is not derived from "${p.name}" itself.`,
    () => 'use its own name as the base of its restriction or extension.',
  ),
  'xsd/undeclared-prefix': flaw(
    (p: { prefix: string; name: string }) => `The prefix of "${p.name}" is not declared.`,
    (p) => `add xmlns:${p.prefix}="…" to this element or an outer one.`,
  ),
  'xsd/import-namespace': entry(
    'warning',
    (p: { expected: string; found: string }) =>
      `The imported schema has the namespace "${p.found}", but the import says "${p.expected}".`,
    () => 'correct the namespace of the import; the schema was read as it is.',
  ),
  'xsd/include-namespace': flaw(
    (p: { expected: string; found: string }) =>
      `The included schema has the namespace "${p.found}", but the schema that includes it has "${p.expected}".`,
    () => 'use xs:import for schemas of other namespaces.',
  ),
  'xsd/duplicate-definition': flaw(
    (p: { kind: string; name: string }) => `The ${p.kind} ${p.name} has two different definitions.`,
    () => 'remove or rename one of them.',
  ),
  'xsd/conflicting-inputs': entry(
    'error',
    (p: { kind: string; name: string }) => `Two inputs have different definitions of the ${p.kind} ${p.name}.`,
    () => 'generate the two inputs as packages of their own, or make the two definitions the same.',
  ),
  'xsd/circular': flaw(
    (p: { kind: string; name: string }) => `The definition of the ${p.kind} "${p.name}" depends on itself.`,
    () => 'remove one of the references that lead back to it.',
  ),
  'xsd/not-simple': flaw(
    (p: { name: string; namespace: string }) =>
      `"${p.name}" is not a simple type, but only a simple type is allowed here.`,
    () => 'use a simple type, or an element instead of the attribute.',
  ),
  'xsd/bad-attribute': flaw(
    (p: { attribute: string; value: string; expected: string }) =>
      `"${p.value}" is not a valid value of the attribute "${p.attribute}".`,
    (p) => `expected: ${p.expected}.`,
  ),
  'xsd/bad-name': flaw(
    (p: { kind: string; name: string }) =>
      p.kind === 'element' || p.kind === 'attribute'
        ? `The ${p.kind} "${p.name}" is left out: XML does not allow this name.`
        : `The ${p.kind} "${p.name}" is left out: no reference can contain this name.`,
    () => 'give it a name of letters, digits, ".", "-" and "_" that starts with a letter or "_".',
  ),
  'xsd/odd-name': entry(
    'warning',
    (p: { kind: string; name: string }) =>
      `XML Schema does not allow the name of the ${p.kind} "${p.name}"; it is used as it is.`,
    () => 'no action is needed for codegen; for other tools, use only letters, digits, ".", "-" and "_".',
  ),
  'xsd/missing-attribute': flaw(
    (p: { element: string; attribute: string }) => `xs:${p.element} needs the attribute "${p.attribute}" here.`,
    (p) => `add ${p.attribute}="…".`,
  ),
  'xsd/misplaced': flaw(
    (p: { element: string; parent: string }) => `${p.element} is not allowed at this place in xs:${p.parent}.`,
    () => 'remove it; it was ignored.',
  ),
  'xsd/unknown-attribute': flaw(
    (p: { attribute: string; element: string }) => `xs:${p.element} may not have the attribute "${p.attribute}" here.`,
    () => 'remove it; it was ignored.',
  ),
  'xsd/stray-text': flaw(
    (p: { element: string }) => `xs:${p.element} contains text, but may contain only elements.`,
    () => 'remove it, or put it into xs:annotation.',
  ),
  'xsd/missing-child': flaw(
    (p: { element: string; expected: string }) =>
      `xs:${p.element} has no child element; it needs one of ${p.expected}.`,
    () => 'add it.',
  ),
  'xsd/late-import': entry(
    'warning',
    (p: { element: string }) => `xs:${p.element} comes after definitions, but must come before them.`,
    () => 'move it to the beginning of the schema; other tools may refuse the file.',
  ),
  'xsd/facet-not-applicable': flaw(
    (p: { facet: string; family: string }) => `The facet ${p.facet} does not apply to types based on ${p.family}.`,
    () => 'remove it, or restrict another type.',
  ),
  'xsd/bad-pattern': entry(
    'warning',
    (p: { pattern: string }) =>
      `The pattern "${p.pattern}" is not a valid regular expression of XML Schema; it is ignored.`,
    () => 'correct it: lookarounds, (?:…) and anchors are not supported, and brackets must come in pairs.',
  ),
  'xsd/facet-twice': flaw(
    (p: { facet: string }) => `The facet ${p.facet} is given twice.`,
    () => 'remove one of them; the last one was used.',
  ),
  'xsd/facet-range': flaw(
    (p: { low: string; high: string }) => `${p.low} is greater than ${p.high}, so no value is valid.`,
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
    (p: { element: string }) => `This xs:${p.element} has no type.`,
    () => 'add the name of a type, or define a type inside of it.',
  ),
  'xsd/type-twice': flaw(
    (p: { element: string; attribute: string }) =>
      `This xs:${p.element} has a type twice: in the attribute "${p.attribute}", and defined inside.`,
    () => 'remove one of the two; the attribute was used.',
  ),
  'xsd/default-and-fixed': flaw(
    () => 'A declaration cannot have both a default and a fixed value.',
    () => 'remove one of them; the fixed value was used.',
  ),
  'xsd/bad-xpath': flaw(
    (p: { xpath: string }) => `"${p.xpath}" is not a path that is allowed in a selector or field.`,
    () =>
      'use only child steps, a leading .//, | and, in fields, @attribute as the last step; the constraint was ignored.',
  ),
  'xsd/version-1.1': entry(
    'warning',
    (p: { element: string }) => `"${p.element}" belongs to XML Schema 1.1; it was ignored.`,
    () => 'no action is needed for the types; its rules for values are not checked.',
  ),
  'xsd/alternative-test': entry(
    'warning',
    (p: { test: string }) => `The test "${p.test}" of a type alternative cannot be evaluated.`,
    () =>
      'the element has only its declared type; tests may compare attributes with values, and use and, or, not and casts to built-in types.',
  ),
  'xsd/conditional-exclusion': entry(
    'info',
    (p: { element: string }) =>
      `This xs:${p.element} is meant for processors of another version of XML Schema and was left out.`,
    () => 'no action is needed.',
  ),
} as const;
