import type { Message, Service, TypeKey } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import type { Graph, GraphEdge, GraphNode } from './graph.js';
import { operationTitle, type TypePage } from './places.js';
import { rootText, type Site } from './site.js';
import { limited, partKeys } from './type-graph.js';

/** How many boxes each column has; the rest is a number. */
const mostBoxes = 40;

/** How many types the last column has. */
const mostParts = 30;

/** A service at a glance: its operations, the types that their messages name, and what these are made of. */
export function serviceGraph(site: Site, service: Service): Graph {
  const operations = service.operations.map((operation): GraphNode & { readonly pages: readonly TypePage[] } => ({
    id: `0 ${site.places.operation(operation).path}`,
    text: operationTitle(operation),
    place: site.places.operation(operation),
    kind: 'operation',
    column: 0,
    pages: pagesOf(
      site,
      [operation.input, operation.output].flatMap((message) => typesOfMessage(site, message)),
    ),
  }));
  const first = new Columns();
  const left = limited(operations, mostBoxes, 'operations', 0);
  for (const { id, pages } of operations.filter((node) => left.some((each) => each.id === node.id))) {
    first.add(id, pages, 1);
  }
  const middle = limited(first.nodes(left), mostBoxes, 'types', 1);
  const second = new Columns();
  for (const page of first.pages().filter(({ path }) => middle.some(({ id }) => id === `1 ${path}`))) {
    const keys = page.types.flatMap((type) => partKeys(site, type.key));
    second.add(
      `1 ${page.path}`,
      pagesOf(site, keys).filter((each) => each !== page && !first.has(each)),
      2,
    );
  }
  const right = limited(second.nodes(middle), mostParts, 'parts', 2);
  const shown = new Set([...middle, ...right].map(({ id }) => id));
  const edges = [...first.edges(), ...second.edges()].filter(({ to }) => shown.has(to));
  return { nodes: [...left, ...middle, ...right], edges };
}

/** Boxes of one column, with the lines that lead to them. */
class Columns {
  readonly #found = new Map<string, { readonly page: TypePage; readonly node: GraphNode; readonly from: string[] }>();

  add(from: string, pages: readonly TypePage[], column: number): void {
    for (const page of pages) {
      const known = this.#found.get(page.path) ?? { page, node: nodeOf(page, column), from: [] };
      this.#found.set(page.path, known);
      known.from.push(from);
    }
  }

  has({ path }: TypePage): boolean {
    return this.#found.has(path);
  }

  pages(): readonly TypePage[] {
    return [...this.#found.values()].map(({ page }) => page);
  }

  edges(): readonly GraphEdge[] {
    return [...this.#found.values()].flatMap(({ node, from }) =>
      [...new Set(from)].map((each): GraphEdge => ({ from: each, to: node.id, kind: 'uses' })),
    );
  }

  /** Each box near the boxes of the column before it that lead to it, so that few lines cross. */
  nodes(before: readonly GraphNode[]): readonly GraphNode[] {
    const rows = new Map(before.map(({ id }, row) => [id, row]));
    const weighed = [...this.#found.values()].map(({ node, from }) => {
      const at = from.flatMap((id) => rows.get(id) ?? []);
      return { node, row: at.reduce((sum, row) => sum + row, 0) / Math.max(1, at.length) };
    });
    return weighed.sort((a, b) => a.row - b.row || byCodeUnits(a.node.id, b.node.id)).map(({ node }) => node);
  }
}

function nodeOf({ path, root, types }: TypePage, column: number): GraphNode {
  const kind = types[0]?.kind === 'simpleType' ? 'simple' : root.kind === 'element' ? 'element' : 'type';
  return { id: `${column} ${path}`, text: rootText(root), place: { path }, kind, column };
}

function pagesOf({ places }: Site, keys: readonly TypeKey[]): readonly TypePage[] {
  return [...new Set(keys.flatMap((key) => places.pageOf(key) ?? []))];
}

/** The types that a message names: of the parameters, where its element only wraps them. */
function typesOfMessage(site: Site, message: Message | undefined): readonly TypeKey[] {
  switch (message?.kind) {
    case undefined:
    case 'empty':
      return [];
    case 'element': {
      const type = site.index.elements.get(message.element)?.type;
      return type === undefined ? [] : message.wrapped ? partKeys(site, type) : [type];
    }
    case 'rpc':
    case 'parts':
      return message.parts.flatMap(({ type, element }) => {
        const key = type ?? (element === undefined ? undefined : site.index.elements.get(element)?.type);
        return key === undefined ? [] : [key];
      });
  }
}
