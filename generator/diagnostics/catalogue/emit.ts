import { entry } from './entry.js';

/** Wording of what the emit stage finds. */
export const emit = {
  'emit/unknown-template': entry(
    'error',
    (p: { name: string; known: string }) => `There is no template "${p.name}" to override.`,
    (p) => `use one of these names: ${p.known}.`,
  ),
  'emit/template-failed': entry(
    'error',
    (p: { name: string; problem: string }) => `Template "${p.name}" cannot be rendered: ${p.problem}.`,
    () => 'correct the template; its first line names its view, and docs/guide.md says where the views are documented.',
  ),
  'emit/template-output': entry(
    'error',
    (p: { path: string; language: string; problem: string }) =>
      `With this template, "${p.path}" is not ${p.language}: ${p.problem}.`,
    () => 'correct the template; texts from the WSDL need {{quote}} in TypeScript and {{json}} in JSON.',
  ),
  'emit/vanished-operation': entry(
    'warning',
    (p: { method: string; interfaceName: string }) =>
      `The method "${p.method}" implements an operation that ${p.interfaceName} no longer has.`,
    () => 'nothing calls it any more: remove it, or keep it under another name.',
  ),
  'emit/skeleton-without-class': entry(
    'warning',
    (p: { interfaceName: string }) =>
      `No class in this file implements ${p.interfaceName}, so nothing was added to it.`,
    (p) => `write "implements ${p.interfaceName}" at the class, or delete the file to get a new one.`,
  ),
  'emit/skeleton-syntax': entry(
    'warning',
    (p: { message: string }) => `This file is not TypeScript, so nothing was added to it: ${p.message}`,
    () => 'correct the file and generate again.',
  ),
  'emit/skeleton-base-class': entry(
    'warning',
    (p: { className: string; base: string; methods: readonly string[] }) =>
      `"${p.className}" lacks ${p.methods.map((m) => `"${m}"`).join(', ')}, unless its base class "${p.base}" has them.`,
    () =>
      'add what the compiler misses; methods are not added where they could hide those of a base class in another file.',
  ),
} as const;
