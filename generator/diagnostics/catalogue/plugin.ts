import { error } from './entry.js';

/** Wording of the diagnostics about plug-ins and their results. */
export const plugin = {
  'plugin/api-version': error(
    (p: { plugin: string; found: number; supported: number }) =>
      `The plug-in "${p.plugin}" was written for version ${p.found} of the plug-in interface; this generator has version ${p.supported}.`,
    (p) =>
      p.found > p.supported
        ? 'install a newer wsdl-codegen, or an older version of the plug-in.'
        : 'install a newer version of the plug-in.',
  ),
  'plugin/failed': error(
    'The plug-in "{plugin}" failed in "{hook}": {reason}.',
    'correct the plug-in, or remove it from the config; DEBUG=1 shows the stack.',
  ),
  'plugin/invalid-contract': error(
    'The plug-in "{plugin}" returned a contract that is not valid: {problem}.',
    'correct its hook "contract"; schemas/contract.schema.json describes contracts.',
  ),
  'plugin/invalid-name': error(
    'The plug-in "{plugin}" returns {answer} as the name of "{standard}", but that name must be {expected}.',
    'let names.{rule} return {expected}, or its second argument to keep the name.',
  ),
  'plugin/invalid-output': error(
    'The plug-in "{plugin}" writes "{path}", which is not valid {language}: {problem}.',
    'correct its hook "emit"; print texts from the contract with JSON.stringify.',
  ),
  'plugin/path-taken': error(
    'The plug-in "{plugin}" writes "{path}", but {other} already writes a file there.',
    'choose another path; to change a file of the generator, override its template.',
  ),
  'plugin/unsafe-path': error(
    'The plug-in "{plugin}" writes "{path}", which is not a path that generated files may have.',
    'use a relative path of ASCII names with "/", without "..", names that begin with a dot, and names that a system reserves.',
  ),
} as const;
