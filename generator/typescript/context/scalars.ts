import type { Contract, TypeKey } from '../../contract/model.js';
import { expandedName, splitExpandedName, xsdNamespace } from '../../contract/names.js';
import type { ContractIndex } from '../../contract/queries.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { builtInFamily } from '../expressions/built-ins.js';
import {
  construct,
  literal,
  type ModuleReference,
  objectValue,
  schemaModule,
  type TypeExpression,
  type ValueExpression,
} from '../expressions/expression.js';
import { textEnumeration } from '../expressions/simple-values.js';
import { camelCase } from '../names/identifiers.js';
import type { BindOptions, ImportedScalar, ScalarSetting } from '../names/options.js';

/** The TypeScript type to which a simple type is mapped. */
export interface Scalar {
  /** Type of the values. */
  readonly type: TypeExpression;
  /** The mapping object. */
  readonly mapping: ValueExpression;
  /** An example of a value, for documentation. */
  readonly sample: ValueExpression;
}

/** The scalar mappings of a package, by the types that they apply to. */
export type Scalars = (key: TypeKey) => Scalar | undefined;

type Settings = ReadonlyMap<TypeKey, ScalarSetting>;

/** The settings by expanded name; `xs:dateTime` is short for the built-in type. */
function settingsOf({ scalars }: BindOptions): Settings {
  return new Map(
    Object.entries(scalars ?? {}).map(([name, setting]) => [
      name.startsWith('xs:') ? expandedName(xsdNamespace, name.slice(3)) : name,
      setting,
    ]),
  );
}

/**
 * Finds the mapping of a type: its own, or else that of the type that it restricts. An enumeration of texts keeps its literals
 * unless the mapping names it.
 */
export function scalarsOf(index: ContractIndex, options: BindOptions): Scalars {
  const settings = settingsOf(options);
  if (settings.size === 0) {
    return () => undefined;
  }
  const found = new Map<TypeKey, Scalar | undefined>();
  return (key) => {
    if (!found.has(key)) {
      const setting = settingFor(key, settings, index);
      found.set(key, setting && scalarOf(setting, builtInOf(key, index)));
    }
    return found.get(key);
  };
}

function settingFor(key: TypeKey, settings: Settings, index: ContractIndex): ScalarSetting | undefined {
  const own = settings.get(key);
  if (own) {
    return own;
  }
  const type = index.types.get(key);
  if (type?.kind !== 'simpleType' || type.variety !== 'atomic' || textEnumeration(type, index)) {
    return undefined;
  }
  return (
    inheritedSetting(type.base, settings, index) ??
    (type.builtIn === undefined ? undefined : settings.get(type.builtIn))
  );
}

/** The built-in type whose texts a type has. */
function builtInOf(key: TypeKey, index: ContractIndex): string {
  const type = index.types.get(key);
  const builtIn = type?.kind === 'simpleType' ? type.builtIn : key;
  return builtIn === undefined ? '' : splitExpandedName(builtIn).local;
}

/** The setting of the nearest type that is restricted. */
function inheritedSetting(base: TypeKey, settings: Settings, index: ContractIndex): ScalarSetting | undefined {
  const seen = new Set<TypeKey>();
  for (let key = base; !seen.has(key); ) {
    const setting = settings.get(key);
    if (setting) {
      return setting;
    }
    seen.add(key);
    const type = index.types.get(key);
    if (type?.kind === 'simpleType') {
      key = type.base;
    }
  }
  return undefined;
}

/** Mappings of the runtime for each of the ready types, by the built-in types that they fit. */
const ready = {
  Date: { dateTime: 'dateTimeAsDate', date: 'dateAsDate' },
  number: {
    decimal: 'decimalAsNumber',
    ...Object.fromEntries(
      [
        'integer',
        'long',
        'unsignedLong',
        'nonNegativeInteger',
        'nonPositiveInteger',
        'positiveInteger',
        'negativeInteger',
      ].map((name) => [name, 'integerAsNumber']),
    ),
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

function scalarOf(setting: ScalarSetting, builtIn: string): Scalar | undefined {
  if (typeof setting !== 'string') {
    return ownScalar(setting);
  }
  const mappings: Readonly<Record<string, string>> = ready[setting];
  const name = Object.hasOwn(mappings, builtIn) ? mappings[builtIn] : undefined;
  if (name === undefined) {
    return undefined;
  }
  const mapping: ValueExpression = { kind: 'import', from: schemaModule, name };
  return setting === 'Date'
    ? { type: { kind: 'global', name: 'Date', arguments: [] }, mapping, sample: dateSample }
    : { type: { kind: 'keyword', name: 'number' }, mapping, sample: literal(builtIn === 'decimal' ? 12.5 : 7) };
}

const dateSample: ValueExpression = {
  kind: 'call',
  callee: { kind: 'local', name: 'new Date' },
  arguments: [literal('2024-05-31T12:30:00Z')],
};

function ownScalar({ type, from, mappingFrom, mapping, parse, format, accepts }: ImportedScalar): Scalar {
  const module = moduleOf(mappingFrom ?? from ?? '.');
  const exported = (name: string | undefined): ValueExpression | undefined =>
    name === undefined ? undefined : { kind: 'import', from: module, name };
  return {
    type:
      from === undefined
        ? { kind: 'global', name: type, arguments: [] }
        : { kind: 'import', from: moduleOf(from), name: type, arguments: [] },
    mapping:
      exported(mapping) ??
      objectValue({ parse: exported(parse), format: exported(format), accepts: exported(accepts) }),
    sample: { kind: 'local', name: camelCase(type) },
  };
}

/** `scalar(base, mapping)`. */
export function scalarDescriptor(base: ValueExpression, { mapping }: Scalar): ValueExpression {
  return construct('scalar', base, mapping);
}

/** A relative module is one next to the generated sources; its path is relative to the package's `src/`. */
function moduleOf(specifier: string): ModuleReference {
  return specifier.startsWith('.')
    ? { kind: 'file', path: specifier.replace(/^\.\//, '').replace(/\.[jt]s$/, ''), ofUser: true }
    : { kind: 'package', name: specifier };
}

/** Mappings without effect: no type has the name, or the built-in mapping does not fit the type. */
export function unusedScalars(contract: Contract, index: ContractIndex, options: BindOptions): readonly Diagnostic[] {
  if (contract.types.length === 0) {
    return [];
  }
  return [...settingsOf(options)].flatMap(([type, setting]) => {
    if (index.types.get(type)?.kind !== 'simpleType' && builtInFamily(type) === undefined) {
      return [diagnostic('typescript/unknown-scalar', { type })];
    }
    const builtIn = builtInOf(type, index);
    return scalarOf(setting, builtIn) === undefined && typeof setting === 'string'
      ? [diagnostic('typescript/unfit-scalar', { type, setting, fits: Object.keys(ready[setting]).join(', ') })]
      : [];
  });
}
