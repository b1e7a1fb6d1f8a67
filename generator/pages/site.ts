import type { Contract, TypeKey } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import { type ContractIndex, indexContract } from '../contract/queries.js';
import { declarationsOfKey } from '../contract/types/keys.js';
import { localOf } from '../diff/context.js';
import { bindPackage } from '../typescript/bind.js';
import { type BindContext, bindContext } from '../typescript/context/context.js';
import type { BindOptions } from '../typescript/names/options.js';
import type { BoundMethod, BoundPackage, BoundService } from '../typescript/services/bound-package.js';
import { type PageRoot, SitePlaces } from './places.js';
import { type Usage, usageOf } from './usage.js';

/** A contract with everything that pages say of it. */
export interface Site {
  readonly title: string;
  readonly contract: Contract;
  readonly index: ContractIndex;
  readonly bound: BoundPackage;
  readonly places: SitePlaces;
  readonly usage: Usage;
  /** Name of a type in TypeScript; absent for one that is written where it is used. */
  readonly typeName: (key: TypeKey) => string | undefined;
}

/** Works out places, uses and names once for all pages. */
export function siteOf(contract: Contract, title: string, options: BindOptions): Site {
  const context = bindContext(contract, options);
  const [bound] = bindPackage(contract, options);
  return {
    title,
    contract,
    index: indexContract(contract),
    bound,
    places: new SitePlaces(contract, (uri) => context.slugOf(uri)),
    usage: usageOf(contract),
    typeName: (key) => typeNameIn(context, key),
  };
}

function typeNameIn({ names }: BindContext, key: TypeKey): string | undefined {
  const name = names.types.get(key);
  return name && (name.module.flat ? name.name : `${name.module.slug.replace(/-/g, '_')}.${name.name}`);
}

/** The method of an operation. */
export function methodOf(
  { bound }: Site,
  operation: BoundMethod['operation'],
): { readonly service: BoundService; readonly method: BoundMethod } | undefined {
  for (const service of bound.services) {
    const method = service.methods.find((each) => each.operation === operation);
    if (method) {
      return { service, method };
    }
  }
  return undefined;
}

/** What the schema says of an element that is the root of documents, or else of its type; or of a type that is. */
export function rootDocumentation({ index }: Site, name: string): string | undefined {
  const element = index.elements.get(name);
  return element?.documentation ?? index.types.get(element?.type ?? name)?.documentation;
}

/** The prefix that pages give to names of XML Schema. */
const builtInPrefix = 'xs:';

/** A type as readers know it: its local name, or the path to it where it has none. */
export function typeText(key: TypeKey): string {
  const declarations = declarationsOfKey(key);
  if (declarations) {
    return declarations.map(localOf).join('.');
  }
  const { namespace, local } = splitExpandedName(key);
  return namespace === xsdNamespace ? `${builtInPrefix}${local}` : local;
}

/** The name of what a page is about. */
export function rootText({ kind, name }: PageRoot): string {
  const local = localOf(name);
  switch (kind) {
    case 'type':
    case 'element':
      return local;
    case 'attribute':
      return `attribute ${local}`;
    case 'group':
      return `group ${local}`;
    case 'attributeGroup':
      return `attribute group ${local}`;
  }
}
