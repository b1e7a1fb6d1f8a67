import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../../../tests/support/repository.js';
import type { EmittedFile } from '../emitter.js';
import { nodeModules } from './on-node.js';

const header = '// Generated.\n';
const source = (path: string, template: EmittedFile['template']): EmittedFile =>
  ({ path: `src/${path}.ts`, text: '', template }) as EmittedFile;
const sources = [
  source('index', 'index.ts'),
  source('elements', 'elements.ts'),
  source('schema', 'schema-index.ts'),
  source('schema/part-1', 'schema.ts'),
  source('schema/part-2', 'schema.ts'),
  source('orders.service', 'service.ts'),
  source('orders.client', 'client.ts'),
];
const script = (path: string, ...lines: readonly string[]): EmittedFile => ({
  path: `esm/${path}.js`,
  text: [header.trimEnd(), ...lines, ''].join('\n'),
});

/** Two parts of a schema that refer to each other, and a service whose module shares names with them. */
const modules: readonly EmittedFile[] = [
  script(
    'index',
    'export { elements } from "./elements.js";',
    'export * as schema from "./schema.js";',
    'export * from "./orders.service.js";',
    'export * from "./orders.client.js";',
    'export * from "./only-types.js";',
  ),
  script(
    'elements',
    'import * as s from "./schema.js";',
    '/** The elements. */',
    'export const elements = { a: s.A };',
  ),
  script('schema', 'export * from "./schema/part-1.js";', 'export * from "./schema/part-2.js";'),
  script(
    'schema/part-1',
    'import * as s from "./part-2.js";',
    'const n = "urn:1";',
    'export const A = /*#__PURE__*/ Object.freeze({ n, text: "/*#__PURE__*/ x", other: () => s.B });',
  ),
  script(
    'schema/part-2',
    'import * as s from "./part-1.js";',
    'const n = "urn:2";',
    'export const B = { n, other: () => s.A };',
    'export const B·größe = 1;',
  ),
  script(
    'orders.service',
    'import { join as path } from "node:path";',
    'import * as s from "./schema.js";',
    'const n = path("a", "b");',
    'export const Orders = {',
    '\tn,',
    '\tinput: s.A',
    '};',
  ),
  script(
    'orders.client',
    'import { basename } from "node:path";',
    'import { Orders } from "./orders.service.js";',
    '/**',
    '* A client.',
    '*/',
    'export class OrdersClient {',
    '\tservice = Orders;',
    '\tname = basename("a/b");',
    '}',
    'export function OrdersClient$of() {',
    '\treturn new OrdersClient();',
    '}',
  ),
  script('only-types', 'export {};'),
];

const textAt = (files: readonly EmittedFile[], path: string): string | undefined =>
  files.find((file) => file.path === `esm/${path}.js`)?.text;

