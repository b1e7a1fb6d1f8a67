import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import * as schema from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { countsOf } from '../contract/grouping.js';
import type { Contract, ExpandedName } from '../contract/model.js';
import { bindPackage } from '../typescript/bind.js';
import type { ModuleReference, ValueExpression } from '../typescript/expressions/expression.js';
import type { BindOptions } from '../typescript/names/options.js';
import type { BoundPackage } from '../typescript/services/bound-package.js';
import { type EvaluationScope, evaluate } from './evaluate.js';

/**
 * Descriptors of everything that a contract declares, ready for `parseXml`, `formatXml`, `validate`, clients and servers; as
 * `declarations` they tell the engine which elements wildcards may contain.
 */
export interface Descriptors extends schema.Declarations {
  /** Global elements by expanded name, sorted. */
  readonly elements: ReadonlyMap<ExpandedName, schema.ElementDescriptor>;
  /** Named types by expanded name, sorted. */
  readonly types: ReadonlyMap<ExpandedName, schema.Type>;
  /** Global attributes by expanded name, sorted. */
  readonly attributes: ReadonlyMap<ExpandedName, schema.AttributeDescriptor>;
  /** Services by the TypeScript name of their descriptor, in the contract's order. They serve no documents. */
  readonly services: ReadonlyMap<string, ServiceDescriptor>;
}

/** Descriptors, with the names that a generated package gives to their types. */
export interface NamedDescriptors extends Descriptors {
  /** The name of the TypeScript type of a type; as `common.Order` where types of several namespaces have it. Undefined for types that have none. */
  readonly nameOf: (type: schema.Type) => string | undefined;
}

/** How descriptors are made. */
export interface DescriptorOptions extends Pick<BindOptions, 'scalars' | 'enumerations' | 'members'> {
  /** The exports of the modules that `scalars` names, by module: `{ './money.js': { moneyMapping } }`. */
  readonly modules?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Makes descriptors from a contract without generating code. They are those of the generated package: both come from one
 * binding. Each is made when it is first needed.
 *
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export function descriptorsOf(contract: Contract, options: DescriptorOptions = {}): NamedDescriptors {
  const { modules, ...binding } = options;
  const { roots: _, ...whole } = contract;
  const [bound] = bindPackage(whole, { packageName: 'descriptors', descriptorsOnly: true, ...binding });
  return descriptorsOfBinding(bound, modules);
}

interface Named {
  readonly name: string;
  readonly value: ValueExpression;
}

/** As `descriptorsOf`, from a binding that exists already. */
export function descriptorsOfBinding(
  bound: BoundPackage,
  modules: NonNullable<DescriptorOptions['modules']> = {},
): NamedDescriptors {
  const names = new WeakMap<object, string>();
  const scope = scopeOf(bound, modules, names);
  const evaluateAll = <T>(items: readonly Named[]): ReadonlyMap<string, T> =>
    new Map(items.map(({ name, value }) => [name, evaluate(value, scope) as T]));
  const services = bound.services.map(({ names, descriptor }) => ({ name: names.descriptor, value: descriptor }));
  return {
    elements: evaluateAll(bound.roots.filter(({ kind }) => kind === 'element')),
    types: evaluateAll(bound.types),
    attributes: evaluateAll(bound.attributes),
    services: evaluateAll(services),
    nameOf: (type) => names.get(type),
  };
}

/** The key of a constant of a package. */
function keyOf(path: string, constant: string): string {
  return `${path} ${constant}`;
}

/** The names of TypeScript types by the constants that describe them. The index exports types of namespaces beside the main one in objects. */
function typeNames({ modules, exports }: BoundPackage): ReadonlyMap<string, string> {
  const all = modules.flatMap(({ module, constants }) =>
    constants.flatMap(({ name, type }) => {
      const [value] = type.kind === 'import' && type.name !== 'ElementDescriptor' ? type.arguments : [];
      return value?.kind === 'import' ? [{ key: keyOf(module.schemaPath, name), module, name: value.name }] : [];
    }),
  );
  const counts = countsOf(all.map(({ name }) => name));
  return new Map(
    all.map(({ key, module, name }) => {
      const owner = (counts.get(name) ?? 0) > 1 ? exports.modules.get(module.typesPath) : undefined;
      return [key, owner === undefined ? name : `${owner}.${name}`];
    }),
  );
}

/** The names that expressions of a package may import: the runtime, the package's own constants, modules of the user. Names of types are noted as these are made. */
function scopeOf(
  bound: BoundPackage,
  modules: NonNullable<DescriptorOptions['modules']>,
  names: WeakMap<object, string>,
): EvaluationScope {
  const packages: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    '@wsdl-codegen/runtime/schema': schema,
    '@wsdl-codegen/runtime/xs': xs,
    ...modules,
  };
  const constants = new Map<string, ValueExpression>(
    bound.modules.flatMap(({ module, constants: declared }) =>
      declared.map(({ name, value }) => [keyOf(module.schemaPath, name), value] as const),
    ),
  );
  const relative = new Map(Object.entries(modules).map(([name, exports]) => [pathOf(name), exports]));
  const ofUser = (path: string, name: string): unknown => {
    const exports = relative.get(path);
    if (!exports || !Object.hasOwn(exports, name)) {
      throw new TypeError(`module "${path}" has no export "${name}"`);
    }
    return exports[name];
  };
  const named = typeNames(bound);
  const made = new Map<string, unknown>();
  const imported = (from: ModuleReference, name: string): unknown => {
    if (from.kind === 'package') {
      const exports = packages[from.name];
      if (!exports || !Object.hasOwn(exports, name)) {
        throw new TypeError(`module "${from.name}" has no export "${name}"`);
      }
      return exports[name];
    }
    const key = keyOf(from.path, name);
    if (made.has(key)) {
      return made.get(key);
    }
    const expression = constants.get(key);
    const value = expression ? evaluate(expression, { imported }) : ofUser(from.path, name);
    made.set(key, value);
    const typeName = named.get(key);
    if (typeName !== undefined) {
      names.set(value as object, typeName);
    }
    return value;
  };
  return { imported };
}

/** A relative module as bindings name it: below the package's `src/`, without extension. */
function pathOf(specifier: string): string {
  return specifier.replace(/^\.\//, '').replace(/\.[jt]s$/, '');
}
