import { operationParts } from '../../contract/binding-kinds.js';
import type { Contract, ElementDeclaration, ExpandedName } from '../../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../../contract/names.js';
import { elementsOf } from '../../contract/own-content.js';
import { headsOf } from '../../contract/queries.js';
import type { BindContext } from '../context/context.js';
import { elementConstant, typeConstant } from '../descriptors/descriptors.js';
import type { TypeExpression, ValueExpression } from '../expressions/expression.js';
import { fixedExports } from '../names/export-names.js';
import { rootNames } from '../names/root-names.js';
import { exportedNames } from '../names/service-names.js';
import { documentationLines } from '../types/documentation.js';
import { elementValueType, namedType, valueType } from '../types/value-types.js';
import type { BoundModule, BoundRoot } from './bound-package.js';

interface NamelessRoot extends Omit<BoundRoot, 'exportName' | 'type'> {
  /** The declared type, if it has a name. */
  readonly declared: (TypeExpression & { readonly kind: 'import' }) | undefined;
}

/** The roots of documents, with their names in the index; `modules` are all of the package, and `objects` the names of its namespaces there. */
export function bindRoots(
  context: BindContext,
  modules: readonly BoundModule[],
  objects: Iterable<string>,
): readonly BoundRoot[] {
  const roots = [...elementRoots(context), ...typeRoots(context)];
  const isFlat = (name: string): boolean => context.modules.get(splitExpandedName(name).namespace)?.flat === true;
  const flat = modules.filter(({ module }) => module.flat).flatMap(({ types }) => types);
  const enumerations = flat.flatMap(({ kind, name }) => (kind === 'enum' ? [name] : []));
  const services = [...context.services.values()].flatMap(exportedNames);
  const flatPaths = new Set(modules.flatMap(({ module }) => (module.flat ? [module.typesPath] : [])));
  const names = rootNames(
    roots.map(({ kind, name, declared }) => ({
      kind,
      name,
      isFlat: isFlat(name),
      ownType: declared?.from.kind === 'file' && flatPaths.has(declared.from.path) ? declared.name : undefined,
    })),
    {
      types: new Set(flat.map(({ name }) => name)),
      others: new Set([...fixedExports, 'Elements', ...services, ...objects, ...enumerations]),
    },
  );
  return roots.map(({ declared, ...root }) => {
    const exportName = names.get(`${root.kind} ${root.name}`) ?? '_';
    const documentation = [...root.documentation, ...versionTags(root.name, context)];
    return { ...root, documentation, exportName, type: declared?.name === exportName ? declared : root.valueType };
  });
}

/**
 * The prefixes with which documents of the roots are usually written, and their namespaces: those that the schemas declare. The namespace of all roots
 * is the default one (`''`), if it has no prefix of its own. Sorted; none where the package is not made of chosen roots.
 */
export function documentPrefixes({ contract }: BindContext): readonly (readonly [string, string])[] {
  const { roots, prefixes = {} } = contract;
  if (roots === undefined) {
    return [];
  }
  const [only, ...others] = new Set(roots.elements.map((name) => splitExpandedName(name).namespace));
  const declared = new Map(Object.entries(prefixes));
  const written = [...writtenNamespaces(contract)].flatMap((namespace) => {
    const prefix = declared.get(namespace) ?? (namespace === only && others.length === 0 ? '' : undefined);
    return prefix === undefined ? [] : [[prefix, namespace] as const];
  });
  return written.sort(([a], [b]) => byCodeUnits(a, b));
}

/** The namespaces of elements and attributes. */
function writtenNamespaces({ elements, attributes, types }: Contract): ReadonlySet<string> {
  const namespaces = new Set([...elements, ...attributes].map(({ name }) => splitExpandedName(name).namespace));
  for (const type of types) {
    if (type.kind === 'complexType') {
      for (const { namespace } of [...elementsOf(type.content), ...type.attributes]) {
        namespaces.add(namespace);
      }
    }
  }
  namespaces.delete('');
  return namespaces;
}

/** The version of the schema that declares a root. */
function versionTags(name: string, { contract: { versions } }: BindContext): readonly string[] {
  const version = new Map(Object.entries(versions ?? {})).get(splitExpandedName(name).namespace);
  return version === undefined ? [] : [`@version ${version}`];
}

function elementRoots(context: BindContext): readonly NamelessRoot[] {
  const { contract } = context;
  const wanted = contract.roots && new Set(contract.roots.elements);
  return contract.elements.flatMap((declaration) => {
    const { name, type, documentation, abstract } = declaration;
    const isRoot = wanted === undefined ? !abstract : wanted.has(name);
    const value = isRoot ? elementConstant(name, context) : undefined;
    return value === undefined
      ? []
      : [
          rootOf(
            'element',
            name,
            value,
            elementValueType(declaration, context),
            documentation,
            namedType(type, context),
          ),
        ];
  });
}

function typeRoots(context: BindContext): readonly NamelessRoot[] {
  return (context.contract.roots?.types ?? []).map((key) => {
    const { documentation } = context.index.types.get(key) ?? {};
    return rootOf(
      'type',
      key,
      typeConstant(key, context),
      valueType(key, context),
      documentation,
      namedType(key, context),
    );
  });
}

function rootOf(
  kind: BoundRoot['kind'],
  name: string,
  value: ValueExpression,
  type: TypeExpression,
  documentation: string | undefined,
  declared: NamelessRoot['declared'],
): NamelessRoot {
  return { kind, name, value, valueType: type, documentation: documentationLines(documentation), declared };
}

/** The elements whose descriptors a package needs: roots, those in messages, and those that stand in for others. Types describe all other elements themselves. */
export function describedElements({ elements, services, roots }: Contract): readonly ElementDeclaration[] {
  if (roots === undefined) {
    return elements;
  }
  const needed = new Set<ExpandedName>(roots.elements);
  for (const { element } of services.flatMap(({ operations }) => operations.flatMap(operationParts))) {
    if (element !== undefined) {
      needed.add(element);
    }
  }
  return elements.filter((each) => needed.has(each.name) || headsOf(each).length > 0);
}