describe('the modules of a package for Node', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'on-node-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The output of a program in the folder of the modules. */
  function run(files: readonly EmittedFile[], program: string): unknown {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, 'program.js'), program);
    return JSON.parse(execFileSync(process.execPath, [join(folder, 'program.js')], { encoding: 'utf8' }));
  }

  it('export what the modules export, each thing once, from one module', () => {
    const files = [...modules, ...nodeModules(modules, sources, true)];
    const program = `
      import * as plain from './esm/index.js';
      import * as all from './esm/on-node/index.js';
      import * as part from './esm/on-node/schema/part-2.js';
      import { A, B } from './esm/on-node/schema.js';
      import { OrdersClient } from './esm/on-node/orders.client.js';
      import { elements } from './esm/on-node/elements.js';
      import * as none from './esm/on-node/only-types.js';
      console.log(JSON.stringify([
        Object.keys(all).join() === Object.keys(plain).join(),
        Object.keys(all.schema).join() === Object.keys(plain.schema).join(),
        Object.keys(none),
        B.other() === A && A.other() === B && part.B === B && all.schema.A === A && elements.a === A && all.Orders.input === A,
        all.OrdersClient === OrdersClient && all.OrdersClient$of() instanceof OrdersClient,
        [A.n, A.text, B.n, all.Orders.n, new OrdersClient().name],
      ]));`;
    expect(run(files, program)).toEqual([
      true,
      true,
      [],
      true,
      true,
      ['urn:1', '/*#__PURE__*/ x', 'urn:2', 'a/b', 'b'],
    ]);
    expect(textAt(files, 'on-node/index')).toMatch(
      /^\/\/ Generated\.\nimport \{ join as path, basename \} from "node:path";\n/,
    );
  });

  it('have what their templates print and not what its comments say', () => {
    const text = textAt(nodeModules(modules, sources, true), 'on-node/index');
    expect(text).toContain('const A = Object.freeze({ n, text: "/*#__PURE__*/ x"');
    expect(text).not.toMatch(/A client|The elements/);
  });

  it.each<[string, readonly EmittedFile[], readonly EmittedFile[], boolean]>([
    ['a template of the user prints them', modules, sources, false],
    [
      'a plug-in adds one that imports another',
      [...modules, script('more', 'export { string } from "./schema.js";')],
      sources,
      true,
    ],
    [
      'one is not in a form that is known',
      [...modules.slice(0, 6), script('orders.client', 'export default 1;')],
      sources,
      true,
    ],
    [
      'one name stands for two things',
      [...modules.slice(0, 6), script('orders.client', 'import { sep as path } from "node:path";')],
      sources,
      true,
    ],
    [
      'one needs a name of another before it is there',
      [
        script('index', 'export * from "./orders.client.js";'),
        script('orders.service', 'import { b } from "./orders.client.js";', 'export const a = 1;'),
        script('orders.client', 'import { a } from "./orders.service.js";', 'export const b = a;'),
      ],
      sources,
      true,
    ],
  ])('lead to the modules themselves if %s', (_, given, printed, ownTemplates) => {
    const files = nodeModules(given, printed, ownTemplates);
    expect(textAt(files, 'on-node/index')).toBe(`${header}export * from "../index.js";\n`);
    expect(files).toHaveLength(given.length);
  });

  it('leave a module that imports none of them where it is', () => {
    const files = nodeModules([...modules, script('more', 'export const more = 1;')], sources, true);
    expect(textAt(files, 'on-node/more')).toBe(`${header}export * from "../more.js";\n`);
    expect(textAt(files, 'on-node/index')).toBe(textAt(nodeModules(modules, sources, true), 'on-node/index'));
  });

  it('import the runtime from one entry, which has all that they name', () => {
    const given = [
      script('index', 'export * as schema from "./schema.js";', 'export * from "./orders.client.js";'),
      script(
        'schema',
        'import { dateAsDate, element, record as made } from "@wsdl-codegen/runtime/schema";',
        'import * as n1 from "@wsdl-codegen/runtime/xs";',
        'export const A = element("", "A", n1.string);',
      ),
      script(
        'orders.client',
        'import { ServiceClient } from "@wsdl-codegen/runtime";',
        'import * as xs from "@wsdl-codegen/runtime/xs";',
        'export class OrdersClient extends ServiceClient {}',
      ),
    ];
    const [index] = nodeModules(given, sources, true);
    const names = ['element', 'record as made', 'xs as n1', 'ServiceClient', 'xs'];
    expect(index?.text.split('\n').slice(1, 3)).toEqual([
      'import { dateAsDate } from "@wsdl-codegen/runtime/schema";',
      `import { ${names.join(', ')} } from "@wsdl-codegen/runtime/generated";`,
    ]);
    const entry = readFileSync(join(repository, 'runtime/src/generated.ts'), 'utf8');
    expect(entry).toContain("export * from './schema/construct/construct.js'");
    const made = readFileSync(join(repository, 'runtime/src/schema/construct/construct.ts'), 'utf8');
    const makers = [...made.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
    const all = script('schema', `import { ${makers.join(', ')} } from "@wsdl-codegen/runtime/schema";`);
    const joined = textAt(
      nodeModules([given[0] as EmittedFile, all, script('orders.client')], sources, true),
      'on-node/index',
    );
    expect(joined).toContain(`import { ${makers.join(', ')} } from "@wsdl-codegen/runtime/generated";`);
  });

  it('leave documents where they are', () => {
    const given = [
      ...modules,
      script('documents', 'export const a = 1;'),
      script('orders.wsdl', 'export const b = 1;'),
    ];
    const files = nodeModules(given, sources, true);
    expect(textAt(files, 'on-node/orders.wsdl')).toBe(`${header}export * from "../orders.wsdl.js";\n`);
    expect(textAt(files, 'on-node/index')).toBe(textAt(nodeModules(modules, sources, true), 'on-node/index'));
  });
});
