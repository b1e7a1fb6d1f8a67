import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../diagnostics/catalogue/index.js';
import { type DiagnosticParameters, diagnostic } from '../diagnostics/diagnostic.js';
import { type Compiler, descendants } from '../emit/skeleton/compiler.js';
import { type SourceStyle, styleOf } from '../emit/skeleton/source-style.js';
import { FileChanges } from './edits.js';
import type { Program } from './program.js';
import type { TargetPackage } from './targets.js';
import type { Values } from './values.js';

/** What a run may use. */
export interface RewriteSettings {
  readonly target: TargetPackage;
  /** Values of placeholders by name. */
  readonly define: Readonly<Record<string, string>>;
  /** Name of the service that all clients call. */
  readonly service?: string;
  /** The path of a file as the user is shown it. */
  readonly display: (path: string) => string;
  /** The files are written: places are those of the changed texts. */
  readonly writes: boolean;
}

/** Everything that the steps share: the program, what is known of it, and what becomes of its files. */
export class ProgramChanges {
  readonly program: Program;
  readonly values: Values;
  readonly settings: RewriteSettings;
  readonly #files = new Map<ts.SourceFile, FileChanges>();
  readonly #styles = new Map<ts.SourceFile, SourceStyle>();
  readonly #names = new Map<ts.SourceFile, ReadonlySet<string>>();

  constructor(program: Program, values: Values, settings: RewriteSettings) {
    this.program = program;
    this.values = values;
    this.settings = settings;
  }

  /** What becomes of the file of a node. */
  of(node: ts.Node): FileChanges {
    const file = node.getSourceFile();
    let changes = this.#files.get(file);
    if (changes === undefined) {
      changes = new FileChanges(file);
      this.#files.set(file, changes);
    }
    return changes;
  }

  replace(node: ts.Node, start: number, end: number, text: string): void {
    this.of(node).replace(start, end, text);
  }

  /** Says something about a place. */
  say<C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, node: ts.Node): void {
    const start = node.getStart();
    this.of(node).findings.push({ diagnostic: diagnostic(code, parameters), start });
  }

  /** The style of a file. */
  style(node: ts.Node): SourceStyle {
    const file = node.getSourceFile();
    let style = this.#styles.get(file);
    if (style === undefined) {
      style = styleOf(this.program.ts, file);
      this.#styles.set(file, style);
    }
    return style;
  }

  /** The name for an export of a module that the file of a node imports from now on. */
  imported(node: ts.Node, module: string, name: string): string {
    return this.of(node).imported(module, name, (taken) => this.isTaken(node.getSourceFile(), module, name, taken));
  }

  /** True if a file uses a name for something else. */
  isTaken(file: ts.SourceFile, module: string, name: string, local: string): boolean {
    return this.#namesIn(file).has(local) && !this.#importsAlready(file, module, name, local);
  }

  /** True if a file has the import already. */
  #importsAlready(file: ts.SourceFile, module: string, name: string, local: string): boolean {
    const { ts } = this.program;
    return file.statements.some((each) => {
      const isSame =
        ts.isImportDeclaration(each) &&
        ts.isStringLiteral(each.moduleSpecifier) &&
        each.moduleSpecifier.text === module;
      const named = isSame ? each.importClause?.namedBindings : undefined;
      return (
        named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.some((own) => own.name.text === local && (own.propertyName ?? own.name).text === name)
      );
    });
  }

  #namesIn(file: ts.SourceFile): ReadonlySet<string> {
    let names = this.#names.get(file);
    if (names === undefined) {
      const { ts } = this.program;
      names = new Set(
        [...descendants(ts, file)].flatMap((node) =>
          ts.isIdentifier(node) && !isOnlyMember(ts, node) ? [node.text] : [],
        ),
      );
      this.#names.set(file, names);
    }
    return names;
  }

  get files(): readonly FileChanges[] {
    return [...this.#files.values()];
  }
}

/** True for a name that stands for nothing in the file: that of a member, or of an export of another module. */
function isOnlyMember(compiler: Compiler, { parent, text }: ts.Identifier): boolean {
  if (compiler.isPropertyAccessExpression(parent)) {
    return parent.name.text === text && parent.expression.getText() !== text;
  }
  return compiler.isImportSpecifier(parent) && parent.propertyName?.text === text && parent.name.text !== text;
}
