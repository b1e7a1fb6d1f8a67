import { didYouMean, error, warning } from './entry.js';

/** Wording of the diagnostics of the config stage, about a config file or the command line. */
export const config = {
  'config/not-found': error(
    'There is no config file in "{folder}", and no input was named.',
    'codegen init writes one; or name one with --config, or name the inputs, for generate and check with an output: INPUT… --out DIR.',
  ),
  'config/unreadable': error(
    'The config file "{file}" cannot be read: {reason}.',
    'check the path given to --config and the permissions of the file.',
  ),
  'config/syntax': error('The config file is not valid: {reason}.', 'correct the syntax at this place.'),
  'config/failed': error(
    'The config file "{file}" failed when it ran: {reason}.',
    'correct the config file; DEBUG=1 shows the stack.',
  ),
  'config/import-cycle': error(
    'The file "{file}" imports itself, directly or through others.',
    'move what both files need into a third file.',
  ),
  'config/no-default-export': error(
    'The config file "{file}" has no default export.',
    () => 'write: export default defineConfig({ packages: [ … ] }).',
  ),
  'config/invalid-value': error(
    (p: { path: string; expected: string; found: string; nearest?: string | undefined; advice?: string }) =>
      `${p.path} must be ${p.expected}, but is ${p.found}.`,
    (p) => p.advice ?? (p.nearest ? `did you mean "${p.nearest}"?` : `give ${p.path} a value that is ${p.expected}.`),
  ),
  'config/missing-value': error('{path} is missing.', 'add {path}, which is {expected}.'),
  'config/unknown-key': error('{path} has no setting "{key}".', didYouMean('the settings here are {allowed}.')),
  'config/duplicate-name': error(
    '{first} and {second} have the same name "{name}".',
    'give each package a name of its own.',
  ),
  'config/no-templates': error(
    'The templates folder "{folder}" {problem}.',
    'correct the path in "templates", or remove the setting to use the built-in templates.',
  ),
  'config/template-encoding': error('The template "{file}" is not UTF-8 text.', 'save the file in UTF-8.'),
  'config/overlapping-output': error(
    '{first} and {second} would write into each other\'s folder "{out}".',
    'give each package an output folder of its own, none inside another.',
  ),
  'config/overlapping-skeletons': error(
    '{first} and {second} would share the file "{path}" for their classes.',
    'give each package a folder of its own for its skeletons.',
  ),
  'config/skeletons-in-output': error(
    'The skeletons of package "{name}" would be among the generated files of package "{owner}": "{dir}".',
    'choose a folder for the skeletons that codegen does not write to.',
  ),
  'config/unknown-operation': error(
    'No operation matches "{pattern}".',
    didYouMean('name it as SERVICE.OPERATION, or SERVICE.* for all; codegen inspect lists them.'),
  ),
  'config/unknown-root': error(
    'No element or complex type is called "{name}".',
    didYouMean(
      'name an element of the schemas, with its namespace in braces before it where that is needed, or * for all; codegen inspect lists them.',
    ),
  ),
  'config/ambiguous-root': error('Several namespaces have a root "{name}".', 'write one of {names}.'),
  'config/abstract-root': error(
    'No document has the element "{name}" as its root, because it is abstract.',
    (p: { readonly members: string }) =>
      p.members === '' ? 'name another element.' : `name an element that stands in for it, such as ${p.members}.`,
  ),
  'config/invalid-define': error(
    '"{text}" is not of the form name=value.',
    'write for example: --define base_url=https://host.example.',
  ),
  'config/unknown-placeholder': warning(
    (p: { name: string }) => `No input has the placeholder {${p.name}}.`,
    didYouMean('remove its value, or correct its name.'),
  ),
  'config/plugins-in-json': error(
    'The config file "{file}" has plug-ins, which a config in JSON cannot have.',
    'plug-ins are functions: write the config as codegen.config.ts or codegen.config.js.',
  ),
  'config/usage': error('{problem}', '{advice}'),
} as const;
