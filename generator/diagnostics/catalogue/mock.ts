import { entry } from './entry.js';

const suggested = (nearest: string | undefined, known: readonly string[], none: string): string => {
  if (nearest !== undefined) {
    return `did you mean "${nearest}"?`;
  }
  return known.length === 0 ? none : `use one of: ${known.join(', ')}.`;
};

/** Wording of the diagnostics of `codegen mock`: about its rules, its recordings, and its address. */
export const mock = {
  'mock/no-service': entry(
    'error',
    () => 'The inputs have no service, so there is nothing to serve.',
    () => 'name a WSDL or a service description; codegen inspect shows what an input offers.',
  ),
  'mock/shared-address': entry(
    'warning',
    (p: { service: string; first: string; path: string }) =>
      `${p.service} has operations of ${p.first} at ${p.path}, too; calls of them count as calls of ${p.first}.`,
    () => 'no request tells them apart. Services at addresses of their own are served by themselves.',
  ),
  'mock/unreadable-rules': entry(
    'error',
    (p: { file: string }) => `There is no file of rules "${p.file}".`,
    () => 'check the path given to --rules.',
  ),
  'mock/expected': entry(
    'error',
    (p: { what: string; expected: string }) => `The value of ${p.what} is not ${p.expected}.`,
    (p) => `write ${p.expected} here.`,
  ),
  'mock/unknown-key': entry(
    'error',
    (p: { key: string; what: string; known: readonly string[]; nearest: string | undefined }) =>
      `The key "${p.key}" is not known in ${p.what}.`,
    (p) => suggested(p.nearest, p.known, 'remove it.'),
  ),
  'mock/unknown-service': entry(
    'error',
    (p: { name: string; known: readonly string[]; nearest: string | undefined }) => `There is no service "${p.name}".`,
    (p) => suggested(p.nearest, p.known, 'remove the rule.'),
  ),
  'mock/unknown-operation': entry(
    'error',
    (p: { name: string; service: string | undefined; known: readonly string[]; nearest: string | undefined }) =>
      `${p.service === undefined ? 'No service' : `The service ${p.service}`} has ${p.service === undefined ? 'an' : 'no'} operation "${p.name}".`,
    (p) => suggested(p.nearest, p.known.slice(0, 20), 'remove the rule.'),
  ),
  'mock/unknown-value': entry(
    'error',
    (p: { path: string; operation: string; known: readonly string[]; nearest: string | undefined }) =>
      `A request of ${p.operation} has no value ${p.path}.`,
    (p) => suggested(p.nearest, p.known, 'remove the condition.'),
  ),
  'mock/invalid-answer': entry(
    'error',
    (p: { what: string; path: string; reason: string }) => `${p.what} is not valid at ${p.path}: ${p.reason}.`,
    () => 'correct the value; codegen inspect shows the types of the operation.',
  ),
  'mock/unknown-fault': entry(
    'error',
    (p: { name: string; operation: string; known: readonly string[]; nearest: string | undefined }) =>
      `${p.operation} declares no fault "${p.name}".`,
    (p) => suggested(p.nearest, p.known, 'leave "name" out for a fault without a declared detail.'),
  ),
  'mock/invalid-template': entry(
    'error',
    (p: { text: string }) => `{{${p.text}}} is not a template.`,
    () => 'use {{request.NAME}}, {{header.NAME}}, {{operation}}, {{count}} or {{now}}.',
  ),
  'mock/invalid-pattern': entry(
    'error',
    (p: { pattern: string; reason: string }) => `The pattern "${p.pattern}" is not a regular expression: ${p.reason}.`,
    () => 'write it as in JavaScript, without the slashes around it.',
  ),
  'mock/several-outcomes': entry(
    'error',
    (p: { keys: readonly string[] }) => `An outcome is described more than once: ${p.keys.join(', ')}.`,
    () => 'keep one of answer, fault, status, sample and answers.',
  ),
  'mock/no-listener': entry(
    'error',
    (p: { host: string; port: number; reason: string }) => `Cannot listen on ${p.host}:${p.port}: ${p.reason}.`,
    () => 'choose another --port, or 0 for a free one.',
  ),
  'mock/unreadable-recording': entry(
    'error',
    (p: { file: string; reason: string }) => `The recording "${p.file}" cannot be read: ${p.reason}.`,
    () => 'record it again, or remove the file.',
  ),
  'mock/no-recordings': entry(
    'error',
    (p: { folder: string }) => `There are no recordings in "${p.folder}".`,
    () => 'check the path, or make recordings with codegen mock INPUT --record URL.',
  ),
  'mock/unknown-recording': entry(
    'warning',
    (p: { file: string; operation: string }) =>
      `The recording "${p.file}" is of the operation ${p.operation}, which the contract does not have.`,
    () => 'the recording is not used; record it again, or remove the file.',
  ),
} as const;
