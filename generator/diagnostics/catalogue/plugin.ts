import { entry } from './entry.js';

/** Wording of what is wrong with plug-ins, and with what they give. */
export const plugin = {
  'plugin/failed': entry(
    'error',
    (p: { plugin: string; hook: string; reason: string }) =>
      `The plug-in "${p.plugin}" failed in "${p.hook}": ${p.reason}.`,
    () => 'correct the plug-in, or remove it from the config; DEBUG=1 shows the stack.',
  ),
  'plugin/invalid-name': entry(
    'error',
    (p: { plugin: string; rule: string; standard: string; answer: string; expected: string }) =>
      `The plug-in "${p.plugin}" names "${p.standard}" ${p.answer}, which is not ${p.expected}.`,
    (p) => `let names.${p.rule} return ${p.expected}, or its second argument to keep the name.`,
  ),
} as const;
