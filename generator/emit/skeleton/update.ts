import type { ts } from 'ts-morph';
import { type Diagnostic, diagnostic, type Result, type Span } from '../../diagnostics/diagnostic.js';
import { type Compiler, loadCompiler } from './compiler.js';
import type { Insertion } from './edits.js';
import { ImportPlan } from './imports.js';
import { applyInsertions, insertMethods, methodLines } from './methods.js';
import { newSkeleton } from './new-file.js';
import type { SkeletonMethod, SkeletonService } from './service.js';
import { implementingClasses, inheritedMembers, instanceMembers, interfaceNames } from './service-class.js';
import { styleOf } from './source-style.js';

/** A skeleton to make or to extend. */
export interface SkeletonRequest {
  /** As diagnostics show it. */
  readonly path: string;
  /** What the file holds; undefined when there is none. */
  readonly existing?: string | undefined;
  readonly service: SkeletonService;
}

/** A skeleton as it should be. */
export interface SkeletonText {
  readonly text: string;
  /** False: the file is as it should be, and is not to be written. */
  readonly changed: boolean;
}

/**
 * The file in which a person implements a service. A new one has a method for each operation that answers with a fault; to
 * one that exists, methods that are missing are added at the end of the class that implements the service's interface,
 * along with the imports they need. Every other byte stays as it is. A file that cannot be extended is left alone, and a
 * diagnostic says why.
 */
export async function updateSkeleton({ path, existing, service }: SkeletonRequest): Promise<Result<SkeletonText>> {
  const compiler = await loadCompiler();
  const original = existing ?? newSkeleton(service);
  const source = original.startsWith('\ufeff') ? original.slice(1) : original;
  const file = compiler.createSourceFile(path, source, compiler.ScriptTarget.Latest, true, compiler.ScriptKind.TS);
  const broken = syntaxError(compiler, file, path);
  if (broken !== undefined) return [{ text: original, changed: false }, [broken]];

  const [insertions, diagnostics] = extendClasses(compiler, file, path, service);
  const text = insertions.length === 0 ? original : applyInsertions(original, insertions);
  return [{ text, changed: existing === undefined || text !== existing }, diagnostics];
}

function syntaxError(compiler: Compiler, file: ts.SourceFile, path: string): Diagnostic | undefined {
  const { diagnostics = [] } = compiler.transpileModule(file.text, {
    reportDiagnostics: true,
    fileName: 'skeleton.ts',
    compilerOptions: { target: compiler.ScriptTarget.ESNext },
  });
  const [first] = diagnostics;
  if (first === undefined) return undefined;
  const message = compiler.flattenDiagnosticMessageText(first.messageText, ' ');
  return diagnostic('emit/skeleton-syntax', { message }, spanAt(file, path, first.start ?? 0, first.length ?? 0));
}

function extendClasses(
  compiler: Compiler,
  file: ts.SourceFile,
  path: string,
  service: SkeletonService,
): Result<readonly Insertion[]> {
  const known = interfaceNames(compiler, file, service.interfaceName, service.importFrom);
  const classes = implementingClasses(compiler, file, service.interfaceName, known);
  if (classes.length === 0) {
    const { interfaceName } = service;
    return [[], [diagnostic('emit/skeleton-without-class', { interfaceName }, spanAt(file, path, 0, 0))]];
  }
  const style = styleOf(compiler, file);
  const imports = new ImportPlan(compiler, file, style);
  const importFrom = known.from ?? service.importFrom;
  const insertions: Insertion[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const declaration of classes) {
    diagnostics.push(...vanishedOperations(compiler, file, path, declaration, service));
    const [missing, unsure] = missingMethods(compiler, file, path, declaration, service);
    diagnostics.push(...unsure);
    if (missing.length === 0) continue;
    const methods = missing.map((method) => methodLines(compiler, atHome(method, service), imports, importFrom, style));
    insertions.push(insertMethods(file, declaration, methods, style));
  }
  return [[...imports.insertions(), ...insertions], diagnostics];
}

/** A method whose imports from the interface's module come from wherever the file has the interface from. */
function atHome(method: SkeletonMethod, service: SkeletonService): SkeletonMethod {
  const typeImports = method.typeImports.map(({ from, ...rest }) =>
    from === undefined || from === service.importFrom ? rest : { ...rest, from },
  );
  return { ...method, typeImports };
}

/** Methods that a class has to get. None when a base class that cannot be seen may have them: they would hide its own. */
function missingMethods(
  compiler: Compiler,
  file: ts.SourceFile,
  path: string,
  declaration: ts.ClassLikeDeclaration,
  service: SkeletonService,
): Result<readonly SkeletonMethod[]> {
  const own = new Set(instanceMembers(compiler, declaration).map((m) => m.name));
  const inherited = inheritedMembers(compiler, file, declaration);
  const missing = service.methods.filter((m) => !own.has(m.name) && !inherited.names.has(m.name));
  if (missing.length === 0 || inherited.unseen === undefined) return [missing, []];
  const parameters = {
    className: declaration.name?.text ?? 'class',
    base: inherited.unseen,
    methods: missing.map((m) => m.name),
  };
  const place = declaration.name ?? declaration;
  return [[], [diagnostic('emit/skeleton-base-class', parameters, spanOf(file, path, place))]];
}

function vanishedOperations(
  compiler: Compiler,
  file: ts.SourceFile,
  path: string,
  declaration: ts.ClassLikeDeclaration,
  { interfaceName, methods, knownOperations }: SkeletonService,
): readonly Diagnostic[] {
  const present = new Set(methods.map((m) => m.name));
  const vanished = new Set(knownOperations.filter((name) => !present.has(name)));
  const found: Diagnostic[] = [];
  for (const { name, node, isPublic } of instanceMembers(compiler, declaration)) {
    // Overloads have one name: the first tells.
    if (!isPublic || !vanished.delete(name)) continue;
    found.push(diagnostic('emit/vanished-operation', { method: name, interfaceName }, spanOf(file, path, node)));
  }
  return found;
}

function spanOf(file: ts.SourceFile, path: string, node: ts.Node): Span {
  const start = node.getStart(file);
  return spanAt(file, path, start, node.end - start);
}

function spanAt(file: ts.SourceFile, path: string, start: number, length: number): Span {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const lineEnd = file.text.indexOf('\n', start);
  const end = Math.min(start + length, lineEnd === -1 ? file.text.length : lineEnd);
  return { file: path, line: line + 1, column: character + 1, length: Math.max(0, end - start) };
}
