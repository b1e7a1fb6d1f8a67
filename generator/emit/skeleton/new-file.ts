import { commentLines } from '../comment.js';
import { quote } from '../quote.js';
import { runtimeSpecifier, type SkeletonService } from './service.js';

// If there are more names than this, each is on its own line, so that an added name is one line of the diff.
const namesOnALine = 3;

/** The file that the user starts from, without the methods. */
export function newSkeleton(service: SkeletonService): string {
  const { className, interfaceName, importFrom, methods } = service;
  const types = new Set(methods.flatMap((m) => m.typeImports.map((i) => i.name)));
  const list = types.size < namesOnALine ? `{ ${interfaceName} }` : `{\n  ${interfaceName},\n}`;
  const imports = [`import type ${list} from ${quote(importFrom)};`];
  if (methods.length > 0) {
    imports.unshift(`import { type ServiceContext, SoapFault } from ${quote(runtimeSpecifier)};`);
  }
  const comment = commentLines([
    ...(service.documentation ?? []),
    `Implements \`${interfaceName}\`. This file is yours: when the service gets new operations,`,
    'codegen adds their methods at the end of the class, and leaves everything else as it is.',
  ]);
  return `${[...imports, '', ...comment, `export class ${className} implements ${interfaceName} {}`].join('\n')}\n`;
}
