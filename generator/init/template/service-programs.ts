import { byCodeUnits } from '../../contract/names.js';
import { printKey } from '../../emit/print-type.js';
import { quote } from '../../emit/quote.js';
import type { SkeletonImport } from '../../emit/skeleton/service.js';
import type { ProgramContext, ProgramFiles } from './program.js';
import type { TemplateCall, TemplateService } from './subject.js';

/** Names that the programs below have themselves. */
const own =
  /^(?:call|client|createGateway|createServer|fallback|jsonGateway|mock|newServer|Request|server|unfinished)$/;

/** How a file imports an export of the generated package, and what it is called there. */
function imported(name: string): readonly [text: string, local: string] {
  return own.test(name) ? [`${name} as ${name}$`, `${name}$`] : [name, name];
}

/** The option that says where a client finds the service, unless what stands before names another place. */
function target({ path = '' }: TemplateService, origin: string, before = ''): string {
  return `${path === '' ? 'baseUrl' : 'address'}: ${before}${quote(origin + path)}`;
}

function access(name: string): string {
  const key = printKey(name);
  return key === name ? `.${name}` : `[${quote(name)}]`;
}

function callText({ method, input }: TemplateCall, indent = '  '): string {
  return `client${access(method)}(${indented(input, indent)})`;
}

function indented(code: string, indent: string): string {
  return code.replaceAll('\n', `\n${indent}`);
}

/** A parameter with its type: in JavaScript a comment says it. */
function clientParameter({ names }: TemplateService, { isTyped, entry }: ProgramContext) {
  return {
    typeImport: isTyped ? `import type { ${names.client} } from ${quote(entry)};\n` : '',
    comment: (text: string): string =>
      isTyped ? `/** ${text} */` : `/**\n * ${text}\n * @param {import(${quote(entry)}).${names.client}} client\n */`,
    parameter: isTyped ? `client: ${names.client}` : 'client',
  };
}

const testing = quote('@wsdl-codegen/testing');

const testImport = "import { test } from 'node:test';\n";
const testImports = `import assert from 'node:assert/strict';\n${testImport}`;

/** A program that calls the service, and its test with a mock. */
export function clientProgram(service: TemplateService, context: ProgramContext): ProgramFiles {
  const { entry } = context;
  const { names, calls } = service;
  const { typeImport, comment, parameter } = clientParameter(service, context);
  const [descriptorImport, descriptor] = imported(names.descriptor);
  return {
    call: `${typeImport}${typeImport && '\n'}${comment('Calls the service once. The values are a sample: put yours in their place.')}
export function call(${parameter}) {
  return ${callText(calls[0])};
}
`,
    main: `import { ${names.client} } from ${quote(entry)};
import { call } from './call.js';

const client = new ${names.client}({ ${target(service, 'http://localhost:8080', 'process.env.SERVICE_URL ?? ')} });
try {
  console.log(await call(client));
} catch (error) {
  console.error(String(error)); // what the service says, or why it cannot be reached
  process.exitCode = 1;
}
`,
    'call.test': `${testImports}import { mockService } from ${testing};
import { ${descriptorImport}, ${names.client} } from ${quote(entry)};
import { call } from './call.js';

test('the service is called', async () => {
  const mock = mockService(${descriptor}); // answers with valid samples
  await call(new ${names.client}({ ${target(service, 'http://mock')}, transport: mock.transport }));
  assert.deepEqual(mock.calls().map(({ method }) => method), [${quote(calls[0].method)}]);
});
`,
  };
}

/** A class that implements the service, and its test with the generated client. The other methods are added by `codegen`. */
export function serverProgram(service: TemplateService, context: ProgramContext): ProgramFiles {
  const { entry } = context;
  const { names, calls } = service;
  const [first] = calls;
  const className = `${names.descriptor}Implementation`;
  const [factoryImport, factory] = imported(names.factory);
  const { file } = names;
  const hasAnswer = first.answer !== '';
  // Trees come back with the prefixes that they were written with.
  const assertion = ['attributes: [', 'children: ['].every((member) => first.answer.includes(member))
    ? 'assert.notEqual(answer, undefined);'
    : `assert.deepEqual(answer, ${indented(first.answer, '  ')});`;
  return {
    [`services/${file}`]: classText(service, context, className),
    server: `import { createServer } from '@wsdl-codegen/runtime/node';
import { ${factoryImport} } from ${quote(entry)};
import { ${className} } from ${quote(`./services/${file}.js`)};

export const server = createServer({ services: [${factory}(new ${className}())] });
`,
    main: `import { server } from './server.js';

const { url } = await server.listen(8080, 'localhost');
console.log(\`\${url} is ready\`);
`,
    'server.test': `${hasAnswer ? testImports : testImport}import { createFetchTransport } from '@wsdl-codegen/runtime';
import { ${names.client} } from ${quote(entry)};
import { server } from './server.js';

test('a call is answered', async () => {
  const transport = createFetchTransport((...request) => server.fetch(new Request(...request)));
  const client = new ${names.client}({ ${target(service, 'http://localhost')}, transport });
  ${hasAnswer ? 'const answer = ' : ''}await ${callText(first)};
${hasAnswer ? `  ${assertion}\n` : ''}});
`,
  };
}

