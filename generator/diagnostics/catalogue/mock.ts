import { didYouMean, error, warning } from './entry.js';

/** Help about a name that is not known: what to do where there is none that is. */
const suggested = (none: string, most?: number) =>
  didYouMean(({ known }: { readonly known: readonly string[] }) =>
    known.length === 0 ? none : `use one of: ${known.slice(0, most).join(', ')}.`,
  );

/** Wording of the diagnostics of `codegen mock`: about its rules, its recordings, and its address. */
export const mock = {
  'mock/no-service': error(
    'The inputs have no service, so there is nothing to serve.',
    'name a WSDL or a service description; codegen inspect shows what an input offers, and codegen sample makes documents of a schema.',
  ),
  'mock/shared-address': warning(
    '{service} has operations of {first} at {path}, too; calls of them count as calls of {first}.',
    'no request tells them apart. Services at addresses of their own are served by themselves.',
  ),
  'mock/unreadable-rules': error('There is no file of rules "{file}".', 'check the path given to --rules.'),
  'mock/expected': error('The value of {what} is not {expected}.', 'write {expected} here.'),
  'mock/unknown-key': error('The key "{key}" is not known in {what}.', suggested('remove it.')),
  'mock/unknown-service': error('There is no service "{name}".', suggested('remove the rule.')),
  'mock/unknown-operation': error(
    (p: { name: string; service: string | undefined }) =>
      `${p.service === undefined ? 'No service' : `The service ${p.service}`} has ${p.service === undefined ? 'an' : 'no'} operation "${p.name}".`,
    suggested('remove the rule.', 20),
  ),
  'mock/unknown-value': error('A request of {operation} has no value {path}.', suggested('remove the condition.')),
  'mock/invalid-answer': error(
    '{what} is not valid at {path}: {reason}.',
    'correct the value; codegen inspect shows the types of the operation.',
  ),
  'mock/unknown-fault': error(
    '{operation} declares no fault "{name}".',
    suggested('leave "name" out for a fault without a declared detail.'),
  ),
  'mock/invalid-template': error(
    (p: { text: string }) => `{{${p.text}}} is not a template.`,
    () => 'use {{request.NAME}}, {{header.NAME}}, {{operation}}, {{count}} or {{now}}.',
  ),
  'mock/invalid-pattern': error(
    'The pattern "{pattern}" is not a regular expression: {reason}.',
    'write it as in JavaScript, without the slashes around it.',
  ),
  'mock/several-outcomes': error(
    'An outcome is described more than once: {keys}.',
    'keep one of answer, fault, status, sample and answers.',
  ),
  'mock/no-listener': error(
    (p: { host: string; port: number; reason: string; isHost: boolean }) =>
      `Cannot listen on ${p.host}:${p.port}: ${p.reason}.`,
    ({ isHost }) =>
      isHost
        ? 'name an address of this computer with --host, or leave it out for localhost.'
        : 'choose another --port, or 0 for a free one.',
  ),
  'mock/unreadable-recording': error(
    'The recording "{file}" cannot be read: {reason}.',
    'record it again, or remove the file.',
  ),
  'mock/no-recordings': error(
    'There are no recordings in "{folder}".',
    'check the path, or make recordings with codegen mock INPUT --record URL.',
  ),
  'mock/unknown-recording': warning(
    'The recording "{file}" is of the operation {operation}, which the contract does not have.',
    'the recording is not used; record it again, or remove the file.',
  ),
} as const;
