import { didYouMean, error, warning } from './entry.js';

/** Wording of the diagnostics of the emit stage. */
export const emit = {
  'emit/unknown-template': error(
    'There is no template "{name}" to override.',
    didYouMean('use one of these names: {known}.'),
  ),
  'emit/template-failed': error(
    'Template "{name}" cannot be rendered: {problem}.',
    'correct the template; its first line names its view, and docs/guide/templates.md says where the views are documented.',
  ),
  'emit/template-output': error(
    'With this template, "{path}" is not valid {language}: {problem}.',
    () => 'correct the template; texts from the WSDL need {{quote}} in TypeScript and {{json}} in JSON.',
  ),
  'emit/vanished-operation': warning(
    'The method "{method}" implements an operation that {interfaceName} no longer has.',
    'nothing calls it any more; remove it, or keep it under another name.',
  ),
  'emit/missing-methods': warning('"{name}" lacks {methods} of {interfaceName}.', 'run codegen, which adds them.'),
  'emit/orphaned-skeleton': warning(
    'This file implements {interfaceName}, but {why}.',
    'move the parts that you need to the file that implements the service now, and delete this file.',
  ),
  'emit/moved-skeleton': warning(
    'This file implements {interfaceName}, but the config puts that class into "{path}".',
    'move the file to "{path}"; until then codegen extends it here.',
  ),
  'emit/skeleton-without-class': warning(
    'Nothing in this file implements {interfaceName}, so nothing was added to it.',
    'add "implements {interfaceName}" to the class, or delete the file to get a new one.',
  ),
  'emit/skeleton-syntax': warning(
    'This file is not valid TypeScript, so nothing was added to it: {message}',
    'correct the file and run codegen again.',
  ),
  'emit/skeleton-base-class': warning(
    '"{className}" lacks {methods}, unless its base class "{base}" has them.',
    'write those that the compiler says are missing; codegen does not add methods that could hide those of the base class.',
  ),
  'emit/skeleton-form': warning(
    '{lack}; codegen does not add them, because {why}.',
    'write them yourself, as the notes show.',
  ),
  'emit/skeleton-partial': warning(
    'Nothing in this file has to implement {methods} of {interfaceName}: the type of "{name}" leaves them out.',
    'write them as the notes show, or exclude the operations in the config.',
  ),
  'emit/skeleton-encoding': warning(
    '{lack}; codegen does not change this file, because {why}.',
    'save the file as UTF-8 and run codegen again, or write the methods yourself.',
  ),
  'emit/not-compiled': error('"{path}" cannot be compiled to JavaScript: {problem}.', '{advice}'),
  'emit/skeleton-link': warning(
    '{lack}; codegen does not change this file, because {why}.',
    'put a plain file here and run codegen again, or write the methods yourself.',
  ),
} as const;