function classText({ names, calls: [first] }: TemplateService, context: ProgramContext, className: string): string {
  const { inputType = 'undefined', resultType, typeImports } = first.types;
  const entry = `../${context.entry}`;
  const body = first.answer === '' ? '' : `    return ${indented(first.answer, '    ')};\n`;
  const note = `    // ${first.answer === '' ? 'Put your code here.' : 'A sample: put your answer in its place.'}\n`;
  const key = first.method === 'constructor' ? "['constructor']" : printKey(first.method);
  if (!context.isTyped) {
    return `/** @typedef {import(${quote(entry)}).${names.server}} ${names.server} */

/**
 * Your service. \`codegen\` adds a method for each operation that is missing.
 * @implements {${names.server}}
 */
export class ${className} {
  /** @type {${names.server}[${quote(first.method)}]} */
  async ${key}(_input) {
${note}${body}  }
}
`;
  }
  return `${typeImportLines([...typeImports, { name: names.server }], entry)}
/** Your service. \`codegen\` adds a method for each operation that is missing. */
export class ${className} implements ${names.server} {
  async ${key}(_input: ${inputType}): Promise<${resultType}> {
${note}${body}  }
}
`;
}

/** What a class imports, a line for each module. */
function typeImportLines(imports: readonly SkeletonImport[], entry: string): string {
  const modules = new Map<string, Set<string>>();
  for (const { name, from = entry, as } of imports) {
    modules.set(from, (modules.get(from) ?? new Set()).add(as === undefined ? name : `${name} as ${as}`));
  }
  const lines = [...modules].sort(([a], [b]) => byCodeUnits(b, a));
  return lines
    .map(([from, types]) => `import type { ${[...types].sort(byCodeUnits).join(', ')} } from ${quote(from)};\n`)
    .join('');
}

/** A server in front of an older one that answers one operation itself, and its test with a mock as the older one. */
export function replaceProgram(service: TemplateService, { entry, isTyped }: ProgramContext): ProgramFiles {
  const { names, calls } = service;
  const [first, second] = calls;
  const [factoryImport, factory] = imported(names.factory);
  const [descriptorImport, descriptor] = imported(names.descriptor);
  const serverImports = isTyped ? `${factoryImport}, type ${names.server}` : factoryImport;
  const answer =
    first.answer === '' ? '{}' : ` (${indented(first.answer, '      ')})`.replace(/^ \(([^{].*)\)$/s, ' $1');
  const passedOn = second && `  await ${callText(second)};\n  assert.equal(mock.calls().length, 1); // passed on\n`;
  return {
    server: `import { fallback, unfinished } from '@wsdl-codegen/migration';
import { createServer } from '@wsdl-codegen/runtime/node';
import { ${serverImports} } from ${quote(entry)};

/** Answers what is replaced already, and passes all other calls on to the older service. */
export function newServer(${isTyped ? 'olderUrl: string' : 'olderUrl'}) {
  const replaced = unfinished${isTyped ? `<${names.server}>` : ''}({
    ${printKey(first.method)}: () =>${answer},
  });
  return createServer({ services: [${factory}(replaced)], fallback: fallback({ baseUrl: olderUrl }) });
}
`,
    main: `import { newServer } from './server.js';

const server = newServer(process.env.OLDER_URL ?? 'http://localhost:8080');
const { url } = await server.listen(8081, 'localhost');
console.log(\`\${url} is ready\`);
`,
    'server.test': `${testImports}import { createServer } from '@wsdl-codegen/runtime/node';
import { mockService } from ${testing};
import { ${descriptorImport}, ${names.client} } from ${quote(entry)};
import { newServer } from './server.js';

test('what is replaced is answered here, and the rest by the older service', async (t) => {
  const mock = mockService(${descriptor}); // the older service, with valid samples
  const older = await createServer({ services: [mock.registration] }).listen(0, 'localhost');
  t.after(() => older.close());
  const newer = await newServer(older.url).listen(0, 'localhost');
  t.after(() => newer.close());
  const client = new ${names.client}({ ${service.path === undefined ? 'baseUrl: newer.url' : `address: newer.url + ${quote(service.path)}`} });

  await ${callText(first)};
  assert.equal(mock.calls().length, 0); // answered here
${passedOn ?? ''}});
`,
  };
}

/** JSON in front of the service, and its test with a mock. */
export function gatewayProgram(service: TemplateService, context: ProgramContext): ProgramFiles {
  const { entry } = context;
  const { names, calls } = service;
  const { typeImport, comment, parameter } = clientParameter(service, context);
  const [descriptorImport, descriptor] = imported(names.descriptor);
  const path = [service.service, calls[0].method].map(encodeURIComponent).join('/');
  return {
    gateway: `import { createGateway } from '@wsdl-codegen/gateway';
import { frontDoor } from '@wsdl-codegen/runtime/node';
${typeImport}
${comment('Takes JSON, calls the service, and answers with JSON.')}
export function jsonGateway(${parameter}) {
  return createGateway({ services: [{ client }], door: frontDoor });
}
`,
    main: `import { ${names.client} } from ${quote(entry)};
import { jsonGateway } from './gateway.js';

const client = new ${names.client}({ ${target(service, 'http://localhost:8080', 'process.env.SERVICE_URL ?? ')} });
const { url } = await jsonGateway(client).listen(8081, 'localhost');
console.log(\`\${url} is ready: a page to try it, and \${url}/openapi.json\`);
`,
    'gateway.test': `${testImports}import { mockService } from ${testing};
import { ${descriptorImport}, ${names.client} } from ${quote(entry)};
import { jsonGateway } from './gateway.js';

test('JSON becomes a call of the service', async () => {
  const mock = mockService(${descriptor}); // answers with valid samples
  const gateway = jsonGateway(new ${names.client}({ ${target(service, 'http://mock')}, transport: mock.transport }));
  const request = new Request(${quote(`http://localhost/${path}`)}, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: ${quote(calls[0].json)},
  });
  const answer = await gateway.fetch(request);
  assert.ok(answer.ok);
  assert.equal(mock.calls().length, 1);
});
`,
  };
}
