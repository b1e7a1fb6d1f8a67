import { commentLines } from '../comment.js';
import { quote } from '../quote.js';
import { isScript, taggedComment } from './script.js';
import { runtimeSpecifier, type SkeletonService } from './service.js';

// If there are more names than this, each is on its own line, so that an added name is one line of the diff.
const namesOnALine = 3;

/** The file that the user starts from, without the methods: TypeScript, or JavaScript with the types in comments. */
export function newSkeleton(service: SkeletonService, path: string, isModule: boolean): string {
  if (isScript(path)) {
    return newScript(service, isModule);
  }
  const { className, interfaceName, importFrom, methods } = service;
  const types = new Set(methods.flatMap((m) => m.typeImports.map((i) => i.name)));
  const list = types.size < namesOnALine ? `{ ${interfaceName} }` : `{\n  ${interfaceName},\n}`;
  const imports = [`import type ${list} from ${quote(importFrom)};`];
  if (methods.length > 0) {
    imports.unshift(`import { type ServiceContext, SoapFault } from ${quote(runtimeSpecifier)};`);
  }
  const comment = commentLines(introduction(service));
  return `${[...imports, '', ...comment, `export class ${className} implements ${interfaceName} {}`].join('\n')}\n`;
}

function introduction({ documentation = [], interfaceName }: SkeletonService): readonly string[] {
  return [
    ...documentation,
    `Implements \`${interfaceName}\`. This file is yours: when the service gets new operations,`,
    'codegen adds their methods at the end of the class, and leaves everything else as it is.',
  ];
}

/** TypeScript reads no `import()` in `@implements`: the interface gets a name first. */
function newScript(service: SkeletonService, isModule: boolean): string {
  const { className, interfaceName, importFrom, methods } = service;
  const imports = isModule && methods.length > 0 ? [`import { SoapFault } from ${quote(runtimeSpecifier)};`, ''] : [];
  return `${[
    ...imports,
    `/** @typedef {import(${quote(importFrom)}).${interfaceName}} ${interfaceName} */`,
    '',
    ...taggedComment(introduction(service), `implements {${interfaceName}}`),
    `${isModule ? 'export ' : ''}class ${className} {}`,
    ...(isModule ? [] : ['', `module.exports = { ${className} };`]),
  ].join('\n')}\n`;
}
