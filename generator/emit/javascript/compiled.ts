import { append } from '../../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../../diagnostics/diagnostic.js';
import { withDocumentsFile } from '../document-loaders.js';
import type { EmittedFile } from '../emitter.js';
import type { NamespaceHome } from '../namespace-homes.js';
import { compiledFolder } from '../package-folders.js';
import { escapeUnseen } from '../quote.js';
import type { TemplateName } from '../views.js';
import { toCommonJs } from './commonjs.js';
import { type CompiledModule, declarationExtension } from './compiled-module.js';
import { packageModules } from './package-modules.js';
import { withPackedTexts } from './packed-texts.js';
import { withPureClasses, withPureObjects } from './pure-parts.js';
import { withRuntimeEntry } from './runtime-entry.js';
import { withShortNames } from './short-names.js';

type Compiler = typeof import('oxc-transform');

const ownBuild = 'set `compiled: false` for the package, and build it yourself.';

/**
 * The files of `src/` as they are imported, in `js/`. Only types are removed; other files are copied. There are few of them (`package-modules.ts`), once as ES modules and once as
 * CommonJS, each with declarations. Descriptors have short names (`short-names.ts`), and in ES modules packed enumerations (`packed-texts.ts`); clients are pure (`pure-parts.ts`).
 *
 * `ownTemplates` says that no template of a user prints any of them; `namespaces` are the files of further namespaces. A file of a plug-in that has the place of one of these stays.
 */
export async function compiledFiles(
  files: readonly EmittedFile[],
  ownTemplates = true,
  namespaces: ReadonlyMap<string, NamespaceHome> = new Map(),
): Promise<Result<readonly EmittedFile[]>> {
  const oxc = await import('oxc-transform').catch(() => undefined);
  if (!oxc) {
    const problem = 'oxc-transform, which does it, has no binary for this platform';
    const advice = `install optional dependencies, too, or ${ownBuild}`;
    return [[], [diagnostic('emit/not-compiled', { path: 'src', problem, advice })]];
  }
  const diagnostics: Diagnostic[] = [];
  const manifest = files.find(({ path }) => path === 'package.json')?.text ?? '';
  const modules = files.filter(isModule).map((file) => {
    const [module, problems] = compiledModule(oxc, file, manifest.includes('"#documents"'));
    append(diagnostics, problems);
    return module;
  });
  const esm = packageModules(modules, 'esm', ownTemplates, namespaces);
  const cjs = packageModules(modules, 'cjs', ownTemplates, namespaces);
  const made = [
    ...esm.scripts.map(withShortDescriptors).map(withPackedDescriptors).map(withOneEntry),
    ...esm.declarations,
    ...(diagnostics.length > 0
      ? []
      : commonJsFiles(oxc, cjs.scripts.map(withShortDescriptors).map(withOneEntry), diagnostics)),
    ...cjs.declarations,
    ...files.flatMap(copies),
  ];
  const taken = new Set(files.map(({ path }) => path));
  const placed = made.map(({ path, text }) => ({ path: `${compiledFolder}${path}`, text: escapeUnseen(text) }));
  return [placed.filter(({ path }) => !taken.has(path)), diagnostics];
}

/** Only descriptors are so many that the length of names counts. */
function withShortDescriptors({ path, text }: EmittedFile): EmittedFile {
  return { path, text: hasDescriptors(path) ? withShortNames(text) : text };
}

function withPackedDescriptors({ path, text }: EmittedFile): EmittedFile {
  return { path, text: hasDescriptors(path) ? withPackedTexts(text) : text };
}

function withOneEntry({ path, text }: EmittedFile): EmittedFile {
  return { path, text: withRuntimeEntry(text) };
}

/** True for the files of descriptors. */
function hasDescriptors(path: string): boolean {
  return /^(?:modules\/)?schema[./]/.test(path);
}

function isModule({ path }: EmittedFile): boolean {
  return path.startsWith('src/') && /(?<!\.d)\.ts$/.test(path);
}

/** Files of a plug-in that need no compiler. Declarations that it writes are for both formats. */
function copies({ path, text }: EmittedFile): readonly EmittedFile[] {
  const place = path.replace(/^src\//, '');
  if (place === path || /(?<!\.d)\.ts$/.test(path)) {
    return [];
  }
  const stem = place.slice(0, -declarationExtension.esm.length);
  return place.endsWith(declarationExtension.esm)
    ? [
        { path: place, text },
        { path: `${stem}${declarationExtension.cjs}`, text },
      ]
    : [{ path: place, text }];
}

function compiledModule(oxc: Compiler, file: EmittedFile, choosesDocuments: boolean): Result<CompiledModule> {
  const source = withoutDirective(file.compiledFrom ?? file.text);
  const { code, declaration = '', errors } = oxc.transformSync(file.path, source, options);
  const [error] = errors;
  const isOurs = file.plugin === undefined && file.template !== undefined;
  const pureForm = (isOurs && file.template && pureForms.get(file.template)) || ((text: string) => text);
  const script = pureForm(withHeader(code, source));
  const module: CompiledModule = {
    path: file.path.slice('src/'.length, -'.ts'.length),
    source: file,
    isOurs,
    code: choosesDocuments ? script : withDocumentsFile(script),
    ...(file.compiledFrom !== undefined && {
      codeOfCommonJs: withHeader(oxc.transformSync(file.path, file.text, options).code, file.text),
    }),
    declaration: withHeader(declaration, source),
  };
  return [module, error ? [notCompiled(file.path, error.message, 'give what it exports explicit types')] : []];
}

/** The modules of which bundlers would keep parts that nothing uses, with what marks these as pure, by the template that prints them. */
const pureForms: ReadonlyMap<TemplateName, (code: string) => string> = new Map<TemplateName, (code: string) => string>([
  ['client.ts', withPureClasses],
  ['elements.ts', withPureObjects],
]);

/** A source without `// @ts-nocheck`, which is for TypeScript alone. To take the line out costs less than to print all descriptors a second time. */
function withoutDirective(source: string): string {
  return source.replace(/^((?:\/\/.*\n)*?)\/\/ @ts-nocheck.*\n/, '$1');
}

function commonJsFiles(
  oxc: Compiler,
  files: readonly EmittedFile[],
  diagnostics: Diagnostic[],
): readonly EmittedFile[] {
  return files.map(({ path, text }) => {
    const code = toCommonJs(oxc, path, text);
    const problem = /\bawait\b/.test(code) ? problemOfScript(oxc, path, code) : undefined;
    if (problem !== undefined) {
      const advice = 'write it without `await` at the top level, which CommonJS does not have';
      diagnostics.push(notCompiled(path.replace(/^(?:modules\/)?(.*)cjs$/, 'src/$1ts'), problem, advice));
    }
    return { path, text: withHeader(code, text) };
  });
}

/** A module may await at its top level, where CommonJS may not. */
function problemOfScript(oxc: Compiler, path: string, code: string): string | undefined {
  return oxc.transformSync(path.replace(/cjs$/, 'js'), code, { lang: 'js', sourceType: 'commonjs' }).errors[0]?.message;
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
