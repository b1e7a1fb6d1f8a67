import { typesOfElements } from '../../contract/element-types.js';
import { typesInEncoding } from '../../contract/encoded-accessors.js';
import { countsOf } from '../../contract/grouping.js';
import type {
  ComplexTypeDefinition,
  Contract,
  ElementDeclaration,
  ElementParticle,
  Service,
  TypeKey,
} from '../../contract/model.js';
import { expandedName, splitExpandedName } from '../../contract/names.js';
import {
  type ContractIndex,
  indexContract,
  derivedTypes as queryDerivedTypes,
  substitutionMembers,
} from '../../contract/queries.js';
import { ContentMapper } from '../content/content.js';
import { discriminatorsOf } from '../content/discriminators.js';
import type { MappedAttribute, PropertyNaming } from '../content/properties.js';
import { simpleStandIns } from '../content/stand-ins.js';
import type { ValueExpression } from '../expressions/expression.js';
import type { OwnShape } from '../expressions/shape.js';
import { fixedExports } from '../names/export-names.js';
import { camelCase } from '../names/identifiers.js';
import { namespaceConstant } from '../names/module-names.js';
import { type NamespaceModule, namespaceModules, namespaceSlugs } from '../names/modules.js';
import { decideNames, type Names } from '../names/names.js';
import { namespaceLayer } from '../names/namespace-names.js';
import { Naming } from '../names/naming.js';
import type { BindOptions } from '../names/options.js';
import { exportedNames, type ServiceNames, serviceNames } from '../names/service-names.js';
import { type Scalars, scalarsOf } from './scalars.js';

/** Everything that binding one component needs to know of the others. */
export interface BindContext {
  readonly contract: Contract;
  readonly options: BindOptions;
  readonly index: ContractIndex;
  readonly modules: ReadonlyMap<string, NamespaceModule>;
  readonly names: Names;
  readonly services: ReadonlyMap<Service, ServiceNames>;
  readonly mapper: ContentMapper;
  /** How properties are called, also those of messages and headers, which no type declares. */
  readonly properties: PropertyNaming;
  /** Shapes of complex types that were worked out already. */
  readonly shapes: Map<TypeKey, OwnShape>;
  /** Placeholders found in components, by kind and key. */
  readonly placeholders: Map<string, readonly string[]>;
  /** Mappings of simple types to the user's own. */
  readonly scalars: Scalars;
  /** Complex types that may stand in for the simple types of elements. */
  readonly standIns: ReadonlyMap<TypeKey, readonly ComplexTypeDefinition[]>;
  /** Types that messages in SOAP encoding can contain. */
  readonly encodedTypes: ReadonlySet<TypeKey>;
  /** Types that elements of the services' contract are declared with; undefined without services, where programs may declare elements of their own. */
  readonly typesOfElements: ReadonlySet<TypeKey> | undefined;
  /** `$type` values of the complex types that take part in derivation. */
  readonly discriminators: ReadonlyMap<TypeKey, string>;
  /** Short name of a namespace, also of one that declares nothing. */
  readonly slugOf: (namespace: string) => string;
  /** A namespace as a value; one object for each. */
  readonly namespace: (uri: string) => ValueExpression;
  readonly naming: Naming;
}

/** Decides names and modules, once for the whole contract. */
export function bindContext(contract: Contract, options: BindOptions): BindContext {
  const index = indexContract(contract);
  const { namespaces, naming: layers = [] } = options;
  const naming = new Naming(namespaces ? [namespaceLayer(namespaces), ...layers] : layers);
  const modules = namespaceModules(contract, index, naming, options.namespaceOrder);
  const slugOf = (namespace: string): string =>
    namespace === '' ? 'unqualified' : (modules.get(namespace)?.slug ?? ownSlug(namespace, naming)).replace(/-/g, '_');
  const services = serviceNames(contract.services, fixedExports, slugOf, naming);
  const names = decideNames(contract, index, modules, exportsOf(services), naming);
  const standIns = simpleStandIns(contract, index);
  const properties = { slugOf, nameOf: options.properties === 'camelCase' ? camelCase : asOnTheWire };
  return {
    contract,
    options,
    index,
    modules,
    services,
    names,
    mapper: new ContentMapper(contract, properties, options.members === 'tolerant'),
    properties,
    shapes: new Map(),
    placeholders: new Map(),
    scalars: scalarsOf(index, options),
    standIns,
    encodedTypes: typesInEncoding(contract),
    typesOfElements: contract.services.length > 0 ? typesOfElements(contract) : undefined,
    discriminators: discriminatorsOf(contract, index, names, standIns),
    slugOf,
    namespace: namespaceValues(modules, naming),
    naming,
  };
}

function asOnTheWire(name: string): string {
  return name;
}

/** True for a required attribute that may be missing in what is read. */
export function isTolerantAttribute({ use, property }: MappedAttribute, { options }: BindContext): boolean {
  return options.members === 'tolerant' && use.use === 'required' && !(property in Object.prototype);
}

/** Short name of a namespace that is considered separately. */
function ownSlug(uri: string, naming: Naming): string {
  return naming.name('namespace', { uri }, namespaceSlugs([uri]).get(uri) ?? 'ns');
}

/** Namespaces as values. Constants are named after the namespace alone, or after its module if a rule named that. */
function namespaceValues(
  modules: ReadonlyMap<string, NamespaceModule>,
  naming: Naming,
): (uri: string) => ValueExpression {
  const values = new Map<string, ValueExpression>();
  return (uri) => {
    const known = values.get(uri);
    if (known) {
      return known;
    }
    const module = naming.has('namespace') ? modules.get(uri) : undefined;
    const value = {
      kind: 'namespace',
      uri,
      constant: namespaceConstant(module?.slug ?? ownSlug(uri, naming)),
    } as const;
    values.set(uri, value);
    return value;
  };
}

/** Every other name that the index exports. */
function exportsOf(services: ReadonlyMap<Service, ServiceNames>): ReadonlySet<string> {
  return new Set([...fixedExports, ...[...services.values()].flatMap(exportedNames)]);
}

/** Complex types whose values may stand in for those of a type by `xsi:type`. */
export function derivedTypes(type: ComplexTypeDefinition, context: BindContext): readonly ComplexTypeDefinition[] {
  return queryDerivedTypes(context.contract, type.key).filter((derived) => !derived.abstract);
}

/** The global element that an element of a content model refers to. */
export function referredElement(
  { ref, namespace, name }: ElementParticle,
  { index }: BindContext,
): ElementDeclaration | undefined {
  return ref ? index.elements.get(expandedName(namespace, name)) : undefined;
}

/** The head of the substitution group whose members an element of a content model may be; undefined if it is only itself. */
export function headOf(declaration: ElementParticle, context: BindContext): ElementDeclaration | undefined {
  const head = referredElement(declaration, context);
  return head && (head.abstract || substitutesOf(head.name, context).length > 0) ? head : undefined;
}

/** Members of a substitution group by the `$name` under which they are known: the local name, qualified where two share it. */
export function substitutesOf(
  head: string,
  context: BindContext,
): readonly { readonly name: string; readonly element: ElementDeclaration }[] {
  const members = substitutionMembers(context.contract, head);
  const home = splitExpandedName(head);
  const count = countsOf([home.local, ...members.map(({ name }) => splitExpandedName(name).local)]);
  return members.map((element) => {
    const { namespace, local } = splitExpandedName(element.name);
    const shared = (count.get(local) ?? 0) > 1;
    const plain = !shared || (namespace === home.namespace && local !== home.local);
    return { name: plain ? local : `${context.slugOf(namespace)}.${local}`, element };
  });
}
