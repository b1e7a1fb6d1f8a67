import { type Diagnostic, diagnostic, type Result } from '../../diagnostics/diagnostic.js';
import { withDocumentsFile } from '../document-loaders.js';
import type { EmittedFile } from '../emitter.js';
import { escapeUnseen } from '../quote.js';
import type { TemplateName } from '../views.js';
import { toCommonJs } from './commonjs.js';
import { nodeModules } from './on-node.js';
import { withOneTypesModule } from './only-types.js';
import { withPackedTexts } from './packed-texts.js';
import { withPureClasses } from './pure-classes.js';
import { withShortNames } from './short-names.js';

type Compiler = typeof import('oxc-transform');

/** Folder of the JavaScript and its declarations within a package. */
const esmFolder = 'esm/';

/** Folder of the same as CommonJS. */
const cjsFolder = 'cjs/';

const ownBuild = 'set `compiled: false` for the package, and build it yourself.';

/**
 * The files of `src/` as they are imported. Only types are removed, so that the modules are the sources; other files are copied.
 *
 * - `esm/`: JavaScript modules with declarations, as bundlers get them. Descriptors have short names (`short-names.ts`) and packed enumerations
 *   (`packed-texts.ts`), clients are pure (`pure-classes.ts`), and modules without code are one (`only-types.ts`).
 * - `esm/on-node/`, where package.json names it: the same for Node, joined into one module (`on-node.ts`).
 * - `cjs/`: the same as CommonJS (`commonjs.ts`).
 *
 * `ownTemplates` says that no template of a user prints any of them. A file of a plug-in that has the place of one of these stays.
 */
export async function compiledFiles(
  files: readonly EmittedFile[],
  ownTemplates = true,
): Promise<Result<readonly EmittedFile[]>> {
  const oxc = await import('oxc-transform').catch(() => undefined);
  if (!oxc) {
    const problem = 'oxc-transform, which does it, has no binary for this platform';
    const advice = `install optional dependencies, too, or ${ownBuild}`;
    return [[], [diagnostic('emit/not-compiled', { path: 'src', problem, advice })]];
  }
  const diagnostics: Diagnostic[] = [];
  const taken = new Set(files.map(({ path }) => path));
  const manifest = files.find(({ path }) => path === 'package.json')?.text ?? '';
  const choosesDocuments = manifest.includes('"#documents"');
  const modules = files.flatMap((file) => {
    const [made, problems] = compiledFile(oxc, file);
    diagnostics.push(...problems);
    return choosesDocuments ? made : made.map(({ path, text }) => ({ path, text: withDocumentsFile(text) }));
  });
  const esm = withOneTypesModule(modules);
  const cjs = diagnostics.length > 0 ? [] : commonJsFiles(oxc, esm, diagnostics);
  const onNode = manifest.includes('"./esm/on-node/') ? nodeModules(withLoaders(esm, files), files, ownTemplates) : [];
  return [[...forBundlers(esm, files), ...onNode, ...cjs].filter(({ path }) => !taken.has(path)), diagnostics];
}

/** The modules that bundlers get in another form than Node, by the template that printed them. */
const bundlerForms: readonly (readonly [TemplateName, (code: string) => string])[] = [
  ['schema.ts', withPackedTexts],
  ['client.ts', withPureClasses],
];

function forBundlers(modules: readonly EmittedFile[], files: readonly EmittedFile[]): readonly EmittedFile[] {
  const forms = new Map(
    bundlerForms.flatMap(([name, form]) =>
      files.filter(({ template }) => template === name).map((file) => [scriptPath(file), form] as const),
    ),
  );
  return modules.map(({ path, text }) => ({ path, text: forms.get(path)?.(text) ?? text }));
}

function scriptPath({ path }: EmittedFile): string {
  return path.replace(/^src\/(.*)ts$/, `${esmFolder}$1js`);
}

