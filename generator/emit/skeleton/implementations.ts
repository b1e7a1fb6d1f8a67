import type { ts } from 'ts-morph';
import { append } from '../../diagnostics/append.js';
import { baseClasses } from './base-classes.js';
import { type Compiler, descendants } from './compiler.js';
import type { Module, Modules } from './modules.js';
import { isScript, taggedTypes } from './script.js';
import type { Demand, ServiceTypes } from './service-types.js';

/** A class or an object that implements a service, or a part of it. */
export interface Implementation {
  readonly node: ts.ClassLikeDeclaration | ts.ObjectLiteralExpression;
  /** As messages call it. */
  readonly name: string;
  /** Where messages point. */
  readonly place: ts.Node;
  readonly demand: Demand;
}

/**
 * The classes and object literals of a file that implement a service, in source order: by `implements`, by the type of a
 * variable or of a result, by `satisfies`, or as the argument of the generated function that joins service and
 * implementation.
 */
export function findImplementations(
  compiler: Compiler,
  modules: Modules,
  module: Module,
  types: ServiceTypes,
  factoryName: string,
): readonly Implementation[] {
  const demands = new Map<Implementation['node'], Demand[]>();
  const add = (node: Implementation['node'], demand: Demand): void => {
    demands.set(node, [...(demands.get(node) ?? []), demand]);
  };
  const finder = new Finder(compiler, modules, module, types, factoryName, add);
  for (const node of descendants(compiler, module.file)) {
    finder.visit(node);
  }
  const found = [...demands].flatMap(([node, all]): readonly Implementation[] => {
    const demand = types.unite(all);
    return demand ? [{ node, demand, ...nameOf(compiler, node) }] : [];
  });
  const certain = found.filter(({ demand }) => demand.understood);
  // `Provider<Service>` is seldom an implementation: it counts only if nothing else does.
  return (certain.length > 0 ? certain : found).sort((a, b) => a.node.pos - b.node.pos);
}

class Finder {
  readonly #compiler: Compiler;
  readonly #modules: Modules;
  readonly #module: Module;
  readonly #types: ServiceTypes;
  readonly #factoryName: string;
  readonly #add: (node: Implementation['node'], demand: Demand) => void;

  constructor(
    compiler: Compiler,
    modules: Modules,
    module: Module,
    types: ServiceTypes,
    factoryName: string,
    add: (node: Implementation['node'], demand: Demand) => void,
  ) {
    this.#compiler = compiler;
    this.#modules = modules;
    this.#module = module;
    this.#types = types;
    this.#factoryName = factoryName;
    this.#add = add;
  }

  visit(node: ts.Node): void {
    const compiler = this.#compiler;
    if (compiler.isClassLike(node)) {
      this.#class(node);
    } else if (compiler.isVariableDeclaration(node) || compiler.isPropertyDeclaration(node)) {
      const demands = [this.#demand(node.type), ...this.#tagged(node, 'type'), ...this.#tagged(node, 'satisfies')];
      this.#values(node.initializer, this.#types.unite(demands));
    } else if (compiler.isSatisfiesExpression(node)) {
      this.#values(node.expression, this.#demand(node.type));
    } else if (compiler.isCallExpression(node)) {
      this.#call(node);
    } else if (compiler.isFunctionLike(node) && node.type !== undefined) {
      this.#function(node, node.type);
    }
  }

  #demand(type: ts.TypeNode | undefined): Demand | undefined {
    return type && this.#types.demandOf(type, this.#module);
  }

