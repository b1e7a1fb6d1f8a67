import type { Contract, Operation, Service, TypeKey } from '../contract/model.js';
import { descriptorsOfBinding } from '../memory/descriptors.js';
import { bindPackage } from '../typescript/bind.js';
import { type BindContext, bindContext } from '../typescript/context/context.js';
import type { BindOptions } from '../typescript/names/options.js';
import { unwrappedArray } from '../typescript/types/unwrapped-arrays.js';
import { codeBreaks, type Effects, namesBreak } from './change.js';
import { type Comparison, currentKey, isUnusedType, typeText } from './context.js';

/** How contracts are bound to TypeScript, as far as names follow from it. */
export type NameOptions = Omit<BindOptions, 'packageName' | 'descriptorsOnly'>;

/** A name in TypeScript that changed although the thing that it names did not. */
interface NameChange {
  readonly subject: string;
  readonly message: string;
  readonly effects: Effects;
  /** Whether it is the name of a type that no message contains. */
  readonly isUnused?: boolean;
}

/** Names of types and services that other parts of a contract, or the settings, decided differently. */
export function compareNames(
  { context: before }: Shapes,
  { context: after }: Shapes,
  comparison: Comparison,
): readonly NameChange[] {
  return [...typeNames(before, after, comparison), ...serviceNames(before, after)];
}

/** Code has the name of a type; JSON has it in `$type`, where types stand in for each other. */
export function typeNameEffects(before: BindContext, old: TypeKey, after: BindContext, now: TypeKey): Effects {
  const tag = before.discriminators.get(old);
  return tag === undefined || tag === after.discriminators.get(now) ? codeBreaks : namesBreak;
}

function contextOf(contract: Contract, options: NameOptions): BindContext {
  return bindContext(contract, { packageName: '', ...options });
}

function typeNames(before: BindContext, after: BindContext, comparison: Comparison): readonly NameChange[] {
  const changes: NameChange[] = [];
  for (const { key, name } of before.contract.types) {
    const [a, b] = [exportOf(before, key), exportOf(after, currentKey(comparison, key))];
    // A type with another name in the contract is reported as renamed.
    if (a !== undefined && b !== undefined && a !== b && currentKey(comparison, key) === key && name !== undefined) {
      const message = `its name in TypeScript is ${b}, before ${a}`;
      const effects = typeNameEffects(before, key, after, key);
      changes.push({ subject: `type ${typeText(key)}`, message, effects, isUnused: isUnusedType(key, comparison) });
    }
  }
  return changes;
}

function exportOf({ names }: BindContext, key: string): string | undefined {
  const name = names.types.get(key);
  return name && (name.module.flat ? name.name : `${name.module.slug}.${name.name}`);
}

function serviceNames(before: BindContext, after: BindContext): readonly NameChange[] {
  const changes: NameChange[] = [];
  const byName = new Map([...after.services].map(([{ namespace, name }, names]) => [`{${namespace}}${name}`, names]));
  for (const [{ namespace, name }, names] of before.services) {
    const current = byName.get(`{${namespace}}${name}`);
    if (current && current.client !== names.client) {
      const message = `its client is called ${current.client} in TypeScript, before ${names.client}`;
      changes.push({ subject: `service ${name}`, message, effects: namesBreak });
    }
  }
  return changes;
}

/** The names under which types of namespaces are exported; those that are exported by themselves have none. */
export function exportedNamespaces(
  contract: Contract,
  options: NameOptions = {},
): ReadonlyMap<string, string | undefined> {
  const { modules } = contextOf(contract, options);
  return new Map([...modules.values()].map(({ namespace, flat, slug }) => [namespace, flat ? undefined : slug]));
}

/** How a contract is bound, and the shapes in TypeScript that depend on the whole content of a type. */
export interface Shapes {
  readonly context: BindContext;
  /** The property whose value a method returns in place of the object around it, by service and method. */
  readonly results: ReadonlyMap<string, string>;
  /** Types that are arrays in TypeScript, because they contain nothing but one list. */
  readonly arrays: ReadonlySet<TypeKey>;
}

/** The shapes of a contract. */
export function shapesOf(contract: Contract, options: NameOptions = {}): Shapes {
  const context = contextOf(contract, options);
  const arrays = contract.types.filter((type) => type.kind === 'complexType' && unwrappedArray(type, context));
  const [bound] = bindPackage(contract, { packageName: '', ...options });
  const { services } = descriptorsOfBinding(bound);
  const results = bound.services.flatMap(({ service, names, methods }) => {
    const operations = services.get(names.descriptor)?.operations;
    return methods.map(({ name, operation }) => {
      return [resultKey(service, operation), `${operations?.[name]?.output?.unwrap}`] as const;
    });
  });
  return { context, results: new Map(results), arrays: new Set(arrays.map(({ key }) => key)) };
}

/** Key of an operation among the results. */
export function resultKey({ namespace, name }: Service, operation: Operation): string {
  return `{${namespace}}${name}/${operation.name}/${operation.overload ?? ''}`;
}
