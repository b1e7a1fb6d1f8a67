import { listed } from '../listed.js';
import { error, flaw, warning } from './entry.js';

/** Wording of the diagnostics of the wsdl stage. */
export const wsdl = {
  'wsdl/missing-attribute': flaw(
    'The element "{element}" is left out: its attribute "{attribute}" is missing or empty.',
    'add the attribute "{attribute}" to it.',
  ),
  'wsdl/odd-name': warning(
    'WSDL 1.1 does not allow the name of the {kind} "{name}"; it is used as it is.',
    'no action is needed for codegen; for other tools, use only letters, digits, ".", "-" and "_".',
  ),
  'wsdl/address-user': warning(
    'The address of the port "{port}" contains a user or a password; the generated files leave them out.',
    'remove them from the WSDL; a client can send them in a header.',
  ),
  'wsdl/undeclared-prefix': flaw(
    'The prefix "{prefix}" of "{value}" is not declared here.',
    'declare it with xmlns:{prefix}, or correct the prefix.',
  ),
  'wsdl/invalid-value': warning(
    '"{value}" is not a valid value of the attribute "{attribute}"; it is ignored.',
    'use one of "{expected}", or remove the attribute.',
  ),
  'wsdl/letter-case': warning(
    '"{value}" is not a valid value of the attribute "{attribute}"; "{meant}" is used instead.',
    'write "{meant}".',
  ),
  'wsdl/duplicate-component': warning(
    'The {kind} "{name}" is declared twice; the first declaration is used.',
    'remove one of the two, or rename it.',
  ),
  'wsdl/conflicting-inputs': error(
    'Two inputs have different declarations of the {kind} "{name}" in one namespace.',
    'generate the two inputs as packages of their own, or make the two definitions the same.',
  ),
  'wsdl/bare-import': warning(
    'WSDL 1.1 does not allow xs:import here, outside of an xs:schema; the schema is loaded all the same.',
    'put the import into an xs:schema in wsdl:types; other tools ignore it here.',
  ),
  'wsdl/unnamed-part': warning(
    'A part of the message "{message}" has no name; it gets the name of its element, "{element}".',
    'add the attribute "name" to the part.',
  ),
  'wsdl/unknown-element': warning(
    'WSDL 1.1 does not allow the element "{name}" here; it is ignored.',
    'correct its name, or put it into the namespace of the extension it belongs to.',
  ),
  'wsdl/unknown-binding': warning(
    'The binding "{name}" is neither SOAP 1.1, SOAP 1.2 nor HTTP; its ports are left out.',
    'no action is needed if you do not use it; otherwise ask the service for a SOAP binding.',
  ),
  'wsdl/required-extension': warning(
    'The extension "{name}" of namespace "{namespace}" is marked as required, but codegen does not support it.',
    'the service may refuse calls unless an interceptor does what the extension requires.',
  ),
  'wsdl/policy': warning(
    (p: { owner: string; name: string; known: readonly PolicyDemand[] }) => {
      const asked = listed(p.known.map((demand) => remedies[demand][0]));
      return `The ${p.owner} "${p.name}" has a WS-Policy that requires ${asked}; codegen does not apply it.`;
    },
    (p) => `${p.known.map((demand) => remedies[demand][1]).join('; ')}.`,
  ),
  'wsdl/policy-attachment': warning(
    'The wsp:PolicyAttachment here names in wsp:AppliesTo what its policy is for; codegen does not read such policies.',
    'put a wsp:PolicyReference to the policy into the service, port, binding or message that it is for.',
  ),
  'wsdl/unknown-assertion': warning(
    'Codegen does not know the assertion "{name}" of namespace "{namespace}" at this place of a WS-Policy.',
    'read what it demands: header blocks go into the option "soapHeaders" of the client, and docs/recipes has the rest of what services ask for.',
  ),
  'wsdl/unsupported-demand': warning(
    (p: { port: string; assertions: readonly string[] }) =>
      `The WS-Policy of the port "${p.port}" demands what codegen does not support: ${p.assertions.join(', ')}.`,
    'ask the service for a binding that signs with certificates, or for one over HTTPS; or do what is demanded in an extension of your own: clients of this port protect nothing.',
  ),
  'wsdl/unresolved-policy': warning(
    'There is no WS-Policy "{uri}" in the documents; what it demands is not known.',
    'add the document with the policy to the inputs, or correct the reference.',
  ),
  'wsdl/circular-policy': warning(
    'The WS-Policy "{uri}" refers to itself, or to others through more than {limit} references; this reference is ignored.',
    'remove the reference, or write what the policy demands here.',
  ),
  'wsdl/large-policy': warning(
    'The WS-Policy here has more alternatives or assertions than codegen reads; it knows the first {limit} alternatives at most.',
    'write the policy with fewer choices and optional assertions.',
  ),
} as const;

/** The demands of a policy, and advice. */
type PolicyDemand = keyof typeof remedies;

const remedies = {
  'basic-authentication': [
    'Basic authentication',
    'send Authorization with the option "headers" (docs/recipes/authentication.md)',
  ],
  'digest-authentication': [
    'Digest authentication',
    'answer the challenge with a transport (docs/recipes/authentication.md)',
  ],
  'windows-authentication': ['NTLM or Kerberos', 'send NTLM with a transport (docs/recipes/ntlm.md)'],
  'client-certificate': [
    'a client certificate',
    'give the certificate to createNodeTransport in the option "tls" (docs/recipes/tls-and-proxies.md)',
  ],
  'other-endpoint': [
    'answers at an address of the client',
    'ask the service for a binding that answers over the connection of the request',
  ],
  mtom: ['MTOM', 'set the option "mtom" of the client'],
  'reliable-messaging': ['reliable messaging', 'ask the service for a binding without reliable messaging'],
  transactions: ['transactions', 'ask the service for a binding without transactions'],
  'binary-encoding': ['a binary encoding', 'ask the service for a binding that sends text'],
} as const;
