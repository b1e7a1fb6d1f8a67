import { error, info } from './entry.js';

/** Wording of the diagnostics of the description stage. */
export const description = {
  'description/syntax': error(
    (p: { reason: string }) => `This cannot be read as YAML or JSON: ${p.reason.split('\n')[0]?.replace(/[.:]$/, '')}.`,
    'correct it here; an editor with YAML support shows the same error.',
  ),
  'description/unexpected-document': error(
    'This is not a service description: it has neither services nor types.',
    'pass a WSDL, an XML Schema, or a description, which has "description: 1" at its beginning.',
  ),
  'description/expected': error('The value of {what} is not {expected}.', 'write {expected} here.'),
  'description/unknown-key': error('The key "{key}" is not known in {what}.', 'use one of: {known}.'),
  'description/missing-key': error('The key "{key}" is missing in {what}.', 'add "{key}".'),
  'description/duplicate-key': error('The key "{key}" occurs twice.', 'remove one of the two, or rename it.'),
  'description/invalid-value': error('"{value}" is not a valid value of {what}.', 'use one of: {expected}.'),
  'description/invalid-name': error(
    '"{name}" is not a valid name in XML.',
    'start with a letter or "_", then use letters, digits, ".", "-" and "_".',
  ),
  'description/invalid-type': error(
    '"{text}" is not a type, which {what} needs.',
    'write the name of a type, with "[]" after it for an array and "?" if it may be nil.',
  ),
  'description/unknown-type': error(
    'The type "{name}" is not declared.',
    'declare it under "types", or use a built-in type of XML Schema such as string, int or dateTime.',
  ),
  'description/reserved-type': error('"{name}" is the name of a built-in type.', 'rename the type.'),
  'description/not-simple': error(
    'The type "{name}" is {kind}, so it cannot be {what}.',
    'use a built-in type, an enumeration or another simple type.',
  ),
  'description/not-record': error(
    'The type "{name}" is not a record, so it cannot be extended.',
    'extend a type that has "fields".',
  ),
  'description/circular': error(
    'The type "{name}" is derived from itself.',
    'remove one of the references that lead back to it.',
  ),
  'description/invalid-facet': error(
    '"{value}" is not a whole number, which {facet} needs.',
    'write a whole number, zero or more.',
  ),
  'description/repeated-value': error('"{value}" occurs twice in {what}.', 'remove one of the two.'),
  'description/one-way-answer': error(
    'The operation "{operation}" is one-way, so it has no answer that "{key}" could describe.',
    'remove "{key}", or remove "oneWay".',
  ),
  'description/name-collision': error(
    'In the WSDL, {what} and {other} would both be the {component} "{name}".',
    'rename one of them, or give one of the services a "namespace" of its own.',
  ),
  'description/not-over-http': info(
    'The operation "{operation}" is not offered over HTTP GET and POST, which can carry only simple values that are never nil.',
    'no action is needed; ASP.NET leaves such operations out as well.',
  ),
} as const;
