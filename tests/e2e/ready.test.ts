import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { someOf } from '../support/thorough.js';
import { typeErrors } from '../support/type-errors.js';
import { readTree, removeFolder, root, temporaryFolder, writeFiles } from './command.js';
import { type Ended, runWithin } from './within.js';

/** Packages are used as they were written: nothing is built. */
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(join(root, 'wsdl/ErrorsApi.wsdl'), join(folder, 'ErrorsApi.wsdl'));
  mkdirSync(join(folder, 'node_modules/@wsdl-codegen'), { recursive: true });
  symlinkSync(join(root, 'runtime'), join(folder, 'node_modules/@wsdl-codegen/runtime'), 'dir');
});
afterEach(() => removeFolder(folder));

const codegen = (...args: readonly string[]): Promise<Ended> => runWithin(folder, args);
/** Runs a program without what newer releases of Node add: `require` of ES modules. */
const node = (file: string) =>
  execFileSync(process.execPath, ['--no-experimental-require-module', join(folder, file)], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** Writes a config with one package, and generates it. */
function generate(settings: object): Promise<Ended> {
  const packages = [{ name: 'errors-api', inputs: ['ErrorsApi.wsdl'], out: 'generated/errors-api', ...settings }];
  writeFileSync(join(folder, 'codegen.config.json'), JSON.stringify({ packages }));
  return codegen();
}

/** The compiler's messages for a program under the given options. */
function typeCheck(program: string, options: object): string {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    ...options,
  };
  writeFiles(folder, {
    'main.ts': program,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
  });
  return typeErrors(folder);
}

