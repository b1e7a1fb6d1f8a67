import { sentenceEnd, trimEnd } from '../trim-end.js';
import { entry } from './entry.js';

/** Wording of the diagnostics of `codegen call` and `codegen sample`. */
export const call = {
  'call/which-operation': entry(
    'error',
    (p: { input: string | undefined; command: string }) =>
      p.input === undefined ? 'No operation was named.' : `"${p.input}" was named, but no operation.`,
    (p) => `choose one of those above: codegen ${p.command} ${p.input === undefined ? '' : `${p.input} `}OPERATION.`,
  ),
  'call/no-operations': entry(
    'error',
    (p: { input: string }) => `"${p.input}" has no operations.`,
    () => 'name a WSDL, a service description, a generated package, or a folder with one of these.',
  ),
  'call/unknown-operation': entry(
    'error',
    (p: { name: string; nearest: string | undefined }) => `There is no operation "${p.name}".`,
    (p) => (p.nearest === undefined ? 'leave the operation out to see all of them.' : `did you mean "${p.nearest}"?`),
  ),
  'call/several-operations': entry(
    'error',
    (p: { name: string; names: readonly string[] }) => `"${p.name}" could be any of ${p.names.length} operations.`,
    (p) => `name the service, too: ${p.names.join(', ')}.`,
  ),
  'call/several-packages': entry(
    'error',
    (p: { name: string; inputs: readonly string[] }) => `${p.inputs.length} packages of the config have "${p.name}".`,
    (p) => `name the input before it, one of ${p.inputs.join(', ')}.`,
  ),
  'call/binding': entry(
    'error',
    (p: { operation: string; binding: string; offered: readonly string[] }) =>
      `${p.operation} is not offered over ${p.binding || 'any binding that can be called'}.`,
    (p) =>
      p.offered.length === 0
        ? 'check the bindings and ports of the WSDL.'
        : `it is offered over ${p.offered.join(', ')}.`,
  ),
  'call/port': entry(
    'error',
    (p: { service: string; port: string; names: readonly string[] }) => `${p.service} has no port "${p.port}".`,
    (p) => `its ports are ${p.names.join(', ')}.`,
  ),
  'call/address': entry(
    'error',
    (p: { service: string }) => `There is no http or https address to call ${p.service} at.`,
    () => 'name it with --address URL, or fill in the placeholder of the WSDL with --define NAME=VALUE.',
  ),
  'call/placeholder': entry(
    'error',
    (p: { service: string; name: string }) => `The namespaces of ${p.service} have the placeholder {${p.name}}.`,
    (p) => `give its value: --define ${p.name}=VALUE.`,
  ),
  'call/other-origin': entry(
    'error',
    (p: { address: string }) =>
      `The descriptor, which came from elsewhere, says that the service is at ${p.address}: credentials are not sent there.`,
    (p) => `if you trust that address, name it: --address ${p.address}.`,
  ),
  'call/not-a-pair': entry(
    'error',
    // The text is not quoted: it may be a credential.
    (p: { place: number }) => `Value ${p.place} is not of the form name=value.`,
    () => 'write name=value, name:=JSON, name=@FILE, or --json FILE for all values; - reads JSON from standard input.',
  ),
  'call/pair-value': entry(
    'error',
    (p: { name: string; problem: string }) => `The value of "${p.name}" cannot be read: ${p.problem}.`,
    () => 'a text that begins with @ is written as JSON: name:=\'"@text"\'.',
  ),
  'call/pair-place': entry(
    'error',
    (p: { name: string }) => `There is another value in the place of "${p.name}".`,
    () => 'objects are written a.b=value, lists a.0=value a.1=value, or with a repeated name.',
  ),
  'call/input': entry(
    'error',
    (p: { source: string; problem: string }) => `The JSON of ${p.source} cannot be read: ${p.problem}.`,
    () => 'give a file with --json FILE, or standard input with -.',
  ),
  'call/wrong-value': entry(
    'error',
    (p: { path: string; problem: string }) =>
      `${p.path === '' ? 'The input' : p.path}: ${p.problem}${/[.?!]$/.test(p.problem) ? '' : '.'}`,
    () => 'codegen sample INPUT OPERATION --json shows a valid input; --no-validate checks only the types.',
  ),
  'call/unknown-header-block': entry(
    'error',
    (p: { name: string; names: readonly string[]; nearest: string | undefined }) =>
      `The operation declares no header block "${p.name}" over this binding.`,
    (p) =>
      p.nearest !== undefined
        ? `did you mean "${p.nearest}"?`
        : p.names.length === 0
          ? 'it declares none.'
          : `it declares ${p.names.join(', ')}.`,
  ),
  'call/failed': entry(
    'error',
    (p: { reason: string }) => `The call failed: ${trimEnd(p.reason, sentenceEnd)}.`,
    () => 'check the address, or name another with --address URL; --verbose shows what is sent.',
  ),
  'call/answer': entry(
    'error',
    (p: { reason: string }) => `The answer cannot be used: ${trimEnd(p.reason, sentenceEnd)}.`,
    () => '--raw prints the answer as it came, --verbose both sides.',
  ),
  'call/no-sample': entry(
    'error',
    (p: { operation: string; reason: string }) => `There is no sample for ${p.operation}: ${p.reason}.`,
    () => 'another seed may find one: --seed NUMBER.',
  ),
};
