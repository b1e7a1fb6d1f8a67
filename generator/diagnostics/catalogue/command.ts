import { error, warning } from './entry.js';

/** Wording of the diagnostics that several commands share, and of those that stand on side packages. */
export const command = {
  'command/collection-outdated': error(
    'The collection in {path} is not what the inputs give now.',
    'run the same command without `--check`, and look at the difference.',
  ),
  'command/left-out': warning(
    'The collection has no request for {operation}: {reason}.',
    'call it with `codegen call`, or with a generated client.',
  ),
  'command/openapi-option': error(
    'The document of OpenAPI cannot be written as the options say: {reason}',
    'correct the option; `codegen openapi --help` shows the form of each.',
  ),
  'command/openapi-outdated': error(
    'The file {path} is not the document of OpenAPI that the inputs give now.',
    'run the same command without `--check`, and look at the difference.',
  ),
  'command/unprotected': warning(
    'The WS-Policy of {service} demands protected messages; the requests of the collection are not protected.',
    'send them with `codegen call` or a generated client; codegen inspect shows what is demanded.',
  ),
  'command/side-package': error('The package {name}, which {task}, is not installed here.', 'npm install {name}.'),
};