/** The modules that load documents are JavaScript from the beginning. */
function withLoaders(modules: readonly EmittedFile[], files: readonly EmittedFile[]): readonly EmittedFile[] {
  return [...modules, ...files.filter(({ path }) => path.startsWith(esmFolder) && path.endsWith('.js'))];
}

function compiledFile(oxc: Compiler, file: EmittedFile): Result<readonly EmittedFile[]> {
  const path = file.path.replace(/^src\//, esmFolder);
  if (path === file.path) {
    return [[], []];
  }
  if (!/(?<!\.d)\.ts$/.test(path)) {
    return [[{ path, text: file.text }], []];
  }
  const source = withoutDirective(file.compiledFrom ?? file.text);
  const { code, declaration = '', errors } = oxc.transformSync(file.path, source, options);
  const made = [
    { path: path.replace(/ts$/, 'js'), text: escapeUnseen(withHeader(scriptOf(file, code), source)) },
    { path: path.replace(/ts$/, 'd.ts'), text: escapeUnseen(withHeader(declarationOf(file, declaration), source)) },
  ];
  const [error] = errors;
  return [made, error ? [notCompiled(file.path, error.message, 'give what it exports explicit types')] : []];
}

/** A source without `// @ts-nocheck`, which is for TypeScript alone. To take the line out costs less than to print all descriptors a second time. */
function withoutDirective(source: string): string {
  return source.replace(/^((?:\/\/.*\n)*?)\/\/ @ts-nocheck.*\n/, '$1');
}

/** Only descriptors are so many that the length of names counts. */
function scriptOf({ template }: EmittedFile, code: string): string {
  return template === 'schema.ts' ? withShortNames(code) : code;
}

/** Compilers that read JavaScript, too, need not read the documents for their type. */
function declarationOf({ template }: EmittedFile, text: string): string {
  return template === 'wsdl.ts' ? text.replace(/^import "\.\.\/documents\/.*\n/m, '') : text;
}

/** The declarations are the same texts: package.json says that the files of the folder are CommonJS. */
function commonJsFiles(oxc: Compiler, esm: readonly EmittedFile[], diagnostics: Diagnostic[]): readonly EmittedFile[] {
  const manifest = { path: `${cjsFolder}package.json`, text: '{\n  "type": "commonjs",\n  "sideEffects": false\n}\n' };
  const made = esm.map(({ path, text }) => {
    const name = path.replace(esmFolder, cjsFolder);
    if (!name.endsWith('.js')) {
      return { path: name, text };
    }
    const code = toCommonJs(oxc, path, withDocumentsFile(text));
    const problem = /\bawait\b/.test(code) ? problemOfScript(oxc, name, code) : undefined;
    if (problem !== undefined) {
      const advice = 'write it without `await` at the top level, which CommonJS does not have';
      diagnostics.push(notCompiled(path.replace(/^esm\/(.*)js$/, 'src/$1ts'), problem, advice));
    }
    return { path: name, text: escapeUnseen(withHeader(code, text)) };
  });
  return made.length === 0 ? [] : [manifest, ...made];
}

/** A module may await at its top level, where CommonJS may not. */
function problemOfScript(oxc: Compiler, path: string, code: string): string | undefined {
  return oxc.transformSync(path, code, { lang: 'js', sourceType: 'commonjs' }).errors[0]?.message;
}

function notCompiled(path: string, message: string, remedy: string): Diagnostic {
  return diagnostic('emit/not-compiled', { path, problem: reasonOf(message), advice: `${remedy}, or ${ownBuild}` });
}

const options = {
  lang: 'ts',
  sourceType: 'module',
  typescript: { onlyRemoveTypeImports: true, declaration: {} },
} as const;

/** The comment at the beginning of a source belongs to its first statement, which may be a type. */
function withHeader(compiled: string, source: string): string {
  const header = /^(?:\/\/.*\n)*/.exec(source)?.[0] ?? '';
  return compiled.startsWith(header) ? compiled : `${header}${compiled}`;
}

function reasonOf(message: string): string {
  const reason = message.trim().replace(/\.$/, '');
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
