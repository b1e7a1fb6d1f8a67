import type { ts } from 'ts-morph';
import { addTo } from '../contract/grouping.js';
import { type Compiler, descendants } from '../emit/skeleton/compiler.js';

/** A file of the program. */
export interface ProgramFile {
  /** Absolute, with `/` between steps. */
  readonly path: string;
  readonly text: string;
}

/** A name: `client`, or `#client` of a class. */
export type NameNode = ts.Identifier | ts.PrivateIdentifier;

/** A function with a body. */
export type FunctionNode = ts.FunctionLikeDeclaration;

/** The files of a program, with what each name in them stands for. Types of libraries are not read: names are enough. */
export class Program {
  readonly ts: Compiler;
  readonly files: readonly ts.SourceFile[];
  readonly #checker: ts.TypeChecker;
  readonly #uses = new Map<ts.Symbol, NameNode[]>();
  readonly #assigned = new Map<ts.Symbol, ts.Expression[]>();
  /** What is assigned to members by file and name: `services.stock = client`. */
  readonly #kept = new Map<string, ts.Expression[]>();
  /** Names of members that the program itself declares: to find out what others stand for costs much and gives nothing. */
  readonly #members = new Set<string>();

  constructor(compiler: Compiler, files: readonly ProgramFile[]) {
    this.ts = compiler;
    const program = programOf(compiler, files);
    this.#checker = program.getTypeChecker();
    this.files = files.flatMap(({ path }) => program.getSourceFile(path) ?? []);
    for (const file of this.files) {
      for (const node of descendants(compiler, file)) {
        this.#addMember(node);
      }
    }
    for (const file of this.files) {
      this.#index(file);
    }
  }