  /** The demands of the types that a tag names in the comments before a declaration of JavaScript. */
  #tagged(node: ts.Node, tag: Parameters<typeof taggedTypes>[1]): readonly (Demand | undefined)[] {
    if (!isScript(this.#module.path)) {
      return [];
    }
    const holder = this.#compiler.findAncestor(node, this.#compiler.isStatement) ?? node;
    const places = holder === node ? [node] : [holder, node];
    return places
      .flatMap((place) => taggedTypes(place, tag, this.#module.file))
      .map((type) => this.#types.demandOfText(type, this.#module));
  }

  #class(node: ts.ClassLikeDeclaration): void {
    const clause = node.heritageClauses?.find((c) => c.token === this.#compiler.SyntaxKind.ImplementsKeyword);
    const demands = (clause?.types ?? []).map((type) => this.#types.demandOf(type, this.#module));
    append(demands, this.#tagged(node, 'implements'));
    // An interface of the same name is merged into the class.
    for (const merged of this.#module.types.get(node.name?.text ?? '') ?? []) {
      if (this.#compiler.isInterfaceDeclaration(merged)) {
        demands.push(this.#types.demandOfInterface(merged, this.#module));
      }
    }
    const demand = this.#types.unite(demands) ?? this.#inheritedDemand(node);
    if (demand) {
      this.#add(node, demand);
    }
  }

  /** The methods that a base class in another file leaves to its subclasses. A base class in this file is checked itself. */
  #inheritedDemand(node: ts.ClassLikeDeclaration): Demand | undefined {
    const bases = baseClasses(this.#compiler, this.#modules, node, this.#module).filter(
      ({ module }) => module !== this.#module,
    );
    return this.#types.unite(
      bases.flatMap((base) => {
        const clause = base.node.heritageClauses?.find((c) => c.token === this.#compiler.SyntaxKind.ImplementsKeyword);
        return (clause?.types ?? []).map((type) => this.#types.demandOf(type, base.module));
      }),
    );
  }

  /** `shopApi({ … })`. */
  #call({ expression, arguments: [argument] }: ts.CallExpression): void {
    const compiler = this.#compiler;
    const callee = compiler.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!compiler.isIdentifier(callee) || argument === undefined) {
      return;
    }
    const root = compiler.isPropertyAccessExpression(expression) ? expression.expression : expression;
    const imported = compiler.isIdentifier(root) ? this.#module.imports.get(root.text) : undefined;
    if (imported === undefined || (imported.name === '*' ? callee.text : imported.name) !== this.#factoryName) {
      return;
    }
    this.#values(argument, this.#types.whole());
  }

  #function(node: ts.SignatureDeclaration, type: ts.TypeNode): void {
    const compiler = this.#compiler;
    const isPromise =
      compiler.isTypeReferenceNode(type) && compiler.isIdentifier(type.typeName) && type.typeName.text === 'Promise';
    const demand = this.#demand(isPromise ? type.typeArguments?.[0] : type);
    const { body } = node as Partial<ts.FunctionLikeDeclaration>;
    if (demand === undefined || body === undefined) {
      return;
    }
    if (!compiler.isBlock(body)) {
      this.#values(body, demand);
    } else {
      for (const expression of this.#returned(body)) {
        this.#values(expression, demand);
      }
    }
  }

  /** The expressions that the statements of a function return, without those of functions inside. */
  *#returned(node: ts.Node): Generator<ts.Expression> {
    const children: ts.Node[] = [];
    this.#compiler.forEachChild(node, (child) => {
      if (!this.#compiler.isFunctionLike(child) && !this.#compiler.isClassLike(child)) {
        children.push(child);
      }
    });
    for (const child of children) {
      if (this.#compiler.isReturnStatement(child) && child.expression !== undefined) {
        yield child.expression;
      } else {
        yield* this.#returned(child);
      }
    }
  }

  /** The object literals, and the classes of the file that are instantiated, that an expression may mean. */
  #values(expression: ts.Expression | undefined, demand: Demand | undefined, depth = 0): void {
    const compiler = this.#compiler;
    if (expression === undefined || demand === undefined || depth > mostSteps) {
      return;
    }
    if (compiler.isObjectLiteralExpression(expression)) {
      this.#add(expression, demand);
    } else if (compiler.isNewExpression(expression)) {
      this.#made(expression.expression, demand);
    } else {
      for (const inner of this.#within(expression)) {
        this.#values(inner, demand, depth + 1);
      }
    }
  }

  #made(constructor_: ts.Expression, demand: Demand): void {
    const made = this.#compiler.isIdentifier(constructor_) ? this.#module.classes.get(constructor_.text) : undefined;
    if (made !== undefined) {
      this.#add(made, demand);
    }
  }

  /** The expressions whose value another one has. */
  #within(expression: ts.Expression): readonly (ts.Expression | undefined)[] {
    const compiler = this.#compiler;
    if (compiler.isConditionalExpression(expression)) {
      return [expression.whenTrue, expression.whenFalse];
    }
    if (compiler.isIdentifier(expression)) {
      return [this.#module.constants.get(expression.text)?.initializer];
    }
    if (compiler.isCallExpression(expression)) {
      return expression.expression.getText(this.#module.file) === 'Object.freeze' ? [expression.arguments[0]] : [];
    }
    const isWrapper =
      compiler.isParenthesizedExpression(expression) ||
      compiler.isSatisfiesExpression(expression) ||
      compiler.isNonNullExpression(expression) ||
      (compiler.isAsExpression(expression) && expression.type.getText(this.#module.file) === 'const');
    return isWrapper ? [expression.expression] : [];
  }
}

/** Steps from an expression to the value that it has, at most. */
const mostSteps = 20;

/** The name of a class, or of the variable or property that contains a class or an object; else the kind of thing. */
function nameOf(compiler: Compiler, node: Implementation['node']): Pick<Implementation, 'name' | 'place'> {
  if (compiler.isClassLike(node) && node.name !== undefined) {
    return { name: node.name.text, place: node.name };
  }
  for (let holder: ts.Node = node; !compiler.isStatement(holder); holder = holder.parent) {
    if (compiler.isFunctionLike(holder) || compiler.isCallExpression(holder)) {
      break;
    }
    const { name } = holder as Partial<ts.VariableDeclaration>;
    if (name !== undefined && compiler.isIdentifier(name)) {
      return { name: name.text, place: name };
    }
  }
  return { name: compiler.isClassLike(node) ? 'the class' : 'the object', place: node };
}
