import type { ts } from 'ts-morph';
import { type Compiler, descendants } from './compiler.js';

/** Names under which a file knows an export of another module. */
export interface KnownAs {
  /** Local names of named imports. */
  readonly names: ReadonlySet<string>;
  /** Local names of `import * as`. */
  readonly namespaces: ReadonlySet<string>;
  /** Where it is imported from; undefined when it is not. */
  readonly from: string | undefined;
}

/** How a file names the service's interface, which a person may import under another name or from elsewhere. */
export function interfaceNames(compiler: Compiler, file: ts.SourceFile, name: string, importFrom: string): KnownAs {
  const names = new Set<string>();
  const namespaces = new Set<string>();
  let from: string | undefined;
  let namespaceFrom: string | undefined;
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue;
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined) continue;
    if (compiler.isNamespaceImport(bindings)) {
      namespaces.add(bindings.name.text);
      if (specifier === importFrom) namespaceFrom = specifier;
      continue;
    }
    for (const element of bindings.elements) {
      if ((element.propertyName ?? element.name).text !== name) continue;
      names.add(element.name.text);
      from ??= specifier;
    }
  }
  // Not imported by name, it may be declared in the file itself.
  if (names.size === 0) names.add(name);
  return { names, namespaces, from: from ?? namespaceFrom };
}

/** The classes of a file that implement an interface, in source order. */
export function implementingClasses(
  compiler: Compiler,
  file: ts.SourceFile,
  interfaceName: string,
  known: KnownAs,
): ts.ClassLikeDeclaration[] {
  const isInterface = ({ expression }: ts.ExpressionWithTypeArguments): boolean => {
    if (compiler.isIdentifier(expression)) return known.names.has(expression.text);
    if (!compiler.isPropertyAccessExpression(expression) || !compiler.isIdentifier(expression.expression)) return false;
    return expression.name.text === interfaceName && known.namespaces.has(expression.expression.text);
  };
  const found: ts.ClassLikeDeclaration[] = [];
  for (const node of descendants(compiler, file)) {
    if (!compiler.isClassLike(node)) continue;
    const clause = node.heritageClauses?.find((c) => c.token === compiler.SyntaxKind.ImplementsKeyword);
    if (clause?.types.some(isInterface)) found.push(node);
  }
  return found;
}

/** A member of a class as its instances have it. */
export interface InstanceMember {
  readonly name: string;
  readonly node: ts.Node;
  readonly isPublic: boolean;
}

/** The named members of a class's instances: methods, properties, accessors, and parameters that are properties. */
export function instanceMembers(compiler: Compiler, declaration: ts.ClassLikeDeclaration): InstanceMember[] {
  const members: InstanceMember[] = [];
  const add = (node: ts.Declaration, nameNode: ts.Node | undefined): void => {
    const flags = compiler.getCombinedModifierFlags(node);
    const name = nameNode === undefined ? undefined : staticName(compiler, nameNode);
    if (name === undefined || nameNode === undefined || flags & compiler.ModifierFlags.Static) return;
    const hidden = compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected;
    members.push({ name, node: nameNode, isPublic: (flags & hidden) === 0 });
  };
  for (const member of declaration.members) {
    if (compiler.isConstructorDeclaration(member)) {
      for (const parameter of member.parameters) {
        if (compiler.isParameterPropertyDeclaration(parameter, member)) add(parameter, parameter.name);
      }
    } else add(member, member.name);
  }
  return members;
}

/** The name that a member certainly has; undefined for private (`#x`) and computed ones. */
function staticName(compiler: Compiler, name: ts.Node): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name))
    return name.text;
  if (compiler.isComputedPropertyName(name) && compiler.isStringLiteralLike(name.expression))
    return name.expression.text;
  return undefined;
}

/** What a class has by inheritance: the members that can be seen, and the text of a base class that cannot. */
export interface Inherited {
  readonly names: ReadonlySet<string>;
  readonly unseen: string | undefined;
}

/** Follows `extends` as long as the base class stands in the same file. */
export function inheritedMembers(
  compiler: Compiler,
  file: ts.SourceFile,
  declaration: ts.ClassLikeDeclaration,
): Inherited {
  const names = new Set<string>();
  const seen = new Set<ts.ClassLikeDeclaration>();
  for (let current = declaration; ; ) {
    seen.add(current);
    const clause = current.heritageClauses?.find((c) => c.token === compiler.SyntaxKind.ExtendsKeyword);
    const base = clause?.types[0]?.expression;
    if (base === undefined) return { names, unseen: undefined };
    const text = base.getText(file);
    const next = file.statements.find(
      (s): s is ts.ClassDeclaration => compiler.isClassDeclaration(s) && s.name?.text === text,
    );
    if (next === undefined || seen.has(next)) return { names, unseen: text };
    for (const member of instanceMembers(compiler, next)) names.add(member.name);
    current = next;
  }
}
