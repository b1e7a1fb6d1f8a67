import type { ts } from 'ts-morph';
import type { Compiler } from './compiler.js';
import type { Module, Modules } from './modules.js';

/** A class, and the file that it is in. */
export interface ClassInModule {
  readonly node: ts.ClassLikeDeclaration;
  readonly module: Module;
}

/** The base classes of a class that can be read, in the same file or in others, nearest first. */
export function baseClasses(
  compiler: Compiler,
  modules: Modules,
  node: ts.ClassLikeDeclaration,
  module: Module,
): readonly ClassInModule[] {
  const bases: ClassInModule[] = [];
  for (let current: ClassInModule | undefined = { node, module }; current; ) {
    current = baseClass(compiler, modules, current);
    if (current === undefined || current.node === node || bases.some((base) => base.node === current?.node)) {
      break;
    }
    bases.push(current);
  }
  return bases;
}

/** The base class of a class, as an expression. */
export function baseExpression(compiler: Compiler, node: ts.ClassLikeDeclaration): ts.Expression | undefined {
  const clause = node.heritageClauses?.find((c) => c.token === compiler.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression;
}

function baseClass(compiler: Compiler, modules: Modules, { node, module }: ClassInModule): ClassInModule | undefined {
  const base = baseExpression(compiler, node);
  if (base === undefined || !compiler.isIdentifier(base) || isParameter(compiler, base)) {
    return undefined;
  }
  const resolved = modules.resolve({ module, name: base.text });
  if (resolved?.kind !== 'declared') {
    return undefined;
  }
  const found = resolved.module.classes.get(resolved.name);
  return found && { node: found, module: resolved.module };
}

/** True for the base class that a mixin gets as an argument. */
function isParameter(compiler: Compiler, name: ts.Identifier): boolean {
  for (let node: ts.Node = name.parent; !compiler.isSourceFile(node); node = node.parent) {
    const { parameters = [] } = node as Partial<ts.SignatureDeclaration>;
    if (parameters.some((p) => compiler.isIdentifier(p.name) && p.name.text === name.text)) {
      return true;
    }
  }
  return false;
}
