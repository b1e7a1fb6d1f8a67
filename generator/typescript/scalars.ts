import type { Contract, TypeKey } from '../contract/model.js';
import type { ContractIndex } from '../contract/queries.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { builtInFamily } from './built-ins.js';
import {
  construct,
  fileModule,
  type ModuleReference,
  type TypeExpression,
  type ValueExpression,
} from './expression.js';
import type { BindOptions, ScalarMapping } from './options.js';
import { textEnumeration } from './simple-values.js';

/** The scalar mappings of a package, by the types that they apply to. */
export type Scalars = (key: TypeKey) => ScalarMapping | undefined;

/**
 * Finds the mapping of a type: its own, or else that of the built-in type that it restricts. An enumeration of texts keeps its
 * literals unless the mapping names it.
 */
export function scalarsOf(index: ContractIndex, options: BindOptions): Scalars {
  const mappings = new Map(Object.entries(options.scalars ?? {}));
  if (mappings.size === 0) return () => undefined;
  return (key) => {
    const own = mappings.get(key);
    if (own) return own;
    const type = index.types.get(key);
    if (type?.kind !== 'simpleType' || type.variety !== 'atomic' || textEnumeration(type, index)) return undefined;
    return (
      inheritedMapping(type.base, mappings, index) ??
      (type.builtIn === undefined ? undefined : mappings.get(type.builtIn))
    );
  };
}

/** The mapping of the nearest type that is restricted. */
function inheritedMapping(
  base: TypeKey,
  mappings: ReadonlyMap<TypeKey, ScalarMapping>,
  index: ContractIndex,
): ScalarMapping | undefined {
  const seen = new Set<TypeKey>();
  for (let key = base; !seen.has(key); ) {
    const mapping = mappings.get(key);
    if (mapping) return mapping;
    seen.add(key);
    const type = index.types.get(key);
    if (type?.kind === 'simpleType') key = type.base;
  }
  return undefined;
}

/** The TypeScript type of mapped values. */
export function scalarType(mapping: ScalarMapping): TypeExpression {
  return mapping.from === undefined
    ? { kind: 'global', name: mapping.type, arguments: [] }
    : { kind: 'import', from: moduleOf(mapping.from), name: mapping.type, arguments: [] };
}

/** `scalar(base, mapping)`. */
export function scalarDescriptor(base: ValueExpression, mapping: ScalarMapping): ValueExpression {
  return construct('scalar', base, { kind: 'import', from: moduleOf(mapping.mappingFrom), name: mapping.mapping });
}

/** A relative module is one beside the generated sources; its path is relative to the package's `src/`. */
function moduleOf(specifier: string): ModuleReference {
  return specifier.startsWith('.')
    ? fileModule(specifier.replace(/^\.\//, '').replace(/\.[jt]s$/, ''))
    : { kind: 'package', name: specifier };
}

/** Mappings that apply to nothing. */
export function unusedScalars(contract: Contract, index: ContractIndex, options: BindOptions): readonly Diagnostic[] {
  const simple = (key: TypeKey): boolean =>
    index.types.get(key)?.kind === 'simpleType' || builtInFamily(key) !== undefined;
  const empty = contract.types.length === 0;
  return Object.keys(options.scalars ?? {})
    .filter((key) => !simple(key) && !empty)
    .map((type) => diagnostic('typescript/unknown-scalar', { type }));
}
