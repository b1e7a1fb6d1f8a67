import { entry } from './entry.js';

/** What to do about a rule that XML Schema 1.1 no longer has. */
function allowedIn11(otherwise: string): string {
  return `no action is needed for codegen, because XML Schema 1.1 allows it; for tools of XML Schema 1.0, ${otherwise}.`;
}

/**
 * Wording of the constraints on schema components that leave a schema with a usable meaning when it breaks them: warnings.
 * Each names the rule by which other tools refuse the schema.
 */
export const xsdConstraints = {
  'xsd/invalid-value': entry(
    'warning',
    (p: { what: string; value: string; type: string; reason: string; rule: string }) =>
      `${p.what} "${p.value}" is not a valid value of ${p.type}: ${p.reason} (${p.rule}).`,
    () => 'correct the value, or the type.',
  ),
  'xsd/fixed-facet': entry(
    'warning',
    (p: { facet: string; value: string; type: string }) =>
      `The facet ${p.facet} is fixed as "${p.value}" in ${p.type} (Part 2, 4.3).`,
    () => 'remove the facet, or give it the fixed value.',
  ),
  'xsd/facet-loosened': entry(
    'warning',
    (p: { facet: string; value: string; before: string; type: string }) =>
      `The facet ${p.facet} is "${p.value}" and ${p.type} has "${p.before}", but a restriction may not be looser (Part 2, 4.3, ${p.facet} valid restriction).`,
    () => 'give it a narrower value, or restrict another type.',
  ),
  'xsd/empty-range': entry(
    'warning',
    (p: { low: string; high: string }) =>
      isHalfOpen(p)
        ? `${p.low} is not less than ${p.high}, so no value is valid (Part 2, 4.3, ${p.low} < ${p.high}).`
        : `${p.low} is greater than ${p.high}, so no value is valid (Part 2, 4.3, ${p.low} <= ${p.high}).`,
    () => 'correct one of them.',
  ),
  'xsd/loose-pattern': entry(
    'warning',
    (p: { pattern: string; reason: string }) =>
      `The pattern "${p.pattern}" is read as most tools read it, but is not valid in XML Schema: ${p.reason} (Part 2, F).`,
    () => 'write a backslash before special characters that are meant literally, and only there.',
  ),
  'xsd/length-conflict': entry(
    'warning',
    (p: { other: string }) => `A type cannot have both length and ${p.other} (Part 2, 4.3.1.4).`,
    (p) => `remove ${p.other}.`,
  ),
  'xsd/final': entry(
    'warning',
    (p: { name: string; derivation: string }) =>
      `${p.name} does not allow ${p.derivation}, because of its "final" (Part 1, 3.4.6 cos-ct-extends and derivation-ok-restriction, 3.14.6 st-props-correct).`,
    () => 'derive from another type, or remove the derivation from "final".',
  ),
  'xsd/restricted-root': entry(
    'warning',
    (p: { name: string }) => `Only built-in types may restrict ${p.name} (Part 1, 3.14.6 cos-st-restricts).`,
    () => 'restrict xs:string.',
  ),
  'xsd/list-of-lists': entry(
    'warning',
    (p: { name: string }) =>
      `The items of a list cannot be lists, but ${p.name} is one (Part 1, 3.14.6 cos-list-of-atomic).`,
    () => 'use an element with maxOccurs for the outer list.',
  ),
  'xsd/bare-notation': entry(
    'warning',
    () => 'xs:NOTATION needs an enumeration of notations (Part 2, 3.2.19 enumeration required for NOTATION).',
    () => 'restrict it to an enumeration of names of declared notations.',
  ),
  'xsd/unknown-notation': entry(
    'warning',
    (p: { name: string }) => `The notation "${p.name}" is not declared (Part 2, 3.2.19).`,
    () => 'declare it with xs:notation.',
  ),
  'xsd/value-without-text': entry(
    'warning',
    (p: { kind: string; type: string }) =>
      `The element cannot have a ${p.kind} value, because its type, ${p.type}, does not allow text (Part 1, 3.3.6 Element Default Valid (Immediate)).`,
    (p) => `remove "${p.kind}"; it has no effect.`,
  ),
  'xsd/id-with-value': entry(
    'warning',
    (p: { kind: string }) =>
      `In XML Schema 1.0, a declaration of type xs:ID may not have a ${p.kind} value (Part 1, 3.2.6 a-props-correct, 3.3.6 e-props-correct).`,
    (p) => allowedIn11(`remove "${p.kind}"`),
  ),
  'xsd/any-simple-type': entry(
    'info',
    (p: { type: string }) =>
      `Values of xs:${p.type} are read and written as their text; the simple type that a document names with xsi:type is checked, but not kept.`,
    () => 'declare a union of the types that occur, if the type of a value matters.',
  ),
  'xsd/uri-reference': entry(
    'warning',
    (p: { what: string; value: string; reason: string }) =>
      `In XML Schema 1.0, the ${p.what} "${p.value}" is not a URI reference: ${p.reason} (Part 2, 3.2.17; RFC 2396).`,
    () => allowedIn11('correct it'),
  ),
  'xsd/draft-type': entry(
    'warning',
    (p: { name: string; type: string }) =>
      `XML Schema does not declare the type "${p.name}", which is the name that a draft had for xs:${p.type}; it is read as that (Part 2, 3).`,
    (p) => `write "${p.type}" instead.`,
  ),
  'xsd/circular-redefinition': entry(
    'warning',
    () => 'The redefined schema redefines this one, directly or through others (Part 1, 4.2.2).',
    () => 'remove one of the redefinitions, or write an include instead.',
  ),
  'xsd/attribute-twice': entry(
    'warning',
    (p: { name: string }) =>
      `The type has the attribute "${p.name}" twice (Part 1, 3.4.6 ct-props-correct, 3.6.6 ag-props-correct).`,
    () => 'remove one of them; the last one was used.',
  ),
  'xsd/two-ids': entry(
    'warning',
    (p: { name: string }) =>
      `The attribute "${p.name}" is the second attribute of type xs:ID, which XML Schema 1.0 does not allow (Part 1, 3.4.6 ct-props-correct, 3.6.6 ag-props-correct).`,
    () => allowedIn11('give one of them another type'),
  ),
  'xsd/required-with-default': entry(
    'warning',
    (p: { use: string }) => `An attribute that is ${p.use} cannot have a default value (Part 1, 3.2.3 src-attribute).`,
    () => 'remove the default, which has no effect, or make the attribute optional.',
  ),
  'xsd/fixed-differs': entry(
    'warning',
    (p: { value: string }) =>
      `The declaration of the attribute has the fixed value "${p.value}" (Part 1, 3.5.6 au-props-correct).`,
    () => 'remove the value here, or give the same fixed value.',
  ),
  'xsd/reserved-attribute': entry(
    'warning',
    (p: { name: string }) =>
      `A schema may not declare "${p.name}": the name is reserved (Part 1, 3.2.6 no-xmlns and no-xsi).`,
    () => 'remove the attribute.',
  ),
  'xsd/attribute-restriction': entry(
    'warning',
    (p: { name: string; base: string; reason: string }) =>
      `"${p.name}" does not restrict ${p.base}: ${p.reason} (Part 1, 3.4.6 derivation-ok-restriction).`,
    () => 'correct one of the two, or extend instead of restricting.',
  ),
  'xsd/wildcard-not-expressible': entry(
    'warning',
    (p: { what: string }) =>
      `No single xs:anyAttribute can express the ${p.what} of these wildcards (Part 1, 3.10.6 Attribute Wildcard ${p.what === 'union' ? 'Union' : 'Intersection'}).`,
    () => 'change the namespaces of one of them: ##any in an extension works with every other.',
  ),
  'xsd/content-restriction': entry(
    'warning',
    (p: { base: string; reason: string }) =>
      `The content does not restrict that of ${p.base} as XML Schema 1.0 asks: ${p.reason} (Part 1, 3.4.6 derivation-ok-restriction, 3.9.6 Particle Valid (Restriction)).`,
    () =>
      'no action is needed if all content of the type is content of the base, which is the rule of XML Schema 1.1; otherwise correct one of the two.',
  ),
  'xsd/content-base': entry(
    'warning',
    (p: { content: string; expected: string; name: string }) =>
      `The base of this xs:${p.content} must be ${p.expected}, but ${p.name} is not (Part 1, 3.4.3 src-ct).`,
    () => 'use another base type, or use the other kind of content.',
  ),
  'xsd/mixed-extension': entry(
    'warning',
    (p: { name: string; base: string; own: string }) =>
      `The content is ${p.own}, but that of its base ${p.name} is ${p.base} (Part 1, 3.4.6 cos-ct-extends).`,
    () => 'make "mixed" the same in both types.',
  ),
  'xsd/substitution-type': entry(
    'warning',
    (p: { head: string; type: string }) =>
      `The type is not derived from ${p.type}, the type of the head "${p.head}" (Part 1, 3.3.6 e-props-correct, clause 4).`,
    () => 'derive the type from that of the head, or leave the substitution group.',
  ),
  'xsd/substitution-final': entry(
    'warning',
    (p: { head: string; final: string }) =>
      `The head "${p.head}" does not allow this derivation of the type, because of final="${p.final}" (Part 1, 3.3.6 e-props-correct, clause 4).`,
    () => 'derive the type in another way, or leave the substitution group.',
  ),
  'xsd/keyref-target': entry(
    'warning',
    (p: { name: string }) =>
      `A keyref must refer to a key or a unique constraint, but "${p.name}" is a keyref (Part 1, 3.11.6 c-props-correct).`,
    () => 'refer to a key or a unique constraint.',
  ),
  'xsd/keyref-fields': entry(
    'warning',
    (p: { name: string; fields: number; expected: number }) =>
      `The keyref has ${p.fields} fields, but "${p.name}", to which it refers, has ${p.expected} (Part 1, 3.11.6 c-props-correct).`,
    () => 'give both the same number of fields.',
  ),
  'xsd/all-limited': entry(
    'warning',
    (p: { reason: string }) =>
      `In XML Schema 1.0, xs:all must be the whole content: ${p.reason} (Part 1, 3.8.6 cos-all-limited).`,
    () => allowedIn11('use xs:sequence or xs:choice'),
  ),
  'xsd/inconsistent-elements': entry(
    'warning',
    (p: { name: string; first: string; second: string }) =>
      `The elements "${p.name}" in this content have two types, ${p.first} and ${p.second} (Part 1, 3.8.6 Element Declarations Consistent).`,
    () => 'give them the same named type, or different names.',
  ),
  'xsd/ambiguous-content': entry(
    'warning',
    (p: { what: string }) =>
      `The content is ambiguous: ${p.what} may belong to two different particles (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).`,
    () => 'put a required element between them, or combine them into one particle.',
  ),
  'xsd/extended-any-type': entry(
    'warning',
    () =>
      'The content of xs:anyType, which this type extends, already accepts every element that is added here (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).',
    () => 'remove the extension, and add a wildcard if other elements are allowed.',
  ),
  'xsd/rule-of-1.1': entry(
    'warning',
    (p: { reason: string; rule: string }) =>
      `This breaks a rule of XML Schema 1.1: ${p.reason} (XML Schema 1.1, Part 1, ${p.rule}).`,
    () => 'correct it, or remove it; other tools may refuse the schema.',
  ),
  'xsd/bad-id': entry(
    'warning',
    (p: { id: string }) => `"${p.id}" is not a valid id: an id is a name without a colon (Part 2, 3.3.8).`,
    () => 'correct the id, or remove it; it has no meaning for the types.',
  ),
  'xsd/duplicate-id': entry(
    'warning',
    (p: { id: string }) => `The id "${p.id}" is given twice in this document (Part 2, 3.3.8).`,
    () => 'remove one of them; ids have no meaning for the types.',
  ),
  'xsd/repeated-definition': entry(
    'warning',
    (p: { kind: string; name: string }) =>
      `The ${p.kind} ${p.name} is defined twice (Part 1, 3.15.6 sch-props-correct).`,
    () => 'remove one of them; where two schemas repeat each other, only the first name is reported.',
  ),
  'xsd/annotation': entry(
    'warning',
    (p: { element: string; what: string }) =>
      `xs:${p.element} cannot have ${p.what} (Part 1, appendix A): xs:annotation may have an "id" and contain xs:documentation and xs:appinfo, which may have a "source".`,
    () => 'remove it, or put it into xs:documentation; it has no meaning for the types.',
  ),
  'xsd/idle-value': entry(
    'warning',
    (p: { attribute: string; value: string; expected: string }) =>
      `"${p.value}" is not a valid value of ${p.attribute} (Part 1, appendix A); it has no effect.`,
    (p) => `expected: ${p.expected}.`,
  ),
  'xsd/missing-location': entry(
    'warning',
    (p: { element: string }) =>
      `xs:${p.element} does not say in schemaLocation which schema it means (Part 1, appendix A).`,
    () => 'add schemaLocation="…", or remove it.',
  ),
  'xsd/notation-identifier': entry(
    'warning',
    () => 'A notation needs a public or a system identifier, or both (Part 1, 3.12.1).',
    () => 'add public="…" or system="…".',
  ),
  'xsd/empty-namespace': entry(
    'warning',
    () => 'The target namespace may not be empty (Part 1, 3.15.2, targetNamespace).',
    () => 'remove targetNamespace="" if there is no target namespace.',
  ),
  'xsd/import-own-namespace': entry(
    'warning',
    (p: { namespace: string }) =>
      p.namespace === ''
        ? 'A schema without a target namespace cannot import another schema without one (Part 1, 4.2.3 src-import).'
        : `The schema imports its own namespace "${p.namespace}" (Part 1, 4.2.3 src-import).`,
    () => 'use xs:include for schemas of the same namespace.',
  ),
  'xsd/missing-import': entry(
    'warning',
    (p: { namespace: string }) =>
      `The schema refers to the namespace "${p.namespace}", which it does not import (Part 1, 3.15.3 src-resolve, clause 4).`,
    (p) => (p.namespace === '' ? 'add <xs:import/>.' : `add <xs:import namespace="${p.namespace}"/>.`),
  ),
  'xsd/redefinition-reference': entry(
    'warning',
    (p: { name: string }) =>
      `The redefinition of "${p.name}" may refer to "${p.name}" only once, with an occurrence of exactly one (Part 1, 4.2.2 src-redefine).`,
    () => 'keep one reference, without minOccurs and maxOccurs.',
  ),
} as const;

/** True if one bound is inclusive and the other exclusive: then no value lies between equal bounds. */
function isHalfOpen({ low, high }: { low: string; high: string }): boolean {
  return /Inclusive$/.test(low) ? /Exclusive$/.test(high) : /^minE/.test(low) && /Inclusive$/.test(high);
}
