import { sentenceEnd, trimEnd } from '../trim-end.js';
import { didYouMean, error, warning } from './entry.js';

/** Wording of the diagnostics of `codegen call` and `codegen sample`. */
export const call = {
  'call/which-operation': error(
    (p: { input: string | undefined; command: string }) =>
      p.input === undefined ? 'No operation was named.' : `"${p.input}" was named, but no operation.`,
    (p) => `choose one of those above: codegen ${p.command} ${p.input === undefined ? '' : `${p.input} `}OPERATION.`,
  ),
  'call/no-operations': error(
    '"{input}" has no operations.',
    'name a WSDL, a service description, a generated package, or a folder with one of these; codegen sample makes documents of a schema.',
  ),
  'call/unknown-operation': error(
    'There is no operation "{name}".',
    didYouMean('leave the operation out to see all of them.'),
  ),
  'call/several-operations': error(
    (p: { name: string; names: readonly string[] }) => `"${p.name}" could be any of ${p.names.length} operations.`,
    'name the service, too: {names}.',
  ),
  'call/several-packages': error(
    (p: { name: string; inputs: readonly string[] }) => `${p.inputs.length} packages of the config have "${p.name}".`,
    'name the input before it, one of {inputs}.',
  ),
  'call/binding': error(
    (p: { operation: string; binding: string; offered: readonly string[] }) =>
      `${p.operation} is not offered over ${p.binding || 'any binding that can be called'}.`,
    (p) =>
      p.offered.length === 0
        ? 'check the bindings and ports of the WSDL.'
        : `it is offered over ${p.offered.join(', ')}.`,
  ),
  'call/port': error('{service} has no port "{port}".', 'its ports are {names}.'),
  'call/address': error(
    (p: { service: string; address?: string | undefined }) =>
      p.address === undefined
        ? `There is no http or https address to call ${p.service} at.`
        : `"${p.address}" is no http or https address to call ${p.service} at.`,
    ({ address }) =>
      address === undefined
        ? 'name it with --address URL, or fill in the placeholder of the WSDL with --define NAME=VALUE.'
        : 'write for example --address https://shop.example/Shop.asmx.',
  ),
  'call/placeholder': error(
    (p: { service: string; name: string; mistyped?: string | undefined }) =>
      `The namespaces of ${p.service} have the placeholder {${p.name}}.`,
    (p: { name: string; mistyped?: string | undefined }) =>
      p.mistyped === undefined
        ? `give its value: --define ${p.name}=VALUE.`
        : `write "${p.name}" in the place of "${p.mistyped}": --define ${p.name}=VALUE.`,
  ),
  'call/other-origin': error(
    'The descriptor, which came from elsewhere, says that the service is at {address}: credentials are not sent there.',
    'if you trust that address, name it: --address {address}.',
  ),
  'call/not-a-pair': error(
    // The text is not quoted: it may be a credential.
    'Value {place} is not of the form name=value.',
    'write name=value, name:=JSON, name=@FILE, or --json FILE for all values; - reads JSON from standard input.',
  ),
  'call/pair-value': error(
    'The value of "{name}" cannot be read: {problem}.',
    'a text that begins with @ is written as JSON: name:=\'"@text"\'.',
  ),
  'call/pair-place': error(
    'There is another value in the place of "{name}".',
    'objects are written a.b=value, lists a.0=value a.1=value, or with a repeated name.',
  ),
  'call/input': error(
    'The JSON of {source} cannot be read: {problem}.',
    'give a file with --json FILE, or standard input with -.',
  ),
  'call/wrong-value': error(
    (p: { path: string; problem: string }) =>
      `${p.path === '' ? 'The input' : p.path}: ${p.problem}${/[.?!]$/.test(p.problem) ? '' : '.'}`,
    'codegen sample INPUT OPERATION --json shows a valid input; --no-validate checks only the types.',
  ),
  'call/unknown-header-block': error(
    'The operation declares no header block "{name}" over this binding.',
    didYouMean(({ names }: { readonly names: readonly string[] }) =>
      names.length === 0 ? 'it declares none.' : `it declares ${names.join(', ')}.`,
    ),
  ),
  'call/unprotected': warning(
    'The WS-Policy of {service} demands protected messages; the request is not protected.',
    'name a certificate with --cert FILE and --key FILE, that of the service with --peer FILE, or a user with --user NAME; codegen inspect shows what is demanded.',
  ),
  'call/security': error(
    (p: { reason: string }) => `The request cannot be protected: ${trimEnd(p.reason, sentenceEnd)}.`,
    '--cert FILE and --key FILE are the own certificate and its key, --peer FILE the certificate of the service, --user NAME the user of a token.',
  ),
  'call/failed': error(
    (p: { reason: string }) => `The call failed: ${trimEnd(p.reason, sentenceEnd)}.`,
    'check the address, or name another with --address URL; --verbose shows what is sent.',
  ),
  'call/answer': error(
    (p: { reason: string }) => `The answer cannot be used: ${trimEnd(p.reason, sentenceEnd)}.`,
    '--raw prints the answer as it came, --verbose both sides.',
  ),
  'call/no-sample': error('There is no sample for {operation}: {reason}.', 'another seed may find one: --seed NUMBER.'),
};
