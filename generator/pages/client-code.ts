import { securityCode } from '@wsdl-codegen/runtime/extend';
import { addressOption } from '../emit/address-option.js';
import { ModuleScope } from '../emit/module-scope.js';
import { printKey } from '../emit/print-type.js';
import { printValue } from '../emit/print-value.js';
import { quote } from '../emit/quote.js';
import type { BoundMethod, BoundRoot, BoundService } from '../typescript/services/bound-package.js';

/** A call in TypeScript with the generated client. */
export function clientCode(packageName: string, service: BoundService, method: BoundMethod): string {
  const { names, placeholders, demands } = service;
  const scope = new ModuleScope('page', []);
  const namespaces = placeholders.map((name) => `${printKey(name)}: 'http://example.org/${name}'`).join(', ');
  // A client that names neither binding nor port.
  const security = securityCode(demands.client.find(({ isDefault }) => isDefault)?.ways ?? []);
  const options = [
    ...addressOption(service),
    ...(placeholders.length === 0 ? [] : [`namespaces: { ${namespaces} }`]),
    ...(security === undefined ? [] : [security.option]),
  ];
  const argument = method.sample ? printValue(method.sample, scope) : method.inputOptional ? '' : 'input';
  const call = `client${access(method.name)}(${argument})`;
  const isSilent = method.output.kind === 'keyword' && method.output.name === 'void';
  return [
    ...(security === undefined ? [] : [security.statement]),
    `import { ${names.client} } from ${quote(packageName)};`,
    '',
    `const client = new ${names.client}(${optionsText(options)});`,
    isSilent ? `await ${call};` : `const result = await ${call};`,
  ].join('\n');
}

/** How a document is read, checked and written in TypeScript. */
export function documentCode(packageName: string, { exportName, kind, name }: BoundRoot): string {
  const options = kind === 'element' ? '' : `, { element: ${quote(name)} }`;
  return [
    "import { validate } from '@wsdl-codegen/runtime/documents';",
    `import { ${exportName} } from ${quote(packageName)};`,
    '',
    `const problems = validate(${exportName}, text);`,
    `const value = ${exportName}.parse(text);`,
    `const xml = ${exportName}.format(value${options});`,
  ].join('\n');
}

function optionsText(options: readonly string[]): string {
  return options.length < 2 ? options.map((option) => `{ ${option} }`).join('') : `{\n  ${options.join(',\n  ')},\n}`;
}

function access(name: string): string {
  return printKey(name) === name ? `.${name}` : `[${quote(name)}]`;
}
