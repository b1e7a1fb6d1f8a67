import type { TypeKey } from '../contract/model.js';
import { elementsOf } from '../contract/own-content.js';
import type { Graph, GraphEdge, GraphNode } from './graph.js';
import { operationTitle, type TypePage } from './places.js';
import { rootText, type Site, typeText } from './site.js';
import type { OperationReference, TypeUse } from './usage.js';

/** How many boxes a column has on each side; the rest is a number. */
const mostBoxes = 14;

/** How many bases and derived types stand around the type itself. */
const mostRelatives = 8;

/** What is around a type: what uses it on the left, what it is made of on the right, its bases above and derived types below. */
export function typeGraph(site: Site, page: TypePage): Graph {
  const center: GraphNode = { id: 'center', text: rootText(page.root), kind: 'center', column: 1 };
  const users = distinct(page.types.flatMap((type) => usersOf(site, page, type.key)));
  const parts = distinct(page.types.flatMap((type) => partsOf(site, page, type.key)));
  const bases = distinct(
    page.types.flatMap((type) => (type.base === undefined ? [] : nodeOfType(site, page, type.base, 1))),
  );
  const derived = distinct(
    page.types.flatMap((type) =>
      (site.usage.types.get(type.key) ?? []).flatMap((use) =>
        use.kind === 'derived' ? nodeOfType(site, page, use.owner, 1) : [],
      ),
    ),
  );
  const above = limited(bases, mostRelatives, 'bases', 1);
  const below = limited(derived, mostRelatives, 'derived', 1);
  const left = limited(users, mostBoxes, 'users', 0);
  const right = limited(parts, mostBoxes, 'parts', 2);
  const edges: readonly GraphEdge[] = [
    ...left.map(({ id }): GraphEdge => ({ from: id, to: 'center', kind: 'uses' })),
    ...right.map(({ id }): GraphEdge => ({ from: 'center', to: id, kind: 'uses' })),
    ...above.map(({ id }): GraphEdge => ({ from: id, to: 'center', kind: 'derives' })),
    ...below.map(({ id }): GraphEdge => ({ from: 'center', to: id, kind: 'derives' })),
  ];
  return { nodes: [...left, ...above, center, ...below, ...right], edges };
}

/** The first boxes of a column; `more` stands for the others. */
export function limited(nodes: readonly GraphNode[], most: number, id: string, column: number): readonly GraphNode[] {
  const rest = nodes.length - most + 1;
  return nodes.length <= most
    ? nodes
    : [...nodes.slice(0, most - 1), { id: `more-${id}`, text: `and ${rest} more`, kind: 'more', column }];
}

function distinct(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}

function usersOf(site: Site, page: TypePage, key: TypeKey): readonly GraphNode[] {
  const uses = [
    ...(site.usage.types.get(key) ?? []),
    ...(page.root.kind === 'element' ? (site.usage.elements.get(page.root.name) ?? []) : []),
  ];
  const named = uses.flatMap((use) => userNode(site, page, use));
  return [...named, ...messageUsers(site, page)];
}

function userNode(site: Site, page: TypePage, use: TypeUse): readonly GraphNode[] {
  switch (use.kind) {
    case 'derived':
      return [];
    case 'element': {
      const place = site.places.element(use.name);
      const text = rootText({ kind: 'element', name: use.name });
      return place.path === page.path ? [] : [{ id: `0 element ${use.name}`, text, place, kind: 'element', column: 0 }];
    }
    case 'part':
      return [operationNode(site, use.of)];
    case 'member':
    case 'attribute':
    case 'list':
    case 'union':
    case 'array':
      return nodeOfType(site, page, use.owner, 0);
  }
}

/** Operations of which the element of the page is a message. */
function messageUsers(site: Site, { root }: TypePage): readonly GraphNode[] {
  if (root.kind !== 'element') {
    return [];
  }
  const users = (site.usage.operations.get(root.name) ?? []).filter(({ operation: { input, output } }) =>
    [input, output].some((message) => message?.kind === 'element' && message.element === root.name),
  );
  return users.map((each) => operationNode(site, each));
}

function operationNode({ places }: Site, { service, operation }: OperationReference): GraphNode {
  const text = `${service.name}.${operationTitle(operation)}`;
  return { id: `0 operation ${text}`, text, place: places.operation(operation), kind: 'operation', column: 0 };
}

function partsOf(site: Site, page: TypePage, key: TypeKey): readonly GraphNode[] {
  return partKeys(site, key).flatMap((part) => nodeOfType(site, page, part, 2));
}

/** The types of what a type contains, in its order. */
export function partKeys(site: Site, key: TypeKey): readonly TypeKey[] {
  const type = site.index.types.get(key);
  if (type === undefined) {
    return [];
  }
  if (type.kind === 'simpleType') {
    return [...(type.itemType === undefined ? [] : [type.itemType]), ...(type.memberTypes ?? [])];
  }
  const { content, attributes, soapArray } = type;
  const elements = elementsOf(content);
  return [
    ...elements.map((element) => element.type),
    ...(content.kind === 'simple' ? [content.type] : []),
    ...(soapArray ? [soapArray.itemType] : []),
    ...attributes.map((attribute) => attribute.type),
  ];
}

/** The box of the page of a type; none for built-in types and for the page itself. */
function nodeOfType(site: Site, page: TypePage, key: TypeKey, column: number): readonly GraphNode[] {
  const other = site.places.pageOf(key);
  if (other === undefined || other === page) {
    return [];
  }
  const [main] = other.types;
  const kind = main?.kind === 'simpleType' ? 'simple' : other.root.kind === 'element' ? 'element' : 'type';
  const text = other.root.kind === 'type' && main ? typeText(main.key) : rootText(other.root);
  return [{ id: `${column} ${other.path}`, text, place: { path: other.path }, kind, column }];
}
