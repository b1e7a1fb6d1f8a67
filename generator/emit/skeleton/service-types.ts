import type { ts } from 'ts-morph';
import type { Compiler } from './compiler.js';
import type { Module, Modules, Resolved } from './modules.js';

/** The demands of a type on an implementation of the service. */
export interface Demand {
  /** Methods that it has to have. */
  readonly required: ReadonlySet<string>;
  /** Methods that it may have; `required` among them. */
  readonly offered: ReadonlySet<string>;
  /** False: the type is made from the service's interface in a way that is not understood here. */
  readonly understood: boolean;
}

/** The interface to look for. */
export interface InterfaceName {
  readonly interfaceName: string;
  /** Module specifier of the generated package. */
  readonly importFrom: string;
  /** Names of the interface's methods. */
  readonly methods: readonly string[];
}

type Reference = ts.EntityName | ts.Expression;

/**
 * Finds the relation of types to the generated interface of a service: the interface itself under any name, interfaces that
 * extend it, aliases, intersections, `Pick`, `Omit`, `Partial` and the like, in the same file or in others.
 */
export class ServiceTypes {
  readonly #compiler: Compiler;
  readonly #modules: Modules;
  readonly #service: InterfaceName;
  readonly #all: Demand;
  readonly #open = new Set<ts.Node>();

  constructor(compiler: Compiler, modules: Modules, service: InterfaceName) {
    this.#compiler = compiler;
    this.#modules = modules;
    this.#service = service;
    const methods = new Set(service.methods);
    this.#all = { required: methods, offered: methods, understood: true };
  }

  /** The demands of a type; `undefined` if it has nothing to do with the service. */
  demandOf(node: ts.Node, module: Module): Demand | undefined {
    const compiler = this.#compiler;
    if (this.#open.has(node)) {
      return undefined;
    }
    this.#open.add(node);
    try {
      if (compiler.isParenthesizedTypeNode(node)) {
        return this.demandOf(node.type, module);
      }
      if (compiler.isIntersectionTypeNode(node)) {
        return this.#union(node.types.map((t) => this.demandOf(t, module)));
      }
      if (compiler.isTypeReferenceNode(node)) {
        return this.#named(node.typeName, node.typeArguments, module);
      }
      if (compiler.isExpressionWithTypeArguments(node)) {
        return this.#named(node.expression, node.typeArguments, module);
      }
      if (compiler.isImportTypeNode(node)) {
        return this.#importType(node, module);
      }
      return compiler.isMappedTypeNode(node) ? this.#mapped(node, module) : undefined;
    } finally {
      this.#open.delete(node);
    }
  }

  /** The demands of a type that a comment names. */
  demandOfText(type: string, module: Module): Demand | undefined {
    const { createSourceFile, ScriptTarget, isTypeAliasDeclaration } = this.#compiler;
    const [only] = createSourceFile('type.ts', `type _ = ${type}`, ScriptTarget.Latest, true).statements;
    return only && isTypeAliasDeclaration(only) ? this.demandOf(only.type, module) : undefined;
  }

  /** The demands of the interface itself. */
  whole(): Demand {
    return this.#all;
  }

  /** The demands of an interface through the types that it extends. */
  demandOfInterface({ heritageClauses }: ts.InterfaceDeclaration, module: Module): Demand | undefined {
    const bases = heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    return this.#union(bases.map((base) => this.demandOf(base, module)));
  }

  #named(name: Reference, args: ts.NodeArray<ts.TypeNode> | undefined, module: Module): Demand | undefined {
    if (!this.#compiler.isIdentifier(name)) {
      return this.#qualified(name, module);
    }
    const resolved = this.#modules.resolve({ module, name: name.text });
    if (resolved === undefined) {
      return name.text === this.#service.interfaceName && !this.#importsInterface(module)
        ? this.#all
        : this.#utility(name.text, args ?? [], module);
    }
    const demand = this.#resolved(resolved, module.imports.get(name.text)?.name);
    return args === undefined ? demand : (this.#inArguments(args, module) ?? demand);
  }

