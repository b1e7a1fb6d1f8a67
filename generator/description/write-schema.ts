import type { Contract, Service } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import type { Prefixes } from './prefixes.js';
import { reachableComponents, type SchemaComponent } from './reachable.js';
import { type OccursStyle, TypeWriter } from './write-types.js';
import { type TextAttribute, type TextElement, tag } from './xml-text.js';

/** The components of one namespace, in order. */
export interface NamespaceGroup {
  readonly namespace: string;
  readonly components: readonly SchemaComponent[];
}

/** One schema for each namespace that a service needs: its own first, then in the order of first use. */
export function groupComponents(contract: Contract, service: Service): readonly NamespaceGroup[] {
  return groupByNamespace(reachableComponents(contract, service), service.namespace);
}

/** One schema for each namespace of the components: `first`, then in the order of first use. */
export function groupByNamespace(components: readonly SchemaComponent[], first: string): readonly NamespaceGroup[] {
  const groups = new Map<string, SchemaComponent[]>();
  if (components.some((c) => splitExpandedName(c.name).namespace === first)) {
    groups.set(first, []);
  }
  for (const component of components) {
    const { namespace } = splitExpandedName(component.name);
    const own = groups.get(namespace);
    if (own === undefined) {
      groups.set(namespace, [component]);
    } else {
      own.push(component);
    }
  }
  return [...groups].map(([namespace, own]) => ({ namespace, components: own }));
}

/** How the two shapes differ in a schema. */
export interface SchemaStyle {
  readonly occurs: OccursStyle;
  /** Prefixes for each schema; WCF numbers its local prefixes separately in each. */
  readonly prefixes: () => Prefixes;
  /** Attributes of `xs:schema`, in order. */
  readonly attributes: (namespace: string) => readonly TextAttribute[];
}

/** Writes `xs:schema` for a namespace. */
export function writeSchema(contract: Contract, group: NamespaceGroup, style: SchemaStyle): TextElement {
  const prefixes = style.prefixes();
  const writer = new TypeWriter(contract, group.namespace, prefixes, style.occurs);
  const body = group.components.flatMap((component) => writeComponent(writer, contract, component));
  const imports = [...writer.namespaces].filter((namespace) => namespace !== group.namespace);
  return tag(`${prefixes.schema}:schema`, style.attributes(group.namespace), [
    ...imports
      .filter((namespace) => namespace !== xsdNamespace)
      .map((namespace) => tag(`${prefixes.schema}:import`, [['namespace', namespace === '' ? undefined : namespace]])),
    ...body,
  ]);
}

function writeComponent(writer: TypeWriter, contract: Contract, component: SchemaComponent): readonly TextElement[] {
  switch (component.kind) {
    case 'element':
      return writer.globalElement(component.name);
    case 'type':
      return writer.globalType(component.name);
    case 'attribute':
      return writer.globalAttribute(contract, component.name);
  }
}
