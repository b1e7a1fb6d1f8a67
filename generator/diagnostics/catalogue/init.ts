import { entry } from './entry.js';

/** Wording of the diagnostics of `codegen init`. */
export const init = {
  'init/broken-package': entry(
    'warning',
    (_: object) => 'package.json is not valid JSON, so it gets no scripts.',
    () => 'correct it, and run codegen init once more: it adds what is missing.',
  ),
  'init/no-descriptor': entry(
    'error',
    (p: { where: string }) => `There is no WSDL document in ${p.where}.`,
    () => `name files, folders or addresses: codegen init FILE…, or codegen init 'https://example.com/Shop.asmx?wsdl'.`,
  ),
  'init/unreadable': entry(
    'warning',
    (p: { path: string; reason: string }) => `"${p.path}" is left out, because it cannot be read: ${p.reason}.`,
    (p) => `codegen inspect ${p.path} shows all that is wrong with it.`,
  ),
  'init/not-in-config': entry(
    'warning',
    (p: { path: string; config: string }) => `"${p.path}" is not among the inputs of ${p.config}.`,
    () => 'add it to the inputs of a package, or leave it if nothing is to be generated from it.',
  ),
};