  /** The meaning of a name that is declared or imported; `imported` is the name under which it was imported. */
  #resolved(resolved: Resolved, imported: string | undefined): Demand | undefined {
    const { interfaceName } = this.#service;
    switch (resolved.kind) {
      case 'other-package':
        return undefined;
      case 'package':
      case 'unread':
        return [resolved.name, imported].includes(interfaceName) ? this.#all : undefined;
      case 'declared':
        return this.#declared(resolved);
    }
  }

  #declared(resolved: Resolved & { readonly kind: 'declared' }): Demand | undefined {
    const { interfaceName } = this.#service;
    const demands = (resolved.module.types.get(resolved.name) ?? []).map((declaration) =>
      this.#compiler.isInterfaceDeclaration(declaration)
        ? this.demandOfInterface(declaration, resolved.module)
        : this.demandOf(declaration.type, resolved.module),
    );
    // An interface of this name, wherever it is declared, is treated as the generated one.
    return this.#union(demands) ?? (resolved.name === interfaceName ? this.#all : undefined);
  }

  /** `api.ShopService`, where `api` is imported. */
  #qualified(name: Reference, module: Module): Demand | undefined {
    const compiler = this.#compiler;
    const isProperty = compiler.isPropertyAccessExpression(name);
    if (!isProperty && !compiler.isQualifiedName(name)) {
      return undefined;
    }
    const right = isProperty ? name.name.text : name.right.text;
    let left: Reference = isProperty ? name.expression : name.left;
    while (!compiler.isIdentifier(left)) {
      if (compiler.isPropertyAccessExpression(left)) {
        left = left.expression;
      } else if (compiler.isQualifiedName(left)) {
        left = left.left;
      } else {
        return undefined;
      }
    }
    const imported = module.imports.get(left.text);
    if (imported === undefined) {
      return undefined;
    }
    const { specifier } = imported;
    const resolved = imported.name === '*' && this.#modules.resolveImport({ specifier, name: right }, module);
    if (resolved) {
      return this.#resolved(resolved, right);
    }
    return right === this.#service.interfaceName ? this.#all : undefined;
  }

  #importType({ qualifier, argument }: ts.ImportTypeNode, module: Module): Demand | undefined {
    const compiler = this.#compiler;
    if (qualifier === undefined || !compiler.isIdentifier(qualifier) || !compiler.isLiteralTypeNode(argument)) {
      return;
    }
    const specifier = compiler.isStringLiteral(argument.literal) ? argument.literal.text : '';
    const resolved = this.#modules.resolveImport({ specifier, name: qualifier.text }, module);
    return resolved && this.#resolved(resolved, qualifier.text);
  }

  #importsInterface({ imports }: Module): boolean {
    return [...imports.values()].some(({ name }) => name === this.#service.interfaceName);
  }

  #utility(name: string, args: readonly ts.TypeNode[], module: Module): Demand | undefined {
    const [first, second] = args;
    const whole = first && this.demandOf(first, module);
    if (whole === undefined) {
      return args.length > 0 ? this.#inArguments(args, module) : undefined;
    }
    if (name === 'Partial') {
      return { ...whole, required: new Set() };
    }
    if (name === 'Required') {
      return { ...whole, required: whole.offered };
    }
    if (name === 'Readonly' || name === 'NonNullable') {
      return whole;
    }
    if (name !== 'Pick' && name !== 'Omit') {
      return this.#inArguments(args, module);
    }
    const keys = second && this.#keysOf(second, module);
    if (keys === undefined) {
      return { ...whole, understood: false };
    }
    const keep = (names: ReadonlySet<string>): ReadonlySet<string> =>
      new Set([...names].filter((method) => keys.has(method) === (name === 'Pick')));
    return { ...whole, required: keep(whole.required), offered: keep(whole.offered) };
  }

  /** The property names that a type lists; `undefined` if that is not clear. */
  #keysOf(node: ts.TypeNode, module: Module): ReadonlySet<string> | undefined {
    const compiler = this.#compiler;
    if (compiler.isParenthesizedTypeNode(node)) {
      return this.#keysOf(node.type, module);
    }
    if (compiler.isLiteralTypeNode(node)) {
      return compiler.isStringLiteral(node.literal) ? new Set([node.literal.text]) : undefined;
    }
    if (compiler.isUnionTypeNode(node)) {
      return unionOf(node.types.map((type) => this.#keysOf(type, module)));
    }
    if (compiler.isTypeOperatorNode(node)) {
      return node.operator === compiler.SyntaxKind.KeyOfKeyword ? this.demandOf(node.type, module)?.offered : undefined;
    }
    if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) {
      return undefined;
    }
    return this.#namedKeys(node.typeName.text, node.typeArguments ?? [], module, node);
  }

  #namedKeys(
    name: string,
    args: readonly ts.TypeNode[],
    module: Module,
    node: ts.Node,
  ): ReadonlySet<string> | undefined {
    const [alias] = module.types.get(name) ?? [];
    if (alias !== undefined) {
      if (!this.#compiler.isTypeAliasDeclaration(alias) || this.#open.has(node)) {
        return undefined;
      }
      this.#open.add(node);
      const keys = this.#keysOf(alias.type, module);
      this.#open.delete(node);
      return keys;
    }
    const [all, some] = args.map((arg) => this.#keysOf(arg, module));
    if (all === undefined || some === undefined || (name !== 'Exclude' && name !== 'Extract')) {
      return undefined;
    }
    return new Set([...all].filter((key) => some.has(key) === (name === 'Extract')));
  }

  #inArguments(args: readonly ts.TypeNode[], module: Module): Demand | undefined {
    return this.#doubtful(args.some((arg) => this.demandOf(arg, module) !== undefined));
  }

  /** `{ [K in keyof Service]: … }`. */
  #mapped({ typeParameter }: ts.MappedTypeNode, module: Module): Demand | undefined {
    const keys = typeParameter.constraint && this.#keysOf(typeParameter.constraint, module);
    return this.#doubtful(keys === this.#all.offered);
  }

  #doubtful(mentioned: boolean): Demand | undefined {
    return mentioned ? { ...this.#all, understood: false } : undefined;
  }

  #union(demands: readonly (Demand | undefined)[]): Demand | undefined {
    const known = demands.filter((demand) => demand !== undefined);
    if (known.length === 0) {
      return undefined;
    }
    return {
      required: new Set(known.flatMap(({ required }) => [...required])),
      offered: new Set(known.flatMap(({ offered }) => [...offered])),
      understood: known.every(({ understood }) => understood),
    };
  }

  /** An implementation of several types at once must have the members that each of them demands. */
  unite(demands: readonly (Demand | undefined)[]): Demand | undefined {
    return this.#union(demands);
  }
}

function unionOf(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const union = new Set<string>();
  for (const set of sets) {
    if (set === undefined) {
      return undefined;
    }
    for (const key of set) {
      union.add(key);
    }
  }
  return union;
}
