import { error, warning } from './entry.js';

/** Wording of the diagnostics of `codegen init`. */
export const init = {
  'init/broken-package': warning(
    'package.json is not valid JSON, so it gets no scripts.',
    'correct it, and run codegen init once more: it adds what is missing.',
  ),
  'init/no-descriptor': error(
    'There is no WSDL document in "{where}".',
    "name files, folders or addresses: codegen init FILE…, or codegen init 'https://example.com/Shop.asmx?wsdl'.",
  ),
  'init/unreadable': warning(
    '"{path}" is left out, because it cannot be read: {reason}.',
    'codegen inspect {path} shows all that is wrong with it.',
  ),
  'init/nothing-to-begin': error(
    ({ path, template }: { readonly path: string; readonly template: string }) =>
      template === 'xml'
        ? `"${path}" declares no element that documents can have as their root.`
        : `"${path}" has no service with an operation that a few lines of code can call.`,
    'name another document, or leave out --template: codegen init begins a config for all of them.',
  ),
  'init/occupied': error(
    'A template begins a new project, and there is already: {paths}.',
    'begin in an empty folder, or leave out --template: codegen init adds a config to a project.',
  ),
  'init/not-in-config': warning(
    '"{path}" is not among the inputs of {config}.',
    'add it to the inputs of a package, or leave it if nothing is to be generated from it.',
  ),
};
