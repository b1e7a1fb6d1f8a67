import { countsOf } from '../../contract/grouping.js';
import type { ExpandedName } from '../../contract/model.js';
import { isDebugging } from '../../diagnostics/debug.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { fileStem, isIdentifierName, toIdentifier } from './identifiers.js';

/** A type that gets a name: one that a schema names, or the anonymous type of a global element. */
export interface TypeToName {
  readonly of: 'type' | 'element';
  readonly namespace: string;
  /** Local name of the type or of the element. */
  readonly name: string;
}

/** A value of an enumeration. */
export interface EnumMemberToName {
  readonly value: string;
  /** Expanded name of the simple type; absent for an anonymous one. */
  readonly type?: ExpandedName;
  /** The TypeScript name of the enumeration. */
  readonly typeName: string;
}

/** An operation of a service. */
export interface MethodToName {
  readonly service: string;
  readonly namespace: string;
  readonly operation: string;
  /** Label that distinguishes an overloaded operation from the others of its name. */
  readonly overload?: string;
}

/** A service. */
export interface ServiceToName {
  readonly name: string;
  readonly namespace: string;
}

/** A namespace. */
export interface NamespaceToName {
  readonly uri: string;
}

/** A rule for one kind of name: gets the thing to be named and its name without the rule; returns the name to use. */
export type NameRule<S> = (subject: S, standard: string) => string;

/**
 * How things are called in TypeScript. A rule decides one name at a time; where two of its answers collide, both keep their
 * standard names.
 */
export interface NamingStrategy {
  /** Types: an identifier that is not reserved. Types inside of a type follow: `Order$item`. */
  readonly type: NameRule<TypeToName>;
  /** Keys of the object that stands for an enumeration; the values are those of the wire. */
  readonly enumMember: NameRule<EnumMemberToName>;
  /** Methods of clients and servers. */
  readonly method: NameRule<MethodToName>;
  /** The stem of a service's names: `Shop` leads to `ShopClient`, `ShopService`, `shop`, and the file `shop.client.ts`. */
  readonly service: NameRule<ServiceToName>;
  /** Short names of namespaces, in lower case with hyphens: for modules (`types/common.ts`), import aliases and constants. */
  readonly namespace: NameRule<NamespaceToName>;
}

/** Rules, and who made them. */
export interface NamingLayer {
  /** Name of the plug-in, for diagnostics. */
  readonly by: string;
  readonly rules: Partial<NamingStrategy>;
}

type Subject<R extends keyof NamingStrategy> = Parameters<NamingStrategy[R]>[0];

/** `$` is ours: only a name that had one before may keep it. */
const isOwnIdentifier = (name: string): boolean => isIdentifierName(name) && !name.includes('$');
const isFreeIdentifier = (name: string): boolean => isOwnIdentifier(name) && toIdentifier(name) === name;

/** The form that the answers of each rule must have. */
const kinds: {
  readonly [R in keyof NamingStrategy]: { readonly expected: string; readonly fits: (name: string) => boolean };
} = {
  type: { expected: 'an identifier without "$" that is not a reserved word', fits: isFreeIdentifier },
  enumMember: {
    expected: 'an identifier other than "__proto__"',
    fits: (name) => isIdentifierName(name) && name !== '__proto__',
  },
  method: {
    expected: 'an identifier without "$" that means nothing else to JavaScript',
    fits: (name) => isOwnIdentifier(name) && !specialMethods.has(name),
  },
  service: { expected: 'an identifier without "$" that is not a reserved word', fits: isFreeIdentifier },
  namespace: {
    expected: 'a short name in lower case with hyphens that can name a file',
    fits: (name) => name !== '' && fileStem(name) === name,
  },
};

/** The names of rules. */
export const namingRules = Object.keys(kinds) as readonly (keyof NamingStrategy)[];

/** Names that mean something to JavaScript when an object has them as a method. */
export const specialMethods: ReadonlySet<string> = new Set(['constructor', 'then', '__proto__', 'prototype']);

/** Calls the layers for names, one after the other, and checks their answers. */
export class Naming {
  readonly #layers: readonly NamingLayer[];
  readonly #problems = new Map<string, Diagnostic>();
  readonly #failed = new Set<NamingLayer>();

  constructor(layers: readonly NamingLayer[] = []) {
    this.#layers = layers;
  }

  /** True if a layer has the rule: otherwise names are the standard ones. */
  has(rule: keyof NamingStrategy): boolean {
    return this.#layers.some(({ rules }) => rules[rule] !== undefined);
  }

  /** The name that the layers return. An answer that cannot be used is reported and ignored. */
  name<R extends keyof NamingStrategy>(rule: R, subject: Subject<R>, standard: string): string {
    return this.#layers.reduce((name, layer) => this.#ask(layer, rule, subject, name), standard);
  }

  /** The names of things that must differ from each other, in their order. */
  names<R extends keyof NamingStrategy>(
    rule: R,
    things: readonly { readonly subject: Subject<R>; readonly standard: string }[],
  ): readonly string[] {
    const standards = things.map(({ standard }) => standard);
    if (!this.has(rule)) {
      return standards;
    }
    const wanted = things.map(({ subject, standard }) => this.name(rule, subject, standard));
    return withoutCollisions(wanted, standards);
  }

  /** The mistakes so far. */
  problems(): readonly Diagnostic[] {
    return [...this.#problems.values()];
  }

  #ask<R extends keyof NamingStrategy>(layer: NamingLayer, rule: R, subject: Subject<R>, standard: string): string {
    const decide = layer.rules[rule] as NameRule<Subject<R>> | undefined;
    if (decide === undefined || this.#failed.has(layer)) {
      return standard;
    }
    try {
      const name: unknown = decide.call(layer.rules, subject, standard);
      if (name === standard || (typeof name === 'string' && kinds[rule].fits(name))) {
        return name;
      }
      this.#refuse(layer, rule, standard, name);
    } catch (error) {
      if (isDebugging()) {
        throw error;
      }
      this.#failed.add(layer);
      const parameters = { plugin: layer.by, hook: `names.${rule}`, reason: reasonOf(error) };
      this.#problems.set(`${layer.by} failed`, diagnostic('plugin/failed', parameters));
    }
    return standard;
  }

  #refuse(layer: NamingLayer, rule: keyof NamingStrategy, standard: string, name: unknown): void {
    const answer = typeof name === 'string' ? JSON.stringify(name) : `a value of type ${typeof name}`;
    const parameters = { plugin: layer.by, rule, standard, answer, expected: kinds[rule].expected };
    this.#problems.set(`${layer.by} ${rule} ${standard} ${answer}`, diagnostic('plugin/invalid-name', parameters));
  }
}

/** The message of an error; the thrown value may be anything. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}

/**
 * Each thing gets the requested name, unless another thing has it, too: then both have their standard names. Standard names
 * differ from each other, so this ends without collisions.
 */
function withoutCollisions(wanted: readonly string[], standards: readonly string[]): readonly string[] {
  const names = [...wanted];
  for (let settled = false; !settled; ) {
    settled = true;
    const count = countsOf(names);
    names.forEach((name, i) => {
      const standard = standards[i] ?? name;
      if (count.get(name) === 1 || name === standard) {
        return;
      }
      names[i] = standard;
      settled = false;
    });
  }
  return names;
}
