import { entry } from './entry.js';

/** Wording of what the wsdl stage finds. */
export const wsdl = {
  'wsdl/missing-attribute': entry(
    'error',
    (p: { element: string; attribute: string }) =>
      `The element "${p.element}" has no attribute "${p.attribute}", or an empty one, and is left out.`,
    (p) => `add the attribute "${p.attribute}" to it.`,
  ),
  'wsdl/undeclared-prefix': entry(
    'error',
    (p: { prefix: string; value: string }) => `The prefix "${p.prefix}" of "${p.value}" is not declared here.`,
    (p) => `declare it with xmlns:${p.prefix}, or correct the prefix.`,
  ),
  'wsdl/invalid-value': entry(
    'warning',
    (p: { attribute: string; value: string; expected: string }) =>
      `The attribute "${p.attribute}" has the value "${p.value}", which it cannot have; it is ignored.`,
    (p) => `use one of "${p.expected}", or remove the attribute.`,
  ),
  'wsdl/duplicate-component': entry(
    'warning',
    (p: { kind: string; name: string }) => `The ${p.kind} "${p.name}" is declared a second time; the first one counts.`,
    () => 'remove one of the two, or rename it.',
  ),
  'wsdl/unknown-element': entry(
    'warning',
    (p: { name: string }) => `WSDL 1.1 knows no element "${p.name}" here; it is ignored.`,
    () => 'correct its name, or put it into the namespace of the extension it belongs to.',
  ),
  'wsdl/unknown-binding': entry(
    'warning',
    (p: { name: string }) => `The binding "${p.name}" is neither SOAP 1.1, SOAP 1.2 nor HTTP; its ports are left out.`,
    () => 'nothing needs to be done if you do not want to use it; otherwise ask the service for a SOAP binding.',
  ),
  'wsdl/required-extension': entry(
    'warning',
    (p: { name: string; namespace: string }) =>
      `The extension "${p.name}" of namespace "${p.namespace}" is marked as required but is not supported.`,
    () => 'expect the service to refuse calls unless an interceptor adds what the extension asks for.',
  ),
  'wsdl/policy': entry(
    'warning',
    (p: { owner: string; name: string }) =>
      `A WS-Policy is attached to the ${p.owner} "${p.name}"; it is not carried out.`,
    () => 'if the policy asks for security or addressing headers, add them with an interceptor or a transport.',
  ),
} as const;
