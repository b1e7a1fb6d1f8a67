import { entry } from './entry.js';

/** Wording of the diagnostics of the description stage. */
export const description = {
  'description/syntax': entry(
    'error',
    (p: { reason: string }) => `This cannot be read as YAML or JSON: ${p.reason.split('\n')[0]?.replace(/[.:]$/, '')}.`,
    () => 'correct it here; an editor with YAML support shows the same error.',
  ),
  'description/unexpected-document': entry(
    'error',
    () => 'This is not a service description: it has neither services nor types.',
    () => 'pass a WSDL, an XML Schema, or a description, which has "description: 1" at its beginning.',
  ),
  'description/expected': entry(
    'error',
    (p: { what: string; expected: string }) => `The value of ${p.what} is not ${p.expected}.`,
    (p) => `write ${p.expected} here.`,
  ),
  'description/unknown-key': entry(
    'error',
    (p: { key: string; what: string; known: string }) => `The key "${p.key}" is not known in ${p.what}.`,
    (p) => `use one of: ${p.known}.`,
  ),
  'description/missing-key': entry(
    'error',
    (p: { key: string; what: string }) => `The key "${p.key}" is missing in ${p.what}.`,
    (p) => `add "${p.key}".`,
  ),
  'description/duplicate-key': entry(
    'error',
    (p: { key: string }) => `The key "${p.key}" occurs twice.`,
    () => 'remove one of the two, or rename it.',
  ),
  'description/invalid-value': entry(
    'error',
    (p: { what: string; value: string; expected: string }) => `"${p.value}" is not a valid value of ${p.what}.`,
    (p) => `use one of: ${p.expected}.`,
  ),
  'description/invalid-name': entry(
    'error',
    (p: { name: string }) => `"${p.name}" is not a valid name in XML.`,
    () => 'start with a letter or "_", then use letters, digits, ".", "-" and "_".',
  ),
  'description/invalid-type': entry(
    'error',
    (p: { what: string; text: string }) => `"${p.text}" is not a type, which ${p.what} needs.`,
    () => 'write the name of a type, with "[]" after it for an array and "?" if it may be nil.',
  ),
  'description/unknown-type': entry(
    'error',
    (p: { name: string }) => `The type "${p.name}" is not declared.`,
    () => 'declare it under "types", or use a built-in type of XML Schema such as string, int or dateTime.',
  ),
  'description/reserved-type': entry(
    'error',
    (p: { name: string }) => `"${p.name}" is the name of a built-in type.`,
    () => 'rename the type.',
  ),
  'description/not-simple': entry(
    'error',
    (p: { name: string; kind: string; what: string }) =>
      `The type "${p.name}" is ${p.kind}, so it cannot be ${p.what}.`,
    () => 'use a built-in type, an enumeration or another simple type.',
  ),
  'description/not-record': entry(
    'error',
    (p: { name: string }) => `The type "${p.name}" is not a record, so it cannot be extended.`,
    () => 'extend a type that has "fields".',
  ),
  'description/circular': entry(
    'error',
    (p: { name: string }) => `The type "${p.name}" is derived from itself.`,
    () => 'remove one of the references that lead back to it.',
  ),
  'description/invalid-facet': entry(
    'error',
    (p: { facet: string; value: string }) => `"${p.value}" is not a whole number, which ${p.facet} needs.`,
    () => 'write a whole number, zero or more.',
  ),
  'description/repeated-value': entry(
    'error',
    (p: { value: string; what: string }) => `"${p.value}" occurs twice in ${p.what}.`,
    () => 'remove one of the two.',
  ),
  'description/one-way-answer': entry(
    'error',
    (p: { operation: string; key: string }) =>
      `The operation "${p.operation}" is one-way, so it has no answer that "${p.key}" could describe.`,
    (p) => `remove "${p.key}", or remove "oneWay".`,
  ),
  'description/name-collision': entry(
    'error',
    (p: { what: string; other: string; component: string; name: string }) =>
      `In the WSDL, ${p.what} and ${p.other} would both be the ${p.component} "${p.name}".`,
    () => 'rename one of them, or give one of the services a "namespace" of its own.',
  ),
  'description/not-over-http': entry(
    'info',
    (p: { operation: string }) =>
      `The operation "${p.operation}" is not offered over HTTP GET and POST, which can carry only simple values that are never nil.`,
    () => 'no action is needed; ASP.NET leaves such operations out as well.',
  ),
} as const;
