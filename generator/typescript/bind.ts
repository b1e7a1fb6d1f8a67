import type { Contract, ElementDeclaration, TypeDefinition } from '../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../contract/names.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type BindContext, bindContext } from './context/context.js';
import { unusedScalars } from './context/scalars.js';
import {
  attributeDescriptor,
  complexTypeDescriptor,
  elementDescriptor,
  typeConstant,
} from './descriptors/descriptors.js';
import { builtInFamily } from './expressions/built-ins.js';
import { schemaModule, type TypeExpression } from './expressions/expression.js';
import { exportNames } from './names/export-names.js';
import { homeNamespace, type NamespaceModule } from './names/modules.js';
import { sharedNames, unusedPatterns } from './names/namespace-names.js';
import type { BindOptions } from './names/options.js';
import { type ConstantDeclaration, schemaParts } from './names/schema-parts.js';
import { exportedNames } from './names/service-names.js';
import type { BoundModule, BoundPackage } from './services/bound-package.js';
import { bindRoots, describedElements, documentPrefixes } from './services/roots.js';
import { bindService } from './services/services.js';
import { substitutionDeclarations, type TypeDeclaration, typeDeclarations } from './types/declarations.js';
import { simpleTypeDescriptor } from './types/simple-types.js';
import { elementValueType, namedType } from './types/value-types.js';

/**
 * Binds a contract to TypeScript: names, modules, types and descriptors, all decided here and nowhere else. The result does
 * not depend on the order of the contract's parts.
 */
export function bindPackage(contract: Contract, options: BindOptions): Result<BoundPackage> {
  const context = bindContext(contract, options);
  const contents = contentsByNamespace(contract);
  const described = new Set(describedElements(contract));
  const modules = [...context.modules.values()].map((module) => {
    const own = contents.get(module.namespace) ?? { types: [], elements: [] };
    return bindModule(module, own, options.descriptorsOnly ? [] : declarationsOf(own, context), described, context);
  });
  const names = context.services;
  const exports = exportNames(modules, [...names.values()].flatMap(exportedNames));
  const services = contract.services.flatMap((service) => {
    const own = names.get(service);
    return own ? [bindService(service, own, context)] : [];
  });
  const roots = bindRoots(context, modules, exports.modules.values());
  const types = typeReferences(contract, context);
  const attributes = attributeReferences(contract, context);
  const placeholders = [...new Set(services.flatMap((service) => service.placeholders))].sort(byCodeUnits);
  const { packageName } = options;
  return [
    {
      packageName,
      modules,
      roots,
      prefixes: documentPrefixes(context),
      types,
      attributes,
      exports,
      services,
      placeholders,
    },
    [
      ...emptinessOf(contract, options),
      ...unusedScalars(contract, context.index, options),
      ...unknownNamespaces(context, options),
      ...sharedNamespaceNames(context, options),
      ...context.naming.problems(),
    ],
  ];
}

function typeReferences(contract: Contract, context: BindContext): BoundPackage['types'] {
  const named = contract.types.filter(({ key, name }) => name !== undefined && builtInFamily(key) === undefined);
  return named.map(({ key }) => ({ name: key, value: typeConstant(key, context) })).sort(byName);
}

function attributeReferences(contract: Contract, context: BindContext): BoundPackage['attributes'] {
  return contract.attributes
    .map((declaration) => ({ name: declaration.name, value: attributeDescriptor(declaration, context) }))
    .sort(byName);
}

function emptinessOf(contract: Contract, options: BindOptions): readonly Diagnostic[] {
  const empty = contract.types.length === 0 && contract.elements.length === 0 && contract.services.length === 0;
  return empty ? [diagnostic('typescript/empty-package', { packageName: options.packageName })] : [];
}

function unknownNamespaces({ modules }: BindContext, { namespaces = {} }: BindOptions): readonly Diagnostic[] {
  const unused = unusedPatterns(namespaces, modules.keys());
  return unused.map((uri) => diagnostic('typescript/unknown-namespace', { uri }));
}

function sharedNamespaceNames({ modules }: BindContext, { namespaces = {} }: BindOptions): readonly Diagnostic[] {
  const slugs = new Map([...modules].map(([uri, { slug }]) => [uri, slug]));
  return [...sharedNames(namespaces, slugs)].map(([name, uris]) =>
    diagnostic('typescript/shared-namespace-name', { name, uris: uris.map((uri) => `"${uri}"`).join(', ') }),
  );
}

/** The components whose module is that of one namespace. */
interface NamespaceContents {
  readonly types: TypeDefinition[];
  readonly elements: ElementDeclaration[];
}

function contentsByNamespace(contract: Contract): ReadonlyMap<string, NamespaceContents> {
  const contents = new Map<string, NamespaceContents>();
  const of = (namespace: string): NamespaceContents => {
    const known = contents.get(namespace) ?? { types: [], elements: [] };
    contents.set(namespace, known);
    return known;
  };
  for (const type of contract.types) {
    if (builtInFamily(type.key) === undefined) {
      of(homeNamespace(type)).types.push(type);
    }
  }
  for (const element of contract.elements) {
    of(splitExpandedName(element.name).namespace).elements.push(element);
  }
  return contents;
}

function declarationsOf({ types, elements }: NamespaceContents, context: BindContext): TypeDeclaration[] {
  return [...types.flatMap((type) => typeDeclarations(type, context)), ...substitutionDeclarations(elements, context)];
}

function bindModule(
  module: NamespaceModule,
  { types: own, elements }: NamespaceContents,
  types: TypeDeclaration[],
  described: ReadonlySet<ElementDeclaration>,
  context: BindContext,
): BoundModule {
  const constants = [
    ...typeConstants(own, context),
    ...elementConstants(
      elements.filter((each) => described.has(each)),
      context,
    ),
  ].sort(byName);
  return { module, types: types.sort(byName), constants, parts: schemaParts(module, constants) };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return byCodeUnits(a.name, b.name);
}

function typeConstants(types: Contract['types'], context: BindContext): readonly ConstantDeclaration[] {
  return types.flatMap((type) => {
    const name = context.names.types.get(type.key)?.constant;
    const typeName = namedType(type.key, context);
    if (name === undefined || !typeName) {
      return [];
    }
    return type.kind === 'complexType'
      ? [{ name, type: descriptorType('ComplexType', typeName), value: complexTypeDescriptor(type, context) }]
      : [{ name, type: descriptorType('SimpleType', typeName), value: simpleTypeDescriptor(type, context) }];
  });
}

function elementConstants(
  elements: readonly ElementDeclaration[],
  context: BindContext,
): readonly ConstantDeclaration[] {
  return elements.flatMap((declaration) => {
    const name = context.names.elements.get(declaration.name);
    if (!name) {
      return [];
    }
    const type = descriptorType('ElementDescriptor', elementValueType(declaration, context));
    return [{ name: name.constant, type, value: elementDescriptor(declaration, context) }];
  });
}

function descriptorType(name: string, value: TypeExpression): TypeExpression {
  return { kind: 'import', from: schemaModule, name, arguments: [value] };
}
