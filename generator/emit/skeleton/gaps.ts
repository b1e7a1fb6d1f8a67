import type { Compiler } from './compiler.js';
import type { Implementation } from './implementations.js';
import { type ClassMember, inheritedMembers, membersOf } from './members.js';
import { notImplemented } from './methods.js';
import type { Module, Modules } from './modules.js';
import type { SkeletonMethod, SkeletonService } from './service.js';

/** Methods that an implementation lacks, or seems to lack. */
export interface Gap {
  readonly implementation: Implementation;
  readonly methods: readonly SkeletonMethod[];
  /** Why they cannot simply be added; absent when they can. */
  readonly reason?: GapReason;
}

/** Why methods cannot simply be added. */
export type GapReason =
  /** A base class that cannot be read may have them. */
  | { readonly kind: 'base-class'; readonly base: string }
  /** A member whose name is not known may be one of them. */
  | { readonly kind: 'doubt'; readonly member: string }
  /** Goes on after "codegen does not add them, because …". */
  | { readonly kind: 'form'; readonly why: string };

/** The methods that implementations in a file lack. */
export function gapsOf(
  compiler: Compiler,
  modules: Modules,
  module: Module,
  implementations: readonly Implementation[],
  { methods }: SkeletonService,
): readonly Gap[] {
  const finder = new GapFinder(compiler, modules, module, implementations);
  return implementations.flatMap((implementation) =>
    finder.gapsOf(
      implementation,
      methods.filter(({ name }) => implementation.demand.required.has(name)),
    ),
  );
}

class GapFinder {
  readonly #compiler: Compiler;
  readonly #modules: Modules;
  readonly #module: Module;
  readonly #implementations: readonly Implementation[];

  constructor(compiler: Compiler, modules: Modules, module: Module, implementations: readonly Implementation[]) {
    this.#compiler = compiler;
    this.#modules = modules;
    this.#module = module;
    this.#implementations = implementations;
  }

  gapsOf(implementation: Implementation, required: readonly SkeletonMethod[]): readonly Gap[] {
    const { list, doubt } = membersOf(this.#compiler, implementation.node, this.#module);
    const inherited = this.#inherited(implementation);
    const own = new Set(list.map(({ name }) => name));
    const missing = required.filter(({ name }) => !own.has(name) && !inherited.names.has(name));
    const hidden = required.filter(({ name }) => list.some((m) => m.name === name && !m.isPublic));
    const reason = this.#reason(implementation, doubt, inherited.unseen);
    const clash: GapReason = { kind: 'form', why: 'it has members of these names that are not public' };
    return [
      ...(missing.length > 0 ? [{ implementation, methods: missing, ...(reason && { reason }) }] : []),
      ...(hidden.length > 0 ? [{ implementation, methods: hidden, reason: clash }] : []),
    ];
  }

  #reason({ demand }: Implementation, doubt: string | undefined, base: string | undefined): GapReason | undefined {
    if (!demand.understood) {
      return { kind: 'form', why: 'codegen cannot tell how its type is made from the interface' };
    }
    if (base !== undefined) {
      return { kind: 'base-class', base };
    }
    return doubt === undefined ? undefined : { kind: 'doubt', member: doubt };
  }

  /** The members that a class inherits. Methods that a base class in this file must have are added or reported there. */
  #inherited({ node }: Implementation): { readonly names: ReadonlySet<string>; readonly unseen: string | undefined } {
    if (this.#compiler.isObjectLiteralExpression(node)) {
      return { names: new Set(), unseen: undefined };
    }
    const { names, bases, unseen } = inheritedMembers(this.#compiler, this.#modules, node, this.#module);
    const provided = this.#implementations
      .filter((other) => bases.some((base) => base === other.node))
      .flatMap((other) => {
        const { list } = membersOf(this.#compiler, other.node, this.#module);
        const abstract = list.filter(({ isAbstract }) => isAbstract).map(({ name }) => name);
        return [...other.demand.required].filter((name) => !abstract.includes(name));
      });
    return { names: new Set([...names, ...provided]), unseen };
  }
}

/** Methods that no implementation in the file has, because none needs them. */
export function uncovered(
  compiler: Compiler,
  module: Module,
  implementations: readonly Implementation[],
  { methods }: SkeletonService,
): readonly SkeletonMethod[] {
  const covered = new Set(
    implementations.flatMap(({ node, demand }) => [
      ...demand.required,
      ...membersOf(compiler, node, module).list.map(({ name }) => name),
    ]),
  );
  return methods.filter(({ name }) => !covered.has(name));
}

/** Members that implement operations which the service no longer has: recorded ones, and untouched stubs. */
export function vanishedMembers(
  compiler: Compiler,
  module: Module,
  { node }: Implementation,
  { methods, knownOperations }: SkeletonService,
): readonly ClassMember[] {
  const present = new Set(methods.map(({ name }) => name));
  const known = new Set(knownOperations);
  const seen = new Set<string>();
  return membersOf(compiler, node, module).list.filter((member) => {
    const { name, isPublic } = member;
    // Overloads have the same name: the first one is enough.
    if (!isPublic || present.has(name) || seen.has(name)) {
      return false;
    }
    const isVanished = known.has(name) || isStub(compiler, member, module);
    if (isVanished) {
      seen.add(name);
    }
    return isVanished;
  });
}

/** True for a method as codegen makes it: one statement that throws. */
function isStub(compiler: Compiler, { name, node }: ClassMember, { file }: Module): boolean {
  const method = node.parent;
  if (!compiler.isMethodDeclaration(method)) {
    return false;
  }
  const [only, ...others] = method.body?.statements ?? [];
  return (
    only !== undefined &&
    others.length === 0 &&
    compiler.isThrowStatement(only) &&
    /\bSoapFault/.test(only.getText(file)) &&
    only.getText(file).includes(notImplemented(name))
  );
}
