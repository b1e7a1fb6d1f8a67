import type { ts } from 'ts-morph';
import { baseClasses, baseExpression } from './base-classes.js';
import type { Compiler } from './compiler.js';
import type { Implementation } from './implementations.js';
import type { Module, Modules } from './modules.js';

/** A member of a class as its instances have it, or of an object. */
export interface ClassMember {
  readonly name: string;
  readonly node: ts.Node;
  readonly isPublic: boolean;
  readonly isAbstract: boolean;
}

/** The named members of a class or an object. */
export interface ClassMembers {
  readonly list: readonly ClassMember[];
  /** A member that may have any name, as the file writes it: `[key]`, `...base`. */
  readonly doubt: string | undefined;
}

/** The members that a class itself declares or that an object literal writes, spread ones included. */
export function membersOf(compiler: Compiler, node: Implementation['node'], module: Module): ClassMembers {
  return compiler.isObjectLiteralExpression(node)
    ? new MemberReader(compiler, module).ofObject(node)
    : new MemberReader(compiler, module).ofClass(node);
}

class MemberReader {
  readonly #compiler: Compiler;
  readonly #module: Module;
  readonly #list: ClassMember[] = [];
  readonly #seen = new Set<ts.Node>();
  #doubt: string | undefined;

  constructor(compiler: Compiler, module: Module) {
    this.#compiler = compiler;
    this.#module = module;
  }

  /** Methods, properties, accessors, and parameters of the constructor that are properties. */
  ofClass(node: ts.ClassLikeDeclaration): ClassMembers {
    const compiler = this.#compiler;
    for (const member of node.members) {
      if (compiler.isConstructorDeclaration(member)) {
        for (const parameter of member.parameters) {
          if (compiler.isParameterPropertyDeclaration(parameter, member)) {
            this.#add(parameter, parameter.name);
          }
        }
      } else {
        this.#add(member, member.name);
      }
    }
    return { list: this.#list, doubt: this.#doubt };
  }

  ofObject(node: ts.ObjectLiteralExpression): ClassMembers {
    const compiler = this.#compiler;
    this.#seen.add(node);
    for (const property of node.properties) {
      if (!compiler.isSpreadAssignment(property)) {
        this.#add(property, property.name);
      } else if (!this.#spread(property.expression)) {
        this.#doubt ??= property.getText(this.#module.file);
      }
    }
    return { list: this.#list, doubt: this.#doubt };
  }

  /** Reads a spread object where the file shows it. */
  #spread(expression: ts.Expression): boolean {
    const compiler = this.#compiler;
    const holder = compiler.isIdentifier(expression) ? this.#module.constants.get(expression.text) : undefined;
    let value = holder ? holder.initializer : expression;
    while (value && (compiler.isParenthesizedExpression(value) || compiler.isSatisfiesExpression(value))) {
      value = value.expression;
    }
    if (value === undefined || !compiler.isObjectLiteralExpression(value) || this.#seen.has(value)) {
      return false;
    }
    this.ofObject(value);
    return true;
  }

  #add(node: ts.Declaration, nameNode: ts.Node | undefined): void {
    const compiler = this.#compiler;
    const flags = compiler.getCombinedModifierFlags(node);
    if (nameNode === undefined || flags & compiler.ModifierFlags.Static) {
      return;
    }
    const name = this.#nameOf(nameNode);
    const hidden = compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected;
    const isAbstract = (flags & compiler.ModifierFlags.Abstract) !== 0;
    if (name !== undefined) {
      this.#list.push({ name, node: nameNode, isPublic: (flags & hidden) === 0, isAbstract });
    }
  }

  /** The name that a member certainly has; undefined for private (`#x`) ones and symbols, and in doubt. */
  #nameOf(node: ts.Node): string | undefined {
    const compiler = this.#compiler;
    if (compiler.isPrivateIdentifier(node)) {
      return undefined;
    }
    if (!compiler.isComputedPropertyName(node)) {
      return (node as Partial<ts.Identifier | ts.StringLiteral>).text;
    }
    const key = this.#keyOf(node.expression);
    if (key === undefined) {
      this.#doubt ??= node.getText(this.#module.file);
    }
    return key?.name;
  }

  /** The value of a computed name, if it can be determined; a symbol has no name. */
  #keyOf(expression: ts.Expression): { readonly name: string | undefined } | undefined {
    const compiler = this.#compiler;
    if (compiler.isStringLiteralLike(expression) || compiler.isNumericLiteral(expression)) {
      return { name: expression.text };
    }
    if (compiler.isPropertyAccessExpression(expression) || compiler.isCallExpression(expression)) {
      const { expression: left } = expression;
      return compiler.isIdentifier(left) && left.text === 'Symbol' ? { name: undefined } : undefined;
    }
    const holder = compiler.isIdentifier(expression) ? this.#module.constants.get(expression.text) : undefined;
    let value = holder?.initializer;
    if (value !== undefined && compiler.isAsExpression(value)) {
      value = value.expression;
    }
    return value === undefined || compiler.isIdentifier(value) ? undefined : this.#keyOf(value);
  }
}

/** The members that a class inherits. */
export interface Inherited {
  /** Names of members that base classes declare and implement. */
  readonly names: ReadonlySet<string>;
  /** The base classes that can be seen, nearest first. */
  readonly bases: readonly ts.ClassLikeDeclaration[];
  /** The first base class that cannot be seen, as the file writes it. */
  readonly unseen: string | undefined;
}

/** The members that a class has by `extends`, as far as base classes can be read, in the same file or in others. */
export function inheritedMembers(
  compiler: Compiler,
  modules: Modules,
  node: ts.ClassLikeDeclaration,
  module: Module,
): Inherited {
  const names = new Set<string>();
  const bases = baseClasses(compiler, modules, node, module);
  let last = { node, module };
  for (const base of bases) {
    const { list, doubt } = membersOf(compiler, base.node, base.module);
    for (const { name, isAbstract } of list) {
      if (!isAbstract) {
        names.add(name);
      }
    }
    if (doubt !== undefined) {
      break;
    }
    last = base;
  }
  const unseen = baseExpression(compiler, last.node)?.getText(last.module.file);
  return { names, bases: bases.map((base) => base.node), unseen };
}
