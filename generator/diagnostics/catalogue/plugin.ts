import { entry } from './entry.js';

/** Wording of the diagnostics about plug-ins and their results. */
export const plugin = {
  'plugin/api-version': entry(
    'error',
    (p: { plugin: string; found: number; supported: number }) =>
      `The plug-in "${p.plugin}" was written for version ${p.found} of the plug-in interface; this generator has version ${p.supported}.`,
    (p) =>
      p.found > p.supported
        ? 'install a newer wsdl-codegen, or an older version of the plug-in.'
        : 'install a newer version of the plug-in.',
  ),
  'plugin/failed': entry(
    'error',
    (p: { plugin: string; hook: string; reason: string }) =>
      `The plug-in "${p.plugin}" failed in "${p.hook}": ${p.reason}.`,
    () => 'correct the plug-in, or remove it from the config; DEBUG=1 shows the stack.',
  ),
  'plugin/invalid-contract': entry(
    'error',
    (p: { plugin: string; problem: string }) =>
      `The plug-in "${p.plugin}" returned a contract that is not valid: ${p.problem}.`,
    () => 'correct its hook "contract"; schemas/contract.schema.json describes contracts.',
  ),
  'plugin/invalid-name': entry(
    'error',
    (p: { plugin: string; rule: string; standard: string; answer: string; expected: string }) =>
      `The plug-in "${p.plugin}" returns ${p.answer} as the name of "${p.standard}", but that name must be ${p.expected}.`,
    (p) => `let names.${p.rule} return ${p.expected}, or its second argument to keep the name.`,
  ),
  'plugin/invalid-output': entry(
    'error',
    (p: { plugin: string; path: string; language: string; problem: string }) =>
      `The plug-in "${p.plugin}" writes "${p.path}", which is not valid ${p.language}: ${p.problem}.`,
    () => 'correct its hook "emit"; print texts from the contract with JSON.stringify.',
  ),
  'plugin/path-taken': entry(
    'error',
    (p: { plugin: string; path: string; other: string }) =>
      `The plug-in "${p.plugin}" writes "${p.path}", but ${p.other} already writes a file there.`,
    () => 'choose another path; to change a file of the generator, override its template.',
  ),
  'plugin/unsafe-path': entry(
    'error',
    (p: { plugin: string; path: string }) =>
      `The plug-in "${p.plugin}" writes "${p.path}", which is not a path that generated files may have.`,
    () =>
      'use a relative path of ASCII names with "/", without "..", names that begin with a dot, and names that a system reserves.',
  ),
} as const;
