import { hrefTo } from './layout.js';
import { html, type Markup } from './markup.js';
import type { SitePlace } from './places.js';

/** A box of a picture. */
export interface GraphNode {
  readonly id: string;
  readonly text: string;
  /** Absent where it leads nowhere. */
  readonly place?: SitePlace;
  readonly kind: 'operation' | 'type' | 'element' | 'simple' | 'center' | 'more';
  /** Column, from 0. */
  readonly column: number;
}

/** A line of a picture, from left to right or, within a column, from top to bottom. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'uses' | 'derives';
}

/** A picture of boxes in columns. Boxes of a column stand in the order of `nodes`. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Sizes in units of the picture, which are pixels unless the page is narrower. */
const letterWidth = 7.3;
const rowHeight = 34;
const boxHeight = 24;
const columnGap = 72;
const margin = 8;
const mostLetters = 30;

interface Box {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A picture as SVG: boxes are links, and its look comes from the style sheet of the page. */
export function graphMarkup({ nodes, edges }: Graph, from: string, label: string): Markup {
  const boxes = placeBoxes(nodes);
  const all = [...boxes.values()];
  const width = Math.max(...all.map((box) => box.x + box.width)) + margin;
  const height = Math.max(...all.map((box) => box.y + boxHeight)) + margin;
  const lines = edges.flatMap(({ from: a, to: b, kind }) => {
    const [start, end] = [boxes.get(a), boxes.get(b)];
    return start && end ? [html`<path class="${kind}" d="${pathBetween(start, end)}"/>\n`] : [];
  });
  return html`<div class="wide"><svg class="graph" role="group" aria-label="${label}" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">
${lines}${all.map((box) => boxMarkup(box, from))}</svg></div>`;
}

function placeBoxes(nodes: readonly GraphNode[]): ReadonlyMap<string, Box> {
  const columns: GraphNode[][] = [];
  for (const node of nodes) {
    const column = columns[node.column] ?? [];
    columns[node.column] = column;
    column.push(node);
  }
  const used = columns.filter((column) => column !== undefined);
  const tallest = Math.max(0, ...used.map((column) => column.length));
  const boxes = new Map<string, Box>();
  let x = margin;
  for (const column of used) {
    const width = Math.max(...column.map(({ text }) => shortText(text).length)) * letterWidth + 20;
    const top = margin + ((tallest - column.length) * rowHeight) / 2;
    for (const [row, node] of column.entries()) {
      boxes.set(node.id, { node, x, y: top + row * rowHeight, width });
    }
    x += width + columnGap;
  }
  return boxes;
}

function pathBetween(a: Box, b: Box): string {
  const point = (...numbers: readonly number[]): string => numbers.map(round).join(' ');
  if (a.node.column === b.node.column) {
    const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
    const [side, out] = [upper.x + upper.width, 18 + (lower.y - upper.y) / 8];
    const [top, bottom] = [upper.y + boxHeight / 2, lower.y + boxHeight / 2];
    return lower.y - upper.y <= rowHeight
      ? `M${point(upper.x + upper.width / 2, upper.y + boxHeight)} L${point(lower.x + lower.width / 2, lower.y)}`
      : `M${point(side, top)} C${point(side + out, top)} ${point(side + out, bottom)} ${point(side, bottom)}`;
  }
  const [left, right] = a.node.column < b.node.column ? [a, b] : [b, a];
  const [x1, y1] = [left.x + left.width, left.y + boxHeight / 2];
  const [x2, y2] = [right.x, right.y + boxHeight / 2];
  const middle = (x1 + x2) / 2;
  return `M${point(x1, y1)} C${point(middle, y1)} ${point(middle, y2)} ${point(x2, y2)}`;
}

function boxMarkup({ node, x, y, width }: Box, from: string): Markup {
  const { kind, text, place } = node;
  const shown = shortText(text);
  const inner = html`<g class="box ${kind}"><title>${text}</title><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${boxHeight}" rx="5"/><text x="${round(x + 10)}" y="${round(y + 16)}">${shown}</text></g>`;
  return place === undefined || kind === 'center'
    ? html`${inner}\n`
    : html`<a href="${hrefTo(place, from)}">${inner}</a>\n`;
}

function shortText(text: string): string {
  const letters = [...text];
  return letters.length <= mostLetters ? text : `${letters.slice(0, mostLetters - 1).join('')}…`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
