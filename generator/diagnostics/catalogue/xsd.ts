import { error, flaw, info, warning } from './entry.js';
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
    'The redefined schema has no {kind} "{name}".',
    'check the schemaLocation of the xs:redefine and the name.',
  ),
  'xsd/redefinition-base': flaw(
    'The redefinition of "{name}" is not derived from "{name}" itself.',
    'use its own name as the base of its restriction or extension.',
  ),
  'xsd/undeclared-prefix': flaw(
    'The prefix of "{name}" is not declared.',
    'add xmlns:{prefix}="…" to this element or an outer one.',
  ),
  'xsd/import-namespace': warning(
    'The imported schema has the namespace "{found}", but the import says "{expected}".',
    'correct the namespace of the import; the schema was read as it is.',
  ),
  'xsd/include-namespace': flaw(
    'The included schema has the namespace "{found}", but the schema that includes it has "{expected}".',
    'use xs:import for schemas of other namespaces.',
  ),
  'xsd/duplicate-definition': flaw('The {kind} {name} has two different definitions.', 'remove or rename one of them.'),
  'xsd/conflicting-inputs': error(
    'Two inputs have different definitions of the {kind} {name}.',
    'generate the two inputs as packages of their own, or make the two definitions the same.',
  ),
  'xsd/circular': flaw(
    'The definition of the {kind} "{name}" depends on itself.',
    'remove one of the references that lead back to it.',
  ),
  'xsd/not-simple': flaw(
    '"{name}" is not a simple type, but only a simple type is allowed here.',
    'use a simple type, or an element instead of the attribute.',
  ),
  'xsd/bad-attribute': flaw('"{value}" is not a valid value of the attribute "{attribute}".', 'expected: {expected}.'),
  'xsd/bad-name': flaw(
    (p: { kind: string; name: string }) =>
      p.kind === 'element' || p.kind === 'attribute'
        ? `The ${p.kind} "${p.name}" is left out: XML does not allow this name.`
        : `The ${p.kind} "${p.name}" is left out: no reference can contain this name.`,
    'give it a name of letters, digits, ".", "-" and "_" that starts with a letter or "_".',
  ),
  'xsd/odd-name': warning(
    'XML Schema does not allow the name of the {kind} "{name}"; it is used as it is.',
    'no action is needed for codegen; for other tools, use only letters, digits, ".", "-" and "_".',
  ),
  'xsd/missing-attribute': flaw('xs:{element} needs the attribute "{attribute}" here.', 'add {attribute}="…".'),
  'xsd/misplaced': flaw('{element} is not allowed at this place in xs:{parent}.', 'remove it; it was ignored.'),
  'xsd/unknown-attribute': flaw(
    'xs:{element} may not have the attribute "{attribute}" here.',
    'remove it; it was ignored.',
  ),
  'xsd/stray-text': flaw(
    'xs:{element} contains text, but may contain only elements.',
    'remove it, or put it into xs:annotation.',
  ),
  'xsd/missing-child': flaw('xs:{element} has no child element; it needs one of {expected}.', 'add it.'),
  'xsd/late-import': warning(
    'xs:{element} comes after definitions, but must come before them.',
    'move it to the beginning of the schema; other tools may refuse the file.',
  ),
  'xsd/facet-not-applicable': flaw(
    'The facet {facet} does not apply to types based on {family}.',
    'remove it, or restrict another type.',
  ),
  'xsd/bad-pattern': warning(
    'The pattern "{pattern}" is not a valid regular expression of XML Schema; it is ignored.',
    'correct it: lookarounds, (?:…) and anchors are not supported, and brackets must come in pairs.',
  ),
  'xsd/facet-twice': flaw('The facet {facet} is given twice.', 'remove one of them; the last one was used.'),
  'xsd/facet-range': flaw('{low} is greater than {high}, so no value is valid.', 'correct one of them.'),
  'xsd/facet-conflict': flaw('A type cannot have both {one} and {other}.', 'remove one of them.'),
  'xsd/occurrence-range': flaw('minOccurs ({min}) is greater than maxOccurs ({max}).', 'correct one of them.'),
  'xsd/missing-type': flaw('This xs:{element} has no type.', 'add the name of a type, or define a type inside of it.'),
  'xsd/type-twice': flaw(
    'This xs:{element} has a type twice: in the attribute "{attribute}", and defined inside.',
    'remove one of the two; the attribute was used.',
  ),
  'xsd/default-and-fixed': flaw(
    'A declaration cannot have both a default and a fixed value.',
    'remove one of them; the fixed value was used.',
  ),
  'xsd/bad-xpath': flaw(
    '"{xpath}" is not a path that is allowed in a selector or field.',
    'use only child steps, a leading .//, | and, in fields, @attribute as the last step; the constraint was ignored.',
  ),
  'xsd/version-1.1': warning(
    '"{element}" belongs to XML Schema 1.1; it was ignored.',
    'no action is needed for the types; its rules for values are not checked.',
  ),
  'xsd/alternative-test': warning(
    'The test "{test}" of a type alternative cannot be evaluated.',
    'the element has only its declared type; tests may compare attributes with values, and use and, or, not and casts to built-in types.',
  ),
  'xsd/conditional-exclusion': info(
    'This xs:{element} is meant for processors of another version of XML Schema and was left out.',
    'no action is needed.',
  ),
} as const;
