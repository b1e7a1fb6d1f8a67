import { listed } from '../listed.js';
import { entry, flaw } from './entry.js';

/** Wording of the diagnostics of the wsdl stage. */
export const wsdl = {
  'wsdl/missing-attribute': flaw(
    (p: { element: string; attribute: string }) =>
      `The element "${p.element}" is left out: its attribute "${p.attribute}" is missing or empty.`,
    (p) => `add the attribute "${p.attribute}" to it.`,
  ),
  'wsdl/odd-name': entry(
    'warning',
    (p: { kind: string; name: string }) =>
      `WSDL 1.1 does not allow the name of the ${p.kind} "${p.name}"; it is used as it is.`,
    () => 'no action is needed for codegen; for other tools, use only letters, digits, ".", "-" and "_".',
  ),
  'wsdl/address-user': entry(
    'warning',
    (p: { port: string }) =>
      `The address of the port "${p.port}" contains a user or a password; the generated files leave them out.`,
    () => 'remove them from the WSDL; a client can send them in a header.',
  ),
  'wsdl/undeclared-prefix': flaw(
    (p: { prefix: string; value: string }) => `The prefix "${p.prefix}" of "${p.value}" is not declared here.`,
    (p) => `declare it with xmlns:${p.prefix}, or correct the prefix.`,
  ),
  'wsdl/invalid-value': entry(
    'warning',
    (p: { attribute: string; value: string; expected: string }) =>
      `"${p.value}" is not a valid value of the attribute "${p.attribute}"; it is ignored.`,
    (p) => `use one of "${p.expected}", or remove the attribute.`,
  ),
  'wsdl/letter-case': entry(
    'warning',
    (p: { attribute: string; value: string; meant: string }) =>
      `"${p.value}" is not a valid value of the attribute "${p.attribute}"; "${p.meant}" is used instead.`,
    (p) => `write "${p.meant}".`,
  ),
  'wsdl/duplicate-component': entry(
    'warning',
    (p: { kind: string; name: string }) =>
      `The ${p.kind} "${p.name}" is declared twice; the first declaration is used.`,
    () => 'remove one of the two, or rename it.',
  ),
  'wsdl/conflicting-inputs': entry(
    'error',
    (p: { kind: string; name: string }) =>
      `Two inputs have different declarations of the ${p.kind} "${p.name}" in one namespace.`,
    () => 'generate the two inputs as packages of their own, or make the two definitions the same.',
  ),
  'wsdl/bare-import': entry(
    'warning',
    () => 'WSDL 1.1 does not allow xs:import here, outside of an xs:schema; the schema is loaded all the same.',
    () => 'put the import into an xs:schema in wsdl:types; other tools ignore it here.',
  ),
  'wsdl/unnamed-part': entry(
    'warning',
    (p: { message: string; element: string }) =>
      `A part of the message "${p.message}" has no name; it gets the name of its element, "${p.element}".`,
    () => 'add the attribute "name" to the part.',
  ),
  'wsdl/unknown-element': entry(
    'warning',
    (p: { name: string }) => `WSDL 1.1 does not allow the element "${p.name}" here; it is ignored.`,
    () => 'correct its name, or put it into the namespace of the extension it belongs to.',
  ),
  'wsdl/unknown-binding': entry(
    'warning',
    (p: { name: string }) => `The binding "${p.name}" is neither SOAP 1.1, SOAP 1.2 nor HTTP; its ports are left out.`,
    () => 'no action is needed if you do not use it; otherwise ask the service for a SOAP binding.',
  ),
  'wsdl/required-extension': entry(
    'warning',
    (p: { name: string; namespace: string }) =>
      `The extension "${p.name}" of namespace "${p.namespace}" is marked as required, but codegen does not support it.`,
    () => 'the service may refuse calls unless an interceptor does what the extension requires.',
  ),
  'wsdl/policy': entry(
    'warning',
    (p: { owner: string; name: string; known: readonly PolicyDemand[]; unknown: readonly string[] }) => {
      const asked = [...p.known.map((demand) => remedies[demand][0]), ...p.unknown.map((name) => `"${name}"`)];
      const what = asked.length > 0 ? ` that requires ${listed(asked)}` : '';
      return `The ${p.owner} "${p.name}" has a WS-Policy${what}; codegen does not apply it.`;
    },
    (p) =>
      p.known.length > 0
        ? `${p.known.map((demand) => remedies[demand][1]).join('; ')}.`
        : 'if the policy requires security headers, add them with an interceptor or a transport.',
  ),
} as const;

/** The demands of a policy, and advice. */
type PolicyDemand = keyof typeof remedies;

const remedies = {
  https: ['HTTPS', 'call an https address'],
  'http-authentication': ['authentication by HTTP', 'add the header Authorization with the option "headers"'],
  'client-certificate': ['a client certificate', 'give createNodeTransport an agent that has the certificate'],
  'username-token': ['a user name token', 'send one with wsSecurity of @wsdl-codegen/runtime/security'],
  'issued-token': [
    'a token of a token service',
    'fetch the token yourself and send it in wsse:Security with the option "soapHeaders"',
  ],
  'message-security': [
    'signatures or encryption',
    'let an interceptor or a transport sign and encrypt messages, or ask the service for a binding over HTTPS',
  ],
  'secure-conversation': ['a secure conversation', 'ask the service for a binding without a security session'],
  'other-endpoint': [
    'answers at an address of the client',
    'ask the service for a binding that answers over the connection of the request',
  ],
  mtom: ['MTOM', 'set the option "mtom" of the client'],
  'reliable-messaging': ['reliable messaging', 'ask the service for a binding without reliable messaging'],
  transactions: ['transactions', 'ask the service for a binding without transactions'],
  'binary-encoding': ['a binary encoding', 'ask the service for a binding that sends text'],
} as const;