  #addMember(node: ts.Node): void {
    const { ts } = this;
    const { parent } = node;
    if (!ts.isMemberName(node)) {
      return;
    }
    const isAssigned =
      ts.isPropertyAccessExpression(parent) &&
      parent.name === node &&
      ts.isBinaryExpression(parent.parent) &&
      parent.parent.left === parent;
    const isDeclared =
      'name' in parent &&
      parent.name === node &&
      (ts.isClassElement(parent) ||
        ts.isTypeElement(parent) ||
        ts.isObjectLiteralElement(parent) ||
        ts.isParameter(parent) ||
        ts.isFunctionLike(parent) ||
        ts.isVariableDeclaration(parent));
    if (isAssigned || isDeclared) {
      this.#members.add(node.text);
    }
  }

  #index(file: ts.SourceFile): void {
    for (const node of descendants(this.ts, file)) {
      if (this.ts.isMemberName(node)) {
        const symbol = this.symbolOf(node);
        if (symbol !== undefined) {
          addTo(this.#uses, symbol, node);
        }
      } else if (this.ts.isBinaryExpression(node) && this.#isAssignment(node)) {
        const name = this.nameOf(node.left);
        const symbol = name && this.symbolOf(name);
        if (symbol !== undefined) {
          addTo(this.#assigned, symbol, node.right);
        }
        if (this.ts.isPropertyAccessExpression(node.left)) {
          addTo(this.#kept, `${file.fileName} ${node.left.name.text}`, node.right);
        }
      }
    }
  }

  #isAssignment({ operatorToken }: ts.BinaryExpression): boolean {
    const { SyntaxKind } = this.ts;
    return [
      SyntaxKind.EqualsToken,
      SyntaxKind.QuestionQuestionEqualsToken,
      SyntaxKind.BarBarEqualsToken,
      SyntaxKind.AmpersandAmpersandEqualsToken,
    ].includes(operatorToken.kind);
  }

  /** The identifier that an expression ends with: `client` of `this.client`. */
  nameOf(node: ts.Node): NameNode | undefined {
    const bare = this.bare(node);
    if (this.ts.isIdentifier(bare)) {
      return bare;
    }
    return this.ts.isPropertyAccessExpression(bare) ? bare.name : undefined;
  }

  /** What a name stands for, in the file that declares it if that is one of the program. */
  symbolOf(name: NameNode): ts.Symbol | undefined {
    const { parent } = name;
    if (this.ts.isPropertyAccessExpression(parent) && parent.name === name && !this.#members.has(name.text)) {
      return undefined;
    }
    const symbol =
      this.ts.isShorthandPropertyAssignment(parent) && parent.name === name
        ? this.#checker.getShorthandAssignmentValueSymbol(parent)
        : this.#checker.getSymbolAtLocation(name);
    if (symbol === undefined || (symbol.flags & this.ts.SymbolFlags.Alias) === 0) {
      return symbol;
    }
    const aliased = this.#checker.getAliasedSymbol(symbol);
    return (aliased.declarations?.length ?? 0) > 0 ? aliased : symbol;
  }

  /** The names that stand for the same, in all files. */
  usesOf(symbol: ts.Symbol): readonly NameNode[] {
    return this.#uses.get(symbol) ?? [];
  }

  /** What is assigned to a name outside of its declaration. */
  assignedTo(symbol: ts.Symbol): readonly ts.Expression[] {
    return this.#assigned.get(symbol) ?? [];
  }

  /** What a file assigns to members of a name, whatever has them. */
  keptAs(name: NameNode): readonly ts.Expression[] {
    return this.#kept.get(`${name.getSourceFile().fileName} ${name.text}`) ?? [];
  }

  /** True where a name is only declared, not used. */
  isDeclaration(name: NameNode): boolean {
    const { parent } = name;
    return 'name' in parent && parent.name === name && !this.ts.isPropertyAccessExpression(parent)
      ? !this.ts.isShorthandPropertyAssignment(parent)
      : false;
  }

  /** The expression that a name is the end of. */
  expressionOf(name: NameNode): ts.Expression {
    const { parent } = name;
    return this.ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : (name as ts.Identifier);
  }

  /** The expression without parentheses and assertions around it. */
  bare(node: ts.Node): ts.Node {
    let inner = node;
    while (this.#isAround(inner)) {
      inner = inner.expression;
    }
    return inner;
  }

  /** The expression with parentheses and assertions around it. */
  whole(node: ts.Expression): ts.Expression {
    let outer: ts.Expression = node;
    while (this.#isAround(outer.parent)) {
      outer = outer.parent;
    }
    return outer;
  }

  #isAround(
    node: ts.Node,
  ): node is ts.ParenthesizedExpression | ts.AsExpression | ts.NonNullExpression | ts.SatisfiesExpression {
    return (
      this.ts.isParenthesizedExpression(node) ||
      this.ts.isAsExpression(node) ||
      this.ts.isNonNullExpression(node) ||
      this.ts.isSatisfiesExpression(node)
    );
  }

  /** What an expression is known to be: a string, or something that is written as one. */
  kindOf(node: ts.Expression): 'string' | 'other' | undefined {
    const { TypeFlags } = this.ts;
    const { flags } = this.#checker.getTypeAtLocation(node);
    const isOther = (flags & (TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike)) !== 0;
    return (flags & TypeFlags.StringLike) !== 0 ? 'string' : isOther ? 'other' : undefined;
  }

  /** The function of the program that a call calls. */
  calledFunction(callee: ts.Expression): FunctionNode | undefined {
    const name = this.nameOf(callee);
    const symbol = name && this.symbolOf(name);
    // Without a name it is called where it is written.
    return name === undefined
      ? this.functionAt(callee)
      : symbol?.declarations?.map((each) => this.functionAt(each)).find((each) => each !== undefined);
  }

  /** The function that a declaration or an expression is; of a class its constructor. */
  functionAt(node: ts.Node): FunctionNode | undefined {
    const bare = this.bare(node);
    if (this.ts.isFunctionLike(bare) && 'body' in bare) {
      return bare as FunctionNode;
    }
    const { ts } = this;
    if (ts.isClassLike(bare)) {
      return bare.members.find((each) => ts.isConstructorDeclaration(each) && each.body !== undefined) as
        | ts.ConstructorDeclaration
        | undefined;
    }
    if ((ts.isVariableDeclaration(bare) || ts.isPropertyDeclaration(bare)) && bare.initializer) {
      return this.functionAt(bare.initializer);
    }
    if (ts.isPropertyAssignment(bare)) {
      return this.functionAt(bare.initializer);
    }
    if (ts.isShorthandPropertyAssignment(bare)) {
      return this.calledFunction(bare.name);
    }
    return undefined;
  }

  /** The nodes of a function's body that are not in a function within it. */
  *ownNodes(fn: ts.Node): Generator<ts.Node> {
    const isOwn = (node: ts.Node): boolean =>
      node === fn || !(this.ts.isFunctionLike(node) || this.ts.isClassLike(node));
    for (const node of descendants(this.ts, fn, isOwn)) {
      if (node !== fn) {
        yield node;
      }
    }
  }

  /** What a function returns. */
  returnedBy({ body }: FunctionNode): readonly ts.Expression[] {
    if (body === undefined || !this.ts.isBlock(body)) {
      return body === undefined ? [] : [body];
    }
    return [...this.ownNodes(body)].flatMap((node) =>
      this.ts.isReturnStatement(node) && node.expression ? [node.expression] : [],
    );
  }

  /** True in a file of TypeScript, whose types have to fit. */
  isTyped(node: ts.Node): boolean {
    return /\.[cm]?tsx?$/.test(node.getSourceFile().fileName);
  }

  isAsync(fn: FunctionNode): boolean {
    const { ts } = this;
    return (ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Async) !== 0;
  }
}

/** True for an argument that is left out, or says that there is none. */
export function isNothing(node: ts.Expression | undefined): boolean {
  return node === undefined || ['null', 'undefined'].includes(node.getText());
}

function programOf(compiler: Compiler, files: readonly ProgramFile[]): ts.Program {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const host: ts.CompilerHost = {
    getSourceFile: (name, version) => {
      const text = texts.get(name);
      return text === undefined ? undefined : compiler.createSourceFile(name, text, version, true);
    },
    writeFile: () => undefined,
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => texts.has(name),
    readFile: (name) => texts.get(name),
    directoryExists: (name) => folders.has(name),
    getDirectories: () => [],
  };
  const options: ts.CompilerOptions = {
    noLib: true,
    strictNullChecks: true,
    allowJs: true,
    types: [],
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    target: compiler.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  return compiler.createProgram([...texts.keys()], options, host);
}

function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/') || '/');
}
