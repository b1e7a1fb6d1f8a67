import { info, warning } from './entry.js';

/** What to do about a rule that XML Schema 1.1 no longer has. */
function allowedIn11(otherwise: string): string {
  return `no action is needed for codegen, because XML Schema 1.1 allows it; for tools of XML Schema 1.0, ${otherwise}.`;
}

/**
 * Wording of the constraints on schema components that leave a schema with a usable meaning when it breaks them: warnings.
 * Each names the rule by which other tools refuse the schema.
 */
export const xsdConstraints = {
  'xsd/invalid-value': warning(
    '{what} "{value}" is not a valid value of {type}: {reason} ({rule}).',
    'correct the value, or the type.',
  ),
  'xsd/fixed-facet': warning(
    'The facet {facet} is fixed as "{value}" in {type} (Part 2, 4.3).',
    'remove the facet, or give it the fixed value.',
  ),
  'xsd/facet-loosened': warning(
    'The facet {facet} is "{value}" and {type} has "{before}", but a restriction may not be looser (Part 2, 4.3, {facet} valid restriction).',
    'give it a narrower value, or restrict another type.',
  ),
  'xsd/empty-range': warning(
    (p: { low: string; high: string }) =>
      isHalfOpen(p)
        ? `${p.low} is not less than ${p.high}, so no value is valid (Part 2, 4.3, ${p.low} < ${p.high}).`
        : `${p.low} is greater than ${p.high}, so no value is valid (Part 2, 4.3, ${p.low} <= ${p.high}).`,
    'correct one of them.',
  ),
  'xsd/loose-pattern': warning(
    'The pattern "{pattern}" is read as most tools read it, but is not valid in XML Schema: {reason} (Part 2, F).',
    'write a backslash before special characters that are meant literally, and only there.',
  ),
  'xsd/length-conflict': warning('A type cannot have both length and {other} (Part 2, 4.3.1.4).', 'remove {other}.'),
  'xsd/final': warning(
    '{name} does not allow {derivation}, because of its "final" (Part 1, 3.4.6 cos-ct-extends and derivation-ok-restriction, 3.14.6 st-props-correct).',
    'derive from another type, or remove the derivation from "final".',
  ),
  'xsd/restricted-root': warning(
    'Only built-in types may restrict {name} (Part 1, 3.14.6 cos-st-restricts).',
    'restrict xs:string.',
  ),
  'xsd/list-of-lists': warning(
    'The items of a list cannot be lists, but {name} is one (Part 1, 3.14.6 cos-list-of-atomic).',
    'use an element with maxOccurs for the outer list.',
  ),
  'xsd/bare-notation': warning(
    'xs:NOTATION needs an enumeration of notations (Part 2, 3.2.19 enumeration required for NOTATION).',
    'restrict it to an enumeration of names of declared notations.',
  ),
  'xsd/unknown-notation': warning(
    'The notation "{name}" is not declared (Part 2, 3.2.19).',
    'declare it with xs:notation.',
  ),
  'xsd/value-without-text': warning(
    'The element cannot have a {kind} value, because its type, {type}, does not allow text (Part 1, 3.3.6 Element Default Valid (Immediate)).',
    'remove "{kind}"; it has no effect.',
  ),
  'xsd/id-with-value': warning(
    (p: { kind: string }) =>
      `In XML Schema 1.0, a declaration of type xs:ID may not have a ${p.kind} value (Part 1, 3.2.6 a-props-correct, 3.3.6 e-props-correct).`,
    allowedIn11('remove "{kind}"'),
  ),
  'xsd/any-simple-type': info(
    'Values of xs:{type} are read and written as their text; the simple type that a document names with xsi:type is checked, but not kept.',
    'declare a union of the types that occur, if the type of a value matters.',
  ),
  'xsd/uri-reference': warning(
    'In XML Schema 1.0, the {what} "{value}" is not a URI reference: {reason} (Part 2, 3.2.17; RFC 2396).',
    () => allowedIn11('correct it'),
  ),
  'xsd/draft-type': warning(
    'XML Schema does not declare the type "{name}", which is the name that a draft had for xs:{type}; it is read as that (Part 2, 3).',
    'write "{type}" instead.',
  ),
  'xsd/circular-redefinition': warning(
    'The redefined schema redefines this one, directly or through others (Part 1, 4.2.2).',
    'remove one of the redefinitions, or write an include instead.',
  ),
  'xsd/attribute-twice': warning(
    'The type has the attribute "{name}" twice (Part 1, 3.4.6 ct-props-correct, 3.6.6 ag-props-correct).',
    'remove one of them; the last one was used.',
  ),
  'xsd/two-ids': warning(
    'The attribute "{name}" is the second attribute of type xs:ID, which XML Schema 1.0 does not allow (Part 1, 3.4.6 ct-props-correct, 3.6.6 ag-props-correct).',
    () => allowedIn11('give one of them another type'),
  ),
  'xsd/required-with-default': warning(
    'An attribute that is {use} cannot have a default value (Part 1, 3.2.3 src-attribute).',
    'remove the default, which has no effect, or make the attribute optional.',
  ),
  'xsd/fixed-differs': warning(
    'The declaration of the attribute has the fixed value "{value}" (Part 1, 3.5.6 au-props-correct).',
    'remove the value here, or give the same fixed value.',
  ),
  'xsd/reserved-attribute': warning(
    'A schema may not declare "{name}": the name is reserved (Part 1, 3.2.6 no-xmlns and no-xsi).',
    'remove the attribute.',
  ),
  'xsd/attribute-restriction': warning(
    '"{name}" does not restrict {base}: {reason} (Part 1, 3.4.6 derivation-ok-restriction).',
    'correct one of the two, or extend instead of restricting.',
  ),
  'xsd/wildcard-not-expressible': warning(
    (p: { what: string }) =>
      `No single xs:anyAttribute can express the ${p.what} of these wildcards (Part 1, 3.10.6 Attribute Wildcard ${p.what === 'union' ? 'Union' : 'Intersection'}).`,
    'change the namespaces of one of them: ##any in an extension works with every other.',
  ),
  'xsd/content-restriction': warning(
    'The content does not restrict that of {base} as XML Schema 1.0 asks: {reason} (Part 1, 3.4.6 derivation-ok-restriction, 3.9.6 Particle Valid (Restriction)).',
    'no action is needed if all content of the type is content of the base, which is the rule of XML Schema 1.1; otherwise correct one of the two.',
  ),
  'xsd/content-base': warning(
    'The base of this xs:{content} must be {expected}, but {name} is not (Part 1, 3.4.3 src-ct).',
    'use another base type, or use the other kind of content.',
  ),
  'xsd/mixed-extension': warning(
    'The content is {own}, but that of its base {name} is {base} (Part 1, 3.4.6 cos-ct-extends).',
    'make "mixed" the same in both types.',
  ),
  'xsd/substitution-type': warning(
    'The type is not derived from {type}, the type of the head "{head}" (Part 1, 3.3.6 e-props-correct, clause 4).',
    'derive the type from that of the head, or leave the substitution group.',
  ),
  'xsd/substitution-final': warning(
    'The head "{head}" does not allow this derivation of the type, because of final="{final}" (Part 1, 3.3.6 e-props-correct, clause 4).',
    'derive the type in another way, or leave the substitution group.',
  ),
  'xsd/keyref-target': warning(
    'A keyref must refer to a key or a unique constraint, but "{name}" is a keyref (Part 1, 3.11.6 c-props-correct).',
    'refer to a key or a unique constraint.',
  ),
  'xsd/keyref-fields': warning(
    'The keyref has {fields} fields, but "{name}", to which it refers, has {expected} (Part 1, 3.11.6 c-props-correct).',
    'give both the same number of fields.',
  ),
  'xsd/all-limited': warning(
    'In XML Schema 1.0, xs:all must be the whole content: {reason} (Part 1, 3.8.6 cos-all-limited).',
    () => allowedIn11('use xs:sequence or xs:choice'),
  ),
  'xsd/inconsistent-elements': warning(
    'The elements "{name}" in this content have two types, {first} and {second} (Part 1, 3.8.6 Element Declarations Consistent).',
    'give them the same named type, or different names.',
  ),
  'xsd/ambiguous-content': warning(
    'The content is ambiguous: {what} may belong to two different particles (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).',
    'put a required element between them, or combine them into one particle.',
  ),
  'xsd/extended-any-type': warning(
    'The content of xs:anyType, which this type extends, already accepts every element that is added here (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).',
    'remove the extension, and add a wildcard if other elements are allowed.',
  ),
  'xsd/rule-of-1.1': warning(
    'This breaks a rule of XML Schema 1.1: {reason} (XML Schema 1.1, Part 1, {rule}).',
    'correct it, or remove it; other tools may refuse the schema.',
  ),
  'xsd/bad-id': warning(
    '"{id}" is not a valid id: an id is a name without a colon (Part 2, 3.3.8).',
    'correct the id, or remove it; it has no meaning for the types.',
  ),
  'xsd/duplicate-id': warning(
    'The id "{id}" is given twice in this document (Part 2, 3.3.8).',
    'remove one of them; ids have no meaning for the types.',
  ),
  'xsd/repeated-definition': warning(
    'The {kind} {name} is defined twice (Part 1, 3.15.6 sch-props-correct).',
    'remove one of them; where two schemas repeat each other, only the first name is reported.',
  ),
  'xsd/annotation': warning(
    'xs:{element} cannot have {what} (Part 1, appendix A): xs:annotation may have an "id" and contain xs:documentation and xs:appinfo, which may have a "source".',
    'remove it, or put it into xs:documentation; it has no meaning for the types.',
  ),
  'xsd/idle-value': warning(
    '"{value}" is not a valid value of {attribute} (Part 1, appendix A); it has no effect.',
    'expected: {expected}.',
  ),
  'xsd/missing-location': warning(
    'xs:{element} does not say in schemaLocation which schema it means (Part 1, appendix A).',
    'add schemaLocation="…", or remove it.',
  ),
  'xsd/notation-identifier': warning(
    'A notation needs a public or a system identifier, or both (Part 1, 3.12.1).',
    'add public="…" or system="…".',
  ),
  'xsd/empty-namespace': warning(
    'The target namespace may not be empty (Part 1, 3.15.2, targetNamespace).',
    'remove targetNamespace="" if there is no target namespace.',
  ),
  'xsd/import-own-namespace': warning(
    (p: { namespace: string }) =>
      p.namespace === ''
        ? 'A schema without a target namespace cannot import another schema without one (Part 1, 4.2.3 src-import).'
        : `The schema imports its own namespace "${p.namespace}" (Part 1, 4.2.3 src-import).`,
    'use xs:include for schemas of the same namespace.',
  ),
  'xsd/missing-import': warning(
    (p: { namespace: string }) =>
      `The schema refers to the namespace "${p.namespace}", which it does not import (Part 1, 3.15.3 src-resolve, clause 4).`,
    (p) => (p.namespace === '' ? 'add <xs:import/>.' : `add <xs:import namespace="${p.namespace}"/>.`),
  ),
  'xsd/redefinition-reference': warning(
    'The redefinition of "{name}" may refer to "{name}" only once, with an occurrence of exactly one (Part 1, 4.2.2 src-redefine).',
    'keep one reference, without minOccurs and maxOccurs.',
  ),
} as const;

/** True if one bound is inclusive and the other exclusive: then no value lies between equal bounds. */
function isHalfOpen({ low, high }: { low: string; high: string }): boolean {
  return /Inclusive$/.test(low) ? /Exclusive$/.test(high) : /^minE/.test(low) && /Inclusive$/.test(high);
}
