import { entry, flaw } from './entry.js';

/** Help for a name that leads nowhere: the one that was probably meant, else what to do in general. */
function meant(otherwise: string): (p: { readonly candidate: string | undefined }) => string {
  return ({ candidate }) => (candidate === undefined ? otherwise : `did you mean ${candidate}? ${otherwise}`);
}

/** Wording of what the contract stage finds. */
export const contract = {
  'contract/unresolved-message': flaw(
    (p: { operation: string; message: string; candidate: string | undefined }) =>
      p.message === ''
        ? `The operation "${p.operation}" is left out: it names no message.`
        : `The operation "${p.operation}" is left out: its message ${p.message} is not declared.`,
    meant('declare the message, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-element': flaw(
    (p: { operation: string; part: string; element: string; candidate: string | undefined }) =>
      `The operation "${p.operation}" is left out: its message part "${p.part}" is the element ${p.element}, which no loaded schema declares.`,
    meant('pass the schema file as an input too, or add schemaLocation to the import.'),
  ),
  'contract/unresolved-type': flaw(
    (p: { operation: string; part: string; type: string; candidate: string | undefined }) =>
      `The operation "${p.operation}" is left out: its message part "${p.part}" is of type ${p.type}, which no loaded schema declares.`,
    meant('pass the schema file as an input too, or add schemaLocation to the import.'),
  ),
  'contract/part-without-type': flaw(
    (p: { operation: string; part: string }) =>
      `The operation "${p.operation}" is left out: its message part "${p.part}" has neither an element nor a type.`,
    () => 'give the part an attribute "element" or "type" whose prefix is declared.',
  ),
  'contract/unwritable-name': flaw(
    (p: { lost: string; kind: 'operation' | 'part'; name: string }) =>
      `The ${p.lost} is left out: an element of its messages would have the name of the ${p.kind} "${p.name}", which no document can hold.`,
    (p) =>
      p.kind === 'part'
        ? 'rename the part, or let it name an element in the place of a type.'
        : 'rename the operation, or use style="document".',
  ),
  'contract/part-kind': entry(
    'warning',
    (p: { operation: string; part: string; kind: 'element' | 'type'; name: string }) =>
      p.kind === 'element'
        ? `The message part "${p.part}" of operation "${p.operation}" names the element ${p.name}, but there is only a type of that name, which is taken.`
        : `The message part "${p.part}" of operation "${p.operation}" names the type ${p.name}, but there is only an element of that name, which is taken.`,
    (p) => `write ${p.kind === 'element' ? 'type' : 'element'}="…" in the place of ${p.kind}="…".`,
  ),
  'contract/unresolved-part': entry(
    'warning',
    (p: { operation: string; part: string; message: string; candidate: string | undefined }) =>
      `The body of operation "${p.operation}" names the part "${p.part}", which the message ${p.message} does not have.`,
    meant('correct the attribute "parts" of soap:body, or remove it if the whole message is meant.'),
  ),
  'contract/unresolved-header': entry(
    'warning',
    (p: { operation: string; part: string; message: string; candidate: string | undefined }) =>
      `The header "${p.part}" of operation "${p.operation}" is left out: part or message ${p.message}, or what the part refers to, is not declared.`,
    meant('declare it, pass the schema that does as an input, or send the header with an interceptor.'),
  ),
  'contract/unresolved-fault': entry(
    'warning',
    (p: { operation: string; fault: string; candidate: string | undefined }) =>
      `The fault "${p.fault}" of operation "${p.operation}" has no typed detail: its message, or what its part refers to, is not declared.`,
    meant('declare it, or pass the schema that does as an input.'),
  ),
  'contract/wrong-namespace': entry(
    'warning',
    (p: { kind: string; name: string; found: string }) =>
      `There is no ${p.kind} ${p.name}; ${p.found}, the only one of that local name, is taken to be meant.`,
    () => 'correct the prefix, or the namespace that it is declared for.',
  ),
  'contract/unresolved-binding': flaw(
    (p: { port: string; binding: string; candidate: string | undefined }) =>
      `The port "${p.port}" is left out: its binding ${p.binding} is not declared.`,
    meant('declare the binding, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-port-type': flaw(
    (p: { binding: string; portType: string; candidate: string | undefined }) =>
      `The binding ${p.binding} is left out: its port type ${p.portType} is not declared.`,
    meant('declare the port type, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-operation': flaw(
    (p: { operation: string; portType: string; candidate: string | undefined }) =>
      `The binding's operation "${p.operation}" is left out: the port type ${p.portType} has no such operation.`,
    meant('correct the name, or add the operation to the port type.'),
  ),
  'contract/ambiguous-operation': flaw(
    (p: { operation: string }) =>
      `The operation "${p.operation}" is left out: nothing on the wire tells it from another one of that name.`,
    () => 'give one of the two another name, or other messages.',
  ),
  'contract/same-request': entry(
    'warning',
    (p: { operation: string; other: string }) =>
      `Requests of the operation "${p.operation}" look like those of "${p.other}"; a server takes them for these.`,
    () => 'give the operations different actions or elements; a client is not affected.',
  ),
  'contract/unbound-operation': entry(
    'info',
    (p: { operation: string; binding: string }) =>
      `The operation "${p.operation}" of the port type is not in the binding ${p.binding}.`,
    () => 'nothing needs to be done if it is not meant to be called that way.',
  ),
  'contract/unsupported-verb': entry(
    'warning',
    (p: { binding: string; verb: string }) =>
      `The HTTP binding ${p.binding} uses the method "${p.verb}"; its ports are left out.`,
    () => 'use a binding for GET or POST, which are the methods that WSDL 1.1 defines.',
  ),
  'contract/unsupported-http-input': entry(
    'warning',
    (p: { operation: string; types: string }) =>
      `The HTTP form of operation "${p.operation}" is left out: its request is of content type "${p.types}".`,
    () => 'use another binding of the service for this operation.',
  ),
  'contract/no-service': entry(
    'info',
    (p: { binding: string; service: string }) =>
      `No service uses the binding ${p.binding}; a service "${p.service}" without an address stands in.`,
    () => 'give the address when a client is made.',
  ),
  'contract/no-binding': entry(
    'info',
    (p: { portType: string }) => `No binding says how the port type ${p.portType} is called; it becomes no service.`,
    () => 'pass the WSDL document with the binding as an input too.',
  ),
  'contract/content-too-large': entry(
    'error',
    (p: { limit: number }) =>
      `This content model, or all up to it, expand to more than ${p.limit} particles; it counts as open content.`,
    () => 'no descriptor needs this: look for groups that repeat groups.',
  ),
  'contract/too-many-attributes': entry(
    'error',
    (p: { limit: number }) =>
      `The attribute groups of these descriptors expand to more than ${p.limit} attributes; the rest is left out.`,
    () => 'no descriptor needs this: look for attribute groups that repeat attribute groups.',
  ),
  'contract/too-many-alternatives': entry(
    'error',
    (p: { limit: number }) =>
      `Substitution groups, derived types, type alternatives and enumerations give these descriptors more than ${p.limit} alternatives.`,
    () => 'no descriptor needs this: check where the files come from, or take a part of the operations with "include".',
  ),
  'contract/derivation-too-deep': entry(
    'error',
    (p: { type: string; limit: number }) =>
      `The type ${p.type} is derived in more than ${p.limit} steps; what it is derived from is left out.`,
    () => 'no descriptor needs this: check where the file comes from.',
  ),
} as const;
