import { SaxesParser } from 'saxes';

/** Elements as an independent parser sees them: what our own readers and writers are compared with. */

export interface DomElement {
  readonly namespace: string;
  readonly name: string;
  /** By expanded name `{namespace}local`; namespace declarations left out. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Texts (never two in a row, CDATA sections resolved) and elements. */
  readonly children: readonly (string | DomElement)[];
  /** Prefixes in scope; `''` is the default namespace. */
  readonly scope: ReadonlyMap<string, string>;
}

interface Open extends DomElement {
  readonly attributes: Map<string, string>;
  readonly children: (string | DomElement)[];
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** Parses a document; comments and processing instructions are dropped. Throws `Error` if it is not well-formed. */
export function parseDom(text: string): DomElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: DomElement | undefined;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes, ns }) => {
    const parent = open.at(-1);
    const scope = new Map(parent?.scope ?? [['xml', xmlNamespace]]);
    for (const [prefix, namespace] of Object.entries(ns)) {
      scope.set(prefix, namespace);
    }
    const own = new Map<string, string>();
    for (const attribute of Object.values(attributes)) {
      if (attribute.uri !== xmlnsNamespace) {
        own.set(`{${attribute.uri}}${attribute.local}`, attribute.value);
      }
    }
    const element: Open = { namespace: uri, name: local, attributes: own, children: [], scope };
    parent?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const onText = (value: string): void => {
    const children = open.at(-1)?.children;
    if (!children) {
      return;
    }
    const last = children.at(-1);
    if (typeof last === 'string') {
      children[children.length - 1] = last + value;
    } else if (value !== '') {
      children.push(value);
    }
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('doctype', (declaration) => {
    for (const [, name, , double, single] of declaration.matchAll(/<!ENTITY\s+([\w.-]+)\s+("([^"]*)"|'([^']*)')/g)) {
      if (name !== undefined) {
        parser.ENTITIES[name] = double ?? single ?? '';
      }
    }
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (!root) {
    throw new Error('no root element');
  }
  return root;
}

/** The elements among the children. */
export function childElements(element: DomElement): readonly DomElement[] {
  return element.children.filter((child): child is DomElement => typeof child !== 'string');
}

/** All the text inside. */
export function textOf(element: DomElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The expanded name that a QName means in its place; undefined if its prefix is not declared. */
export function expandQName(text: string, element: DomElement): string | undefined {
  const [prefix, local] = text.includes(':') ? (text.split(':', 2) as [string, string]) : ['', text];
  const namespace = element.scope.get(prefix);
  if (namespace === undefined && prefix !== '') {
    return undefined;
  }
  return `{${namespace ?? ''}}${local}`;
}
