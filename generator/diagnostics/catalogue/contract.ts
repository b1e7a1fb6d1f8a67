import { error, flaw, info, warning } from './entry.js';

/** Help for a name that is not declared: a similar name if there is one, and what to do otherwise. */
function meant(otherwise: string): (p: { readonly candidate: string | undefined }) => string {
  return ({ candidate }) => (candidate === undefined ? otherwise : `did you mean ${candidate}? ${otherwise}`);
}

/** Wording of the diagnostics of the contract stage. */
export const contract = {
  'contract/unresolved-message': flaw(
    (p: { operation: string; message: string; candidate: string | undefined }) =>
      p.message === ''
        ? `The operation "${p.operation}" is left out: it has no message.`
        : `The operation "${p.operation}" is left out: its message ${p.message} is not declared.`,
    meant('declare the message, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-element': flaw(
    'The operation "{operation}" is left out: its message part "{part}" refers to the element {element}, which no loaded schema declares.',
    meant('pass the schema file as an input too, or add schemaLocation to the import.'),
  ),
  'contract/unresolved-type': flaw(
    'The operation "{operation}" is left out: its message part "{part}" refers to the type {type}, which no loaded schema declares.',
    meant('pass the schema file as an input too, or add schemaLocation to the import.'),
  ),
  'contract/part-without-type': flaw(
    'The operation "{operation}" is left out: its message part "{part}" has neither an element nor a type.',
    'give the part an attribute "element" or "type" whose prefix is declared.',
  ),
  'contract/part-without-name': flaw(
    'The operation "{operation}" is left out: a part of its message has a type, but no name.',
    'give the part the name that the service expects.',
  ),
  'contract/unwritable-name': flaw(
    (p: { lost: string; kind: 'operation' | 'part'; name: string }) =>
      `The ${p.lost} is left out: an element of its messages is named after the ${p.kind} "${p.name}", but XML does not allow that name.`,
    (p) =>
      p.kind === 'part'
        ? 'rename the part, or let it refer to an element instead of a type.'
        : 'rename the operation, or use style="document".',
  ),
  'contract/part-kind': warning(
    (p: { operation: string; part: string; kind: 'element' | 'type'; name: string }) =>
      p.kind === 'element'
        ? `The message part "${p.part}" of operation "${p.operation}" refers to the element ${p.name}, but only a type has that name; the type is used.`
        : `The message part "${p.part}" of operation "${p.operation}" refers to the type ${p.name}, but only an element has that name; the element is used.`,
    (p) => `write ${p.kind === 'element' ? 'type' : 'element'}="…" instead of ${p.kind}="…".`,
  ),
  'contract/unresolved-part': warning(
    'The body of operation "{operation}" names the part "{part}", which the message {message} does not have.',
    meant('correct the attribute "parts" of soap:body, or remove it if the whole message is meant.'),
  ),
  'contract/unresolved-header': warning(
    'The header "{part}" of operation "{operation}" is left out: part or message {message}, or what the part refers to, is not declared.',
    meant('declare it, pass the schema that does as an input, or send the header with an interceptor.'),
  ),
  'contract/unresolved-fault': warning(
    'The fault "{fault}" of operation "{operation}" has no typed detail: its message, or what its part refers to, is not declared.',
    meant('declare it, or pass the schema that does as an input.'),
  ),
  'contract/wrong-namespace': warning(
    'There is no {kind} {name}; {found}, the only one with this local name, is used instead.',
    'correct the prefix, or its namespace declaration.',
  ),
  'contract/unresolved-binding': flaw(
    'The port "{port}" is left out: its binding {binding} is not declared.',
    meant('declare the binding, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-port-type': flaw(
    'The binding {binding} is left out: its port type {portType} is not declared.',
    meant('declare the port type, correct its prefix, or add the wsdl:import that brings it in.'),
  ),
  'contract/unresolved-operation': flaw(
    'The binding\'s operation "{operation}" is left out: the port type {portType} has no such operation.',
    meant('correct the name, or add the operation to the port type.'),
  ),
  'contract/ambiguous-operation': flaw(
    'The operation "{operation}" is left out: its messages cannot be distinguished from those of another operation with the same name.',
    'give one of the two another name, or other messages.',
  ),
  'contract/complex-parameter': warning(
    'The query or form of operation "{operation}" cannot carry {names}: the type has elements or attributes. Only a text can be sent, and a call with another value is refused.',
    'use a SOAP binding of the service for this operation, or declare parameters of simple types.',
  ),
  'contract/same-location': warning(
    'Requests for the operation "{operation}" look like requests for "{other}": the location "{location}" is the same, and no name of a parameter differs. A server calls "{other}" for both.',
    'give the operations different locations, or leave one of them out of a server with the option "exclude"; a client is not affected.',
  ),
  'contract/same-request': warning(
    (p: { operation: string; other: string; differInAction: boolean }) =>
      `Requests for the operation "${p.operation}" look like requests for "${p.other}"; a server calls "${p.other}" for both.`,
    ({ differInAction }) =>
      differInAction
        ? 'turn WS-Addressing on in client and server, because their Actions differ; or give the operations different SOAP actions.'
        : 'give the operations different actions or elements, or leave one of them out of a server with the option "exclude"; a client is not affected.',
  ),
  'contract/unfit-parameters': warning(
    (p: {
      operation: string;
      location: string;
      reason: 'repeated' | 'no-place' | 'several-values';
      names: readonly string[];
    }) => {
      const names = p.names.map((name) => `"${name}"`).join(', ');
      const reasons = {
        repeated: `several of its parameters have the name ${names}`,
        'no-place': `its location "${p.location}" has no place for ${names}`,
        'several-values': `its location "${p.location}" has a place for one value, but ${names} may have several`,
      };
      return `The HTTP form of operation "${p.operation}" is left out: ${reasons[p.reason]}.`;
    },
    ({ reason }) =>
      reason === 'repeated'
        ? 'give the parameters different names, or use another binding of the service for this operation.'
        : 'write http:urlEncoded instead of http:urlReplacement if the service reads a query, or give the location a place for each value.',
  ),
  'contract/unused-action': info(
    'Operations of the service "{service}" name actions of WS-Addressing, but nothing in the WSDL asks for WS-Addressing, so it is off.',
    'if the service needs it, give the client the option addressing: wsAddressing(), and a server addressing: true.',
  ),
  'contract/different-halves': warning(
    (p: {
      operation: string;
      soap: string;
      http: string;
      soapOnly: readonly string[];
      httpOnly: readonly string[];
      isUnited: boolean;
    }) => {
      const only = [
        ...p.soapOnly.map((name) => `only ${p.soap} has the parameter "${name}"`),
        ...p.httpOnly.map((name) => `only ${p.http} has the parameter "${name}"`),
      ];
      const what = only.length === 0 ? 'the results have different types' : only.join(', ');
      const consequence = p.isUnited
        ? 'They stay one operation; GET and POST cannot send the missing parameters.'
        : 'They become two operations.';
      return `The operation "${p.operation}" differs between the port types ${p.soap} and ${p.http}: ${what}. ${consequence}`;
    },
    'make the two port types the same, as the service has them.',
  ),
  'contract/other-transport': warning(
    (p: { port: string; transport: string; isLeftOut: boolean }) =>
      p.isLeftOut
        ? `The port "${p.port}" is left out: its transport "${p.transport}" is not HTTP, and another port has its operations over HTTP.`
        : `The transport "${p.transport}" of the port "${p.port}" is not HTTP.`,
    (p) =>
      p.isLeftOut
        ? 'no action is needed if the service is called over HTTP.'
        : 'give the client an address and a transport of your own.',
  ),
  'contract/unbound-operation': info(
    'The operation "{operation}" of the port type is not in the binding {binding}.',
    'no action is needed if it is not called over this binding.',
  ),
  'contract/unsupported-verb': warning(
    'The HTTP binding {binding} uses the method "{verb}"; its ports are left out.',
    'use a binding for GET or POST, which are the methods that WSDL 1.1 defines.',
  ),
  'contract/unsupported-http-input': warning(
    'The HTTP form of operation "{operation}" is left out: its request is of content type "{types}".',
    'use another binding of the service for this operation.',
  ),
  'contract/no-service': info(
    'No service uses the binding {binding}; a service "{service}" without an address is added for it.',
    'pass the address when you create a client.',
  ),
  'contract/no-binding': info(
    'The port type {portType} has no binding, so no service is generated for it.',
    'pass the WSDL document with the binding as an input too.',
  ),
  'contract/content-too-large': error(
    'The content models up to this one expand to more than {limit} particles; this one is treated as open content.',
    'no real schema needs this: look for groups that repeat groups.',
  ),
  'contract/too-many-attributes': error(
    'The attribute groups of these schemas expand to more than {limit} attributes; the rest is left out.',
    'no real schema needs this: look for attribute groups that repeat attribute groups.',
  ),
  'contract/too-many-alternatives': error(
    'Substitution groups, derived types, type alternatives and enumerations have more than {limit} alternatives in these schemas.',
    'no real schema needs this: check where the files come from, or select some operations with "include".',
  ),
  'contract/too-many-operations': error(
    'The port "{port}" and those before it offer more than {limit} operations, parts, headers and faults together; from this port on, operations are left out.',
    'no real service needs this: check where the file comes from.',
  ),
  'contract/derivation-too-deep': error(
    'The type {type} is derived in more than {limit} steps; the types beyond that are left out.',
    'no real schema needs this: check where the file comes from.',
  ),
} as const;
