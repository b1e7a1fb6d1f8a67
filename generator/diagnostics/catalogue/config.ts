import { entry } from './entry.js';

/** Wording of the diagnostics of the config stage, about a config file or the command line. */
export const config = {
  'config/not-found': entry(
    'error',
    (p: { folder: string }) => `There is no config file in "${p.folder}", and no input was named.`,
    () =>
      'codegen init writes one; or name one with --config, or name the inputs, for generate and check with an output: INPUT… --out DIR.',
  ),
  'config/unreadable': entry(
    'error',
    (p: { file: string; reason: string }) => `The config file "${p.file}" cannot be read: ${p.reason}.`,
    () => 'check the path given to --config and the permissions of the file.',
  ),
  'config/syntax': entry(
    'error',
    (p: { reason: string }) => `The config file is not valid: ${p.reason}.`,
    () => 'correct the syntax at this place.',
  ),
  'config/failed': entry(
    'error',
    (p: { file: string; reason: string }) => `The config file "${p.file}" failed when it ran: ${p.reason}.`,
    () => 'correct the config file; DEBUG=1 shows the stack.',
  ),
  'config/import-cycle': entry(
    'error',
    (p: { file: string }) => `The file "${p.file}" imports itself, directly or through others.`,
    () => 'move what both files need into a third file.',
  ),
  'config/no-default-export': entry(
    'error',
    (p: { file: string }) => `The config file "${p.file}" has no default export.`,
    () => 'write: export default defineConfig({ packages: [ … ] }).',
  ),
  'config/invalid-value': entry(
    'error',
    (p: { path: string; expected: string; found: string; nearest?: string | undefined; advice?: string }) =>
      `${p.path} must be ${p.expected}, but is ${p.found}.`,
    (p) => p.advice ?? (p.nearest ? `did you mean "${p.nearest}"?` : `give ${p.path} a value that is ${p.expected}.`),
  ),
  'config/missing-value': entry(
    'error',
    (p: { path: string; expected: string }) => `${p.path} is missing.`,
    (p) => `add ${p.path}, which is ${p.expected}.`,
  ),
  'config/unknown-key': entry(
    'error',
    (p: { path: string; key: string; allowed: readonly string[]; nearest: string | undefined }) =>
      `${p.path} has no setting "${p.key}".`,
    (p) => (p.nearest ? `did you mean "${p.nearest}"?` : `the settings here are ${p.allowed.join(', ')}.`),
  ),
  'config/duplicate-name': entry(
    'error',
    (p: { name: string; first: string; second: string }) =>
      `${p.first} and ${p.second} have the same name "${p.name}".`,
    () => 'give each package a name of its own.',
  ),
  'config/no-templates': entry(
    'error',
    (p: { folder: string; problem: string }) => `The templates folder "${p.folder}" ${p.problem}.`,
    () => 'correct the path in "templates", or remove the setting to use the built-in templates.',
  ),
  'config/template-encoding': entry(
    'error',
    (p: { file: string }) => `The template "${p.file}" is not UTF-8 text.`,
    () => 'save the file in UTF-8.',
  ),
  'config/overlapping-output': entry(
    'error',
    (p: { first: string; second: string; out: string }) =>
      `${p.first} and ${p.second} would write into each other's folder "${p.out}".`,
    () => 'give each package an output folder of its own, none inside another.',
  ),
  'config/overlapping-skeletons': entry(
    'error',
    (p: { first: string; second: string; path: string }) =>
      `${p.first} and ${p.second} would share the file "${p.path}" for their classes.`,
    () => 'give each package a folder of its own for its skeletons.',
  ),
  'config/skeletons-in-output': entry(
    'error',
    (p: { name: string; dir: string; owner: string }) =>
      `The skeletons of package "${p.name}" would be among the generated files of package "${p.owner}": "${p.dir}".`,
    () => 'choose a folder for the skeletons that codegen does not write to.',
  ),
  'config/unknown-operation': entry(
    'error',
    (p: { pattern: string; nearest: string | undefined }) => `No operation matches "${p.pattern}".`,
    (p) =>
      p.nearest
        ? `did you mean "${p.nearest}"?`
        : 'name it as SERVICE.OPERATION, or SERVICE.* for all; codegen inspect lists them.',
  ),
  'config/invalid-define': entry(
    'error',
    (p: { text: string }) => `"${p.text}" is not of the form name=value.`,
    () => 'write for example: --define base_url=https://host.example.',
  ),
  'config/unknown-placeholder': entry(
    'warning',
    (p: { name: string; nearest: string | undefined }) => `No input has the placeholder {${p.name}}.`,
    (p) => (p.nearest ? `did you mean "${p.nearest}"?` : 'remove its value, or correct its name.'),
  ),
  'config/plugins-in-json': entry(
    'error',
    (p: { file: string }) => `The config file "${p.file}" has plug-ins, which a config in JSON cannot have.`,
    () => 'plug-ins are functions: write the config as codegen.config.ts or codegen.config.js.',
  ),
  'config/usage': entry(
    'error',
    (p: { problem: string; advice: string }) => p.problem,
    (p) => p.advice,
  ),
} as const;