describe('a package, as it was written,', () => {
  const program = `import { ErrorsApiClient } from 'errors-api';
const client = new ErrorsApiClient({ baseUrl: 'https://a', namespaces: { api_namespace: 'urn:a' } });
export const text: Promise<string | undefined> = client.getErrorDesc({ errorCode: 1, cultureCode: 1033 });
`;

  it('is imported by ES modules, and by CommonJS where `require` loads no ES modules', async () => {
    const { stdout, stderr } = await generate({});
    expect(stderr).toBe('');
    expect(stdout).toContain('next: npm install ./generated/errors-api, or');
    symlinkSync(join(folder, 'generated/errors-api'), join(folder, 'node_modules/errors-api'), 'dir');
    const use = 'console.log(typeof ErrorsApiClient, typeof errorsApi, ErrorsApi.name);';
    writeFiles(folder, {
      'main.mjs': `import { ErrorsApiClient, errorsApi, ErrorsApi } from 'errors-api'; ${use}`,
      'main.cjs': `const { ErrorsApiClient, errorsApi, ErrorsApi } = require('errors-api'); ${use}`,
    });
    expect(node('main.mjs')).toBe('function function ErrorsApi\n');
    expect(node('main.cjs')).toBe('function function ErrorsApi\n');
  });

  it('is linked by an install where it is a workspace, and by nothing where it is linked', async () => {
    writeFiles(folder, { 'package.json': JSON.stringify({ workspaces: ['generated/*'] }) });
    expect((await generate({})).stdout).toContain("next: npm install; then import from 'errors-api'\n");
    rmSync(join(folder, 'generated'), { recursive: true });
    writeFiles(folder, { 'package.json': '{}', 'pnpm-workspace.yaml': "packages:\n  - 'generated/*'\n" });
    expect((await generate({})).stdout).toContain(
      "next: pnpm add -w --workspace errors-api; then import from 'errors-api'\n",
    );
    rmSync(join(folder, 'generated'), { recursive: true });
    mkdirSync(join(folder, 'generated/errors-api'), { recursive: true });
    symlinkSync(join(folder, 'generated/errors-api'), join(folder, 'node_modules/errors-api'), 'dir');
    expect((await generate({})).stdout).toContain("next: import from 'errors-api'\n");
  });

  it.each(
    someOf(
      [
        ['nodenext', { module: 'nodenext' }],
        ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
        ['node16, from CommonJS', { module: 'node16' }],
        [
          'every strict option, libraries checked',
          { module: 'nodenext', skipLibCheck: false, exactOptionalPropertyTypes: true },
        ],
      ],
      2,
    ),
  )('has types under %s', async (_, options) => {
    await generate({});
    symlinkSync(join(folder, 'generated/errors-api'), join(folder, 'node_modules/errors-api'), 'dir');
    expect(typeCheck(program, options)).toBe('');
  });

  it('names its entries for resolvers that know only main and types', async () => {
    await generate({});
    const files = readTree(join(folder, 'generated/errors-api'));
    const { main, types } = JSON.parse(files['package.json'] ?? '') as Record<string, string>;
    expect({ main, types }).toEqual({
      main: './js/index.cjs',
      types: './js/index.d.cts',
    });
    for (const path of [main, types]) {
      expect(files).toHaveProperty([path?.slice(2) ?? '']);
    }
  });

  it('tells git what is made of the sources, and that line ends do not change', async () => {
    await generate({});
    const folded = ['documents/**', 'js/**', 'codegen.lock.json'].map(
      (path) => `${path} linguist-generated=true gitlab-generated=true -diff`,
    );
    expect(readFileSync(join(folder, 'generated/errors-api/.gitattributes'), 'utf8')).toBe(
      ['* text=auto eol=lf', ...folded, ''].join('\n'),
    );
  });

  it('is out of date when its JavaScript is missing or changed', async () => {
    await generate({});
    expect((await codegen('check')).status).toBe(0);
    rmSync(join(folder, 'generated/errors-api/js/index.js'));
    writeFileSync(join(folder, 'generated/errors-api/js/index.cjs'), '');
    writeFileSync(join(folder, 'generated/errors-api/js/types.d.ts'), 'export {};');
    const { status, stdout, stderr } = await codegen('check');
    expect(status).toBe(1);
    expect(stdout + stderr).toContain('js/index.js');
    expect(stdout + stderr).toContain('js/index.cjs');
    expect(stdout + stderr).toContain('js/types.d.ts');
  });

  it('has few files, each with a header', async () => {
    await generate({});
    const files = readTree(join(folder, 'generated/errors-api/js'));
    expect(Object.values(files).filter((text) => !text.startsWith('// Generated by wsdl-codegen'))).toEqual([]);
    const forms = ['.cjs', '.d.cts', '.d.ts', '.js'].flatMap((extension) =>
      ['documents', 'index', 'schema', 'types'].map((name) => `${name}${extension}`),
    );
    expect(Object.keys(files).sort()).toEqual([...forms, 'documents.node.js', 'errors-api.wsdl.js'].sort());
  });

  it('gives each module by itself, as a program names it', async () => {
    await generate({});
    symlinkSync(join(folder, 'generated/errors-api'), join(folder, 'node_modules/errors-api'), 'dir');
    const names = {
      'errors-api.client': 'ErrorsApiClient',
      'errors-api.server': 'errorsApi',
      'errors-api.service': 'ErrorsApi',
      'errors-api.wsdl': 'errorsApiDocuments',
      elements: 'elements',
      schema: 'GetErrorDesc',
    };
    const all = `${Object.values(names).join(', ')}, index.elements === elements, index.schema.GetErrorDesc === GetErrorDesc`;
    const print = `console.log([${all}].map((value) => typeof value === 'boolean' ? value : typeof value).join());`;
    const from = Object.entries({ ...names, '': '* as index' });
    const specifier = (path: string): string => `'errors-api${path === '' ? '' : `/${path}`}'`;
    writeFiles(folder, {
      'main.mjs': `${from.map(([path, name]) => `import ${path === '' ? name : `{ ${name} }`} from ${specifier(path)};`).join('\n')}\n${print}`,
      'main.cjs': `${from.map(([path, name]) => `const ${path === '' ? 'index' : `{ ${name} }`} = require(${specifier(path)});`).join('\n')}\n${print}`,
    });
    const expected = 'function,function,object,object,object,object,true,true\n';
    expect(node('main.mjs')).toBe(expected);
    expect(node('main.cjs')).toBe(expected);
  });
});

