import { entry } from './entry.js';

/** Wording of the diagnostics of the emit stage. */
export const emit = {
  'emit/unknown-template': entry(
    'error',
    (p: { name: string; known: string; nearest?: string | undefined }) =>
      `There is no template "${p.name}" to override.`,
    (p) => (p.nearest ? `did you mean "${p.nearest}"?` : `use one of these names: ${p.known}.`),
  ),
  'emit/template-failed': entry(
    'error',
    (p: { name: string; problem: string }) => `Template "${p.name}" cannot be rendered: ${p.problem}.`,
    () => 'correct the template; its first line names its view, and docs/guide.md says where the views are documented.',
  ),
  'emit/template-output': entry(
    'error',
    (p: { path: string; language: string; problem: string }) =>
      `With this template, "${p.path}" is not valid ${p.language}: ${p.problem}.`,
    () => 'correct the template; texts from the WSDL need {{quote}} in TypeScript and {{json}} in JSON.',
  ),
  'emit/vanished-operation': entry(
    'warning',
    (p: { method: string; interfaceName: string }) =>
      `The method "${p.method}" implements an operation that ${p.interfaceName} no longer has.`,
    () => 'nothing calls it any more; remove it, or keep it under another name.',
  ),
  'emit/missing-methods': entry(
    'warning',
    (p: { name: string; methods: string; interfaceName: string }) =>
      `"${p.name}" lacks ${p.methods} of ${p.interfaceName}.`,
    () => 'run codegen, which adds them.',
  ),
  'emit/orphaned-skeleton': entry(
    'warning',
    (p: { interfaceName: string; why: string }) => `This file implements ${p.interfaceName}, but ${p.why}.`,
    () => 'move the parts that you need to the file that implements the service now, and delete this file.',
  ),
  'emit/moved-skeleton': entry(
    'warning',
    (p: { interfaceName: string; path: string }) =>
      `This file implements ${p.interfaceName}, but the config puts that class into "${p.path}".`,
    (p) => `move the file to "${p.path}"; until then codegen extends it here.`,
  ),
  'emit/skeleton-without-class': entry(
    'warning',
    (p: { interfaceName: string }) => `Nothing in this file implements ${p.interfaceName}, so nothing was added to it.`,
    (p) => `add "implements ${p.interfaceName}" to the class, or delete the file to get a new one.`,
  ),
  'emit/skeleton-syntax': entry(
    'warning',
    (p: { message: string }) => `This file is not valid TypeScript, so nothing was added to it: ${p.message}`,
    () => 'correct the file and run codegen again.',
  ),
  'emit/skeleton-base-class': entry(
    'warning',
    (p: { className: string; base: string; methods: string }) =>
      `"${p.className}" lacks ${p.methods}, unless its base class "${p.base}" has them.`,
    () =>
      'write those that the compiler says are missing; codegen does not add methods that could hide those of the base class.',
  ),
  'emit/skeleton-form': entry(
    'warning',
    (p: { lack: string; why: string }) => `${p.lack}; codegen does not add them, because ${p.why}.`,
    () => 'write them yourself, as the notes show.',
  ),
  'emit/skeleton-partial': entry(
    'warning',
    (p: { name: string; methods: string; interfaceName: string }) =>
      `Nothing in this file has to implement ${p.methods} of ${p.interfaceName}: the type of "${p.name}" leaves them out.`,
    () => 'write them as the notes show, or exclude the operations in the config.',
  ),
  'emit/skeleton-encoding': entry(
    'warning',
    (p: { lack: string; why: string }) => `${p.lack}; codegen does not change this file, because ${p.why}.`,
    () => 'save the file as UTF-8 and run codegen again, or write the methods yourself.',
  ),
  'emit/not-compiled': entry(
    'error',
    (p: { path: string; problem: string; advice: string }) =>
      `"${p.path}" cannot be compiled to JavaScript: ${p.problem}.`,
    (p) => p.advice,
  ),
  'emit/skeleton-link': entry(
    'warning',
    (p: { lack: string; why: string }) => `${p.lack}; codegen does not change this file, because ${p.why}.`,
    () => 'put a plain file here and run codegen again, or write the methods yourself.',
  ),
} as const;
