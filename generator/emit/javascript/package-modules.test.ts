import type { EmittedFile } from '../emitter.js';
import type { CompiledModule } from './compiled-module.js';
import { type PackageModules, packageModules } from './package-modules.js';

const header = '// Generated.\n';

function module(path: string, template: EmittedFile['template'], ...lines: readonly string[]): CompiledModule {
  const code = `${header}${lines.map((line) => `${line}\n`).join('')}`;
  const source = { path: `src/${path}.ts`, text: '', ...(template && { template }) };
  return { path, source, isOurs: template !== undefined, code, declaration: code };
}

const modules: readonly CompiledModule[] = [
  module(
    'index',
    'index.ts',
    'export * from "./orders.service.js";',
    'export * from "./orders.client.js";',
    'export { elements } from "./elements.js";',
    'export * as schema from "./schema.js";',
  ),
  module('elements', 'elements.ts', 'import * as s from "./schema.js";', 'export const elements = { a: s.A };'),
  module('schema', 'schema-index.ts', 'export * from "./schema/part-1.js";', 'export * from "./schema/part-2.js";'),
  module('schema/part-1', 'schema.ts', 'import * as s from "./part-2.js";', 'export const A = () => s.B;'),
  module('schema/part-2', 'schema.ts', 'import * as s from "./part-1.js";', 'export const B = () => s.A;'),
  module('orders.service', 'service.ts', 'import * as s from "./schema.js";', 'export const Orders = s.A;'),
  module(
    'orders.client',
    'client.ts',
    'import { Orders } from "./orders.service.js";',
    'export const Client = Orders;',
  ),
];

const pathsOf = (files: readonly EmittedFile[]): readonly string[] => files.map(({ path }) => path).sort();
const textOf = ({ scripts, declarations }: PackageModules, path: string): string | undefined =>
  [...scripts, ...declarations].find((file) => file.path === path)?.text;
const lines = (...all: readonly string[]): string => `${header}${all.join('\n')}\n`;

describe('the modules of a package', () => {
  it.each([
    ['esm', '.js', '.d.ts'],
    ['cjs', '.cjs', '.d.cts'],
  ] as const)('are one file, and one for the descriptors of a namespace: %s', (format, extension, declarations) => {
    const made = packageModules(modules, format, true);
    expect(pathsOf(made.scripts)).toEqual([`index${extension}`, `schema${extension}`]);
    expect(pathsOf(made.declarations)).toEqual([`index${declarations}`, `schema${declarations}`]);
    const schema = ['export const B = () => A;', 'export const A = () => B;'];
    expect(textOf(made, `schema${extension}`)).toBe(lines(...schema));
    expect(textOf(made, `index${extension}`)).toBe(
      lines(
        `import * as s from "./schema${extension}";`,
        'export const Orders = s.A;',
        'export const Client = Orders;',
        'export const elements = { a: s.A };',
        `export * as schema from "./schema${extension}";`,
      ),
    );
  });

  it('stay files of their own if a template of the user prints them, at the same entries', () => {
    const made = packageModules(modules, 'cjs', false);
    expect(pathsOf(made.scripts)).toEqual([
      'index.cjs',
      'modules/elements.cjs',
      'modules/orders.client.cjs',
      'modules/orders.service.cjs',
      'modules/schema.cjs',
      'modules/schema/part-1.cjs',
      'modules/schema/part-2.cjs',
      'schema.cjs',
    ]);
    expect(textOf(made, 'index.cjs')).toContain('export * from "./modules/orders.client.cjs";');
    expect(textOf(made, 'modules/elements.cjs')).toContain('import * as s from "../schema.cjs";');
    expect(textOf(made, 'modules/schema/part-1.cjs')).toContain('import * as s from "./part-2.cjs";');
    expect(textOf(made, 'modules/orders.client.cjs')).toContain('import { Orders } from "./orders.service.cjs";');
  });

  const further = [
    module('schema/common', 'schema.ts', 'import * as s from "../schema.js";', 'export const C = () => s.A;'),
    module(
      'schema/geo',
      'schema.ts',
      'import * as common from "./common.js";',
      'export const G = () => [common.C, "import(\\"./a/../b\\")"]; // import("./a/../b")',
    ),
  ];

  it('are one file for further namespaces, and in declarations each has its own names', () => {
    const homes = new Map([
      ['schema/common', { file: 'schema.all', names: ['C'] }],
      ['schema/geo', { file: 'schema.all', names: ['G'] }],
      ['types/geo', { file: 'types.all', names: ['Kind', 'Point'], values: ['Kind'] }],
    ]);
    const index = [
      'export * as schema from "./schema.js";',
      'export * as common from "./schema/common.js";',
      'export * as geoSchema from "./schema/geo.js";',
      'export * as geo from "./types/geo.js";',
    ];
    const others = modules.filter(({ path }) => path.startsWith('schema'));
    const types = module('types/geo', 'types.ts', 'export const Kind = { a: "a" };');
    const all = [module('index', 'index.ts', ...index), ...others, ...further, types];
    const made = packageModules(all, 'cjs', true, homes);
    expect(textOf(made, 'schema.all.cjs')).toBe(
      lines(
        'import * as s from "./schema.cjs";',
        'export const C = () => s.A;',
        'export const G = () => [C, "import(\\"./a/../b\\")"]; // import("./a/../b")',
      ),
    );
    expect(textOf(made, 'index.cjs')).toBe(
      lines(
        'import * as types$all from "./types.all.cjs";',
        'export const geo = /*#__PURE__*/ (() => ({',
        '\tKind: types$all.Kind',
        '}))();',
        'export * as schema from "./schema.cjs";',
        'export * as common from "./schema.all.cjs";',
        'export * as geoSchema from "./schema.all.cjs";',
      ),
    );
    expect(textOf(made, 'index.d.cts')).toBe(
      lines(
        'import * as schema$all from "./schema.all.cjs";',
        'import * as types$all from "./types.all.cjs";',
        'export declare namespace common {',
        '\texport import C = schema$all.C;',
        '}',
        'export declare namespace geoSchema {',
        '\texport import G = schema$all.G;',
        '}',
        'export declare namespace geo {',
        '\texport import Kind = types$all.Kind;',
        '\texport import Point = types$all.Point;',
        '}',
        'export * as schema from "./schema.cjs";',
      ),
    );
  });

  it('are one file for each further namespace where a template of the user prints them', () => {
    const made = packageModules([...modules, ...further], 'cjs', true);
    expect(textOf(made, 'schema/common.cjs')).toContain('import * as s from "../schema.cjs";');
    expect(textOf(made, 'schema/geo.cjs')).toContain('import * as common from "./common.cjs";');
  });

  it('are found by a module of a plug-in at the files where they are', () => {
    const more = module(
      'more/mine',
      undefined,
      'export { Orders } from "../orders.service.js";',
      'import "./data.json";',
    );
    expect(textOf(packageModules([...modules, more], 'esm', true), 'more/mine.js')).toBe(
      lines('export { Orders } from "../index.js";', 'import "./data.json";'),
    );
    expect(textOf(packageModules([...modules, more], 'cjs', true), 'more/mine.cjs')).toBe(
      lines('export { Orders } from "../index.cjs";', 'import "./data.json";'),
    );
  });
});