describe('the option compiled', () => {
  it('was once a name of ES modules: the command says what to write', async () => {
    const { status, stderr } = await generate({ compiled: 'esm' });
    expect(status).toBe(1);
    expect(stderr).toContain('packages[0].compiled must be true or false, but is "esm".');
    expect(stderr).toContain('help: write true, or leave it out: ES modules and CommonJS can import every package.');
  });

  it('leaves the JavaScript out, and the command then says how to build', async () => {
    const { stdout } = await generate({ compiled: false });
    expect(stdout).toContain('next: npm run build --prefix generated/errors-api');
    const files = readTree(join(folder, 'generated/errors-api'));
    expect(Object.keys(files).filter((path) => /^js\/|^\.gitattributes/.test(path))).toEqual([]);
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
      main: './dist/index.js',
      scripts: { build: 'tsc -p tsconfig.json' },
    });
  });

  it('adds the JavaScript to sources without a package', async () => {
    expect((await generate({ package: false })).stdout).toContain(
      "next: import from './generated/errors-api/src/index.js'",
    );
    expect(Object.keys(readTree(join(folder, 'generated/errors-api'))).filter((path) => /^js/.test(path))).toEqual([]);
    await generate({ package: false, compiled: true });
    const print = 'console.log(errorsApiDocuments[0].name, typeof errorsApi);';
    const paths = (...names: readonly string[]): readonly string[] =>
      names.map((name) => JSON.stringify(`./generated/errors-api/js/${name}`));
    const [esmDocuments, esmIndex] = paths('errors-api.wsdl.js', 'index.js');
    const [cjsDocuments, cjsIndex] = paths('documents.cjs', 'index.cjs');
    writeFiles(folder, {
      'main.mjs': `import { errorsApiDocuments } from ${esmDocuments}; import { errorsApi } from ${esmIndex}; ${print}`,
      'main.cjs': `const { errorsApiDocuments } = require(${cjsDocuments}); const { errorsApi } = require(${cjsIndex}); ${print}`,
      'generated/package.json': '{"type":"module"}',
    });
    expect(node('main.mjs')).toBe('ErrorsApi.wsdl function\n');
    expect(node('main.cjs')).toBe('ErrorsApi.wsdl function\n');
  });

  it.each([
    ['ts', './types.ts'],
    ['none', './types'],
  ])('importExtension %s: sources without a package import %s', async (importExtension, specifier) => {
    const { stdout } = await generate({ package: false, importExtension });
    const { 'src/index.ts': index = '', ...files } = readTree(join(folder, 'generated/errors-api'));
    expect(stdout).toContain(`src/index${specifier.slice('./types'.length)}'`);
    expect(index).toContain(`'${specifier}'`);
    const sources = Object.entries(files).filter(([path]) => path.startsWith('src/'));
    expect([index, ...sources.map(([, text]) => text)].filter((text) => /from '\..*\.js'/.test(text))).toEqual([]);
    expect((await codegen('check')).status).toBe(0);
  });

  it('is advised for a file whose declarations need the whole program: emit/not-compiled', async () => {
    writeFiles(folder, { 'templates/elements.ts.hbs': 'export const elements = [1].map(String);\n' });
    const { status, stderr } = await generate({ templates: 'templates' });
    expect(status).toBe(1);
    expect(stderr).toContain('emit/not-compiled: "src/elements.ts" cannot be compiled to JavaScript: ');
    expect(stderr).toContain('or set `compiled: false` for the package');
    expect((await generate({ templates: 'templates', compiled: false })).status).toBe(0);
  });
});
