import { entry } from './entry.js';

/**
 * Wording of the constraints on schema components that leave a schema with a usable meaning when it breaks them: warnings.
 * Each names the rule by which other tools refuse the schema.
 */
export const xsdConstraints = {
  'xsd/invalid-value': entry(
    'warning',
    (p: { what: string; value: string; type: string; reason: string; rule: string }) =>
      `${p.what} "${p.value}" is no value of ${p.type}: ${p.reason} (${p.rule}).`,
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
      `The facet ${p.facet} is "${p.value}" where ${p.type} has "${p.before}", which a restriction may not loosen (Part 2, 4.3, ${p.facet} valid restriction).`,
    () => 'give it a narrower value, or restrict another type.',
  ),
  'xsd/empty-range': entry(
    'warning',
    (p: { low: string; high: string }) =>
      isHalfOpen(p)
        ? `${p.low} is not less than ${p.high}: no value is left (Part 2, 4.3, ${p.low} < ${p.high}).`
        : `${p.low} is greater than ${p.high}: no value is left (Part 2, 4.3, ${p.low} <= ${p.high}).`,
    () => 'correct one of them.',
  ),
  'xsd/loose-pattern': entry(
    'warning',
    (p: { pattern: string; reason: string }) =>
      `The pattern "${p.pattern}" is read as most tools do, but is not in the grammar of XML Schema: ${p.reason} (Part 2, F).`,
    () => 'write a backslash before the character that stands for itself, and before no other.',
  ),
  'xsd/length-conflict': entry(
    'warning',
    (p: { other: string }) => `A type cannot have both length and ${p.other} (Part 2, 4.3.1.4).`,
    (p) => `remove ${p.other}.`,
  ),
  'xsd/final': entry(
    'warning',
    (p: { name: string; derivation: string }) =>
      `The "final" of ${p.name} bars ${p.derivation} (Part 1, 3.4.6 cos-ct-extends and derivation-ok-restriction, 3.14.6 st-props-correct).`,
    () => 'derive from another type, or take the derivation out of "final".',
  ),
  'xsd/restricted-root': entry(
    'warning',
    (p: { name: string }) =>
      `${p.name} is a root of simple types, and only built-in types restrict it (Part 1, 3.14.6 cos-st-restricts).`,
    () => 'restrict xs:string.',
  ),
  'xsd/list-of-lists': entry(
    'warning',
    (p: { name: string }) =>
      `The items of a list cannot be lists, as ${p.name} is (Part 1, 3.14.6 cos-list-of-atomic).`,
    () => 'use an element with maxOccurs for the outer list.',
  ),
  'xsd/bare-notation': entry(
    'warning',
    () => 'xs:NOTATION needs an enumeration of notations (Part 2, 3.2.19 enumeration required for NOTATION).',
    () => 'restrict it to an enumeration of names of declared notations.',
  ),
  'xsd/unknown-notation': entry(
    'warning',
    (p: { name: string }) => `There is no notation "${p.name}" (Part 2, 3.2.19).`,
    () => 'declare it with xs:notation.',
  ),
  'xsd/value-without-text': entry(
    'warning',
    (p: { kind: string; type: string }) =>
      `An element of the type ${p.type} holds no text that a ${p.kind} value could be (Part 1, 3.3.6 Element Default Valid (Immediate)).`,
    (p) => `remove "${p.kind}"; it has no effect.`,
  ),
  'xsd/id-with-value': entry(
    'warning',
    (p: { kind: string }) =>
      `What is of type xs:ID cannot have a ${p.kind} value (Part 1, 3.2.6 a-props-correct, 3.3.6 e-props-correct).`,
    (p) => `remove "${p.kind}".`,
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
      `The attribute "${p.name}" is a second one of type xs:ID (Part 1, 3.4.6 ct-props-correct, 3.6.6 ag-props-correct).`,
    () => 'give one of them another type.',
  ),
  'xsd/required-with-default': entry(
    'warning',
    (p: { use: string }) => `An attribute that is ${p.use} cannot have a default value (Part 1, 3.2.3 src-attribute).`,
    () => 'remove the default, which has no effect, or make the attribute optional.',
  ),
  'xsd/fixed-differs': entry(
    'warning',
    (p: { value: string }) =>
      `The declaration fixes the attribute's value as "${p.value}" (Part 1, 3.5.6 au-props-correct).`,
    () => 'remove the value here, or give the same fixed value.',
  ),
  'xsd/reserved-attribute': entry(
    'warning',
    (p: { name: string }) =>
      `No schema can declare "${p.name}": the name belongs to XML itself (Part 1, 3.2.6 no-xmlns and no-xsi).`,
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
      `No single xs:anyAttribute can say what the ${p.what} of these wildcards lets in (Part 1, 3.10.6 Attribute Wildcard ${p.what === 'union' ? 'Union' : 'Intersection'}).`,
    () => 'give one of them other namespaces: ##any in an extension goes with everything.',
  ),
  'xsd/content-restriction': entry(
    'warning',
    (p: { base: string; reason: string }) =>
      `The content does not restrict that of ${p.base}: ${p.reason} (Part 1, 3.4.6 derivation-ok-restriction, 3.9.6 Particle Valid (Restriction)).`,
    () => 'correct one of the two, or extend instead of restricting.',
  ),
  'xsd/content-base': entry(
    'warning',
    (p: { content: string; expected: string; name: string }) =>
      `The base of xs:${p.content} here has to be ${p.expected}, and ${p.name} is not (Part 1, 3.4.3 src-ct).`,
    () => 'name another base type, or use the other kind of content.',
  ),
  'xsd/mixed-extension': entry(
    'warning',
    (p: { name: string; base: string; own: string }) =>
      `The content is ${p.own}, and that of ${p.name}, which it extends, is ${p.base} (Part 1, 3.4.6 cos-ct-extends).`,
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
      `The type is derived in a way that the head "${p.head}" bars with final="${p.final}" (Part 1, 3.3.6 e-props-correct, clause 4).`,
    () => 'derive the type in another way, or leave the substitution group.',
  ),
  'xsd/keyref-target': entry(
    'warning',
    (p: { name: string }) =>
      `A keyref refers to a key or a unique constraint, and "${p.name}" is a keyref (Part 1, 3.11.6 c-props-correct).`,
    () => 'name a key or a unique constraint.',
  ),
  'xsd/keyref-fields': entry(
    'warning',
    (p: { name: string; fields: number; expected: number }) =>
      `The keyref has ${p.fields} fields, and "${p.name}", to which it refers, has ${p.expected} (Part 1, 3.11.6 c-props-correct).`,
    () => 'give both the same number of fields.',
  ),
  'xsd/all-limited': entry(
    'warning',
    (p: { reason: string }) => `xs:all has to be the whole content: ${p.reason} (Part 1, 3.8.6 cos-all-limited).`,
    () => 'use xs:sequence or xs:choice.',
  ),
  'xsd/inconsistent-elements': entry(
    'warning',
    (p: { name: string; first: string; second: string }) =>
      `The content has elements "${p.name}" of two types, ${p.first} and ${p.second} (Part 1, 3.8.6 Element Declarations Consistent).`,
    () => 'give them one named type, or different names.',
  ),
  'xsd/ambiguous-content': entry(
    'warning',
    (p: { what: string }) =>
      `It cannot be told to which of two particles ${p.what} belongs (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).`,
    () => 'put something required between them, or make one particle of the two.',
  ),
  'xsd/extended-any-type': entry(
    'warning',
    () =>
      'What is added here comes after the content of xs:anyType, which takes every element already (Part 1, 3.8.6 cos-nonambig Unique Particle Attribution).',
    () => 'leave the extension out: elements alone, or with a wildcard of their own, say what is meant.',
  ),
  'xsd/rule-of-1.1': entry(
    'warning',
    (p: { reason: string; rule: string }) =>
      `This breaks a rule of XML Schema 1.1: ${p.reason} (XML Schema 1.1, Part 1, ${p.rule}).`,
    () => 'correct it, or remove it; other tools will refuse the schema.',
  ),
  'xsd/bad-id': entry(
    'warning',
    (p: { id: string }) => `"${p.id}" is no value of an id: that is a name without colon (Part 2, 3.3.8).`,
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
    () => 'remove one of them; of two schemas that repeat each other only the first name is reported.',
  ),
  'xsd/annotation': entry(
    'warning',
    (p: { element: string; what: string }) =>
      `xs:${p.element} cannot have ${p.what} (Part 1, appendix A): xs:annotation has an "id", and holds xs:documentation and xs:appinfo, which have a "source".`,
    () => 'remove it, or put it into xs:documentation; it has no meaning for the types.',
  ),
  'xsd/idle-value': entry(
    'warning',
    (p: { attribute: string; value: string; expected: string }) =>
      `"${p.value}" is no value of ${p.attribute} (Part 1, appendix A); it has no effect.`,
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
    () => 'A notation has a public or a system identifier, or both (Part 1, 3.12.1).',
    () => 'add public="…" or system="…".',
  ),
  'xsd/empty-namespace': entry(
    'warning',
    () => 'The target namespace cannot be an empty text (Part 1, 3.15.2, targetNamespace).',
    () => 'remove targetNamespace="" to say that there is none.',
  ),
  'xsd/import-own-namespace': entry(
    'warning',
    (p: { namespace: string }) =>
      p.namespace === ''
        ? 'A schema without target namespace cannot import what has none either (Part 1, 4.2.3 src-import).'
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
      `The redefinition of "${p.name}" may refer to "${p.name}" once only, and there exactly once (Part 1, 4.2.2 src-redefine).`,
    () => 'leave one reference, without minOccurs and maxOccurs.',
  ),
} as const;

/** True where one bound belongs to the values and the other does not: equal bounds leave none. */
function isHalfOpen({ low, high }: { low: string; high: string }): boolean {
  return /Inclusive$/.test(low) ? /Exclusive$/.test(high) : /^minE/.test(low) && /Inclusive$/.test(high);
}
