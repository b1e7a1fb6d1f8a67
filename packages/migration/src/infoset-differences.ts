import type { XmlElement, XmlNode } from '@wsdl-codegen/runtime';
import { innerScope, namespaceIn, type TreeScope } from '@wsdl-codegen/runtime/extend';
import type { CompareRules } from './compare-rules.js';

/** A point in which two answers differ. */
export interface AnswerDifference {
  /**
   * `status`, `content-type`: of HTTP; `body`: of what is not XML; `missing`, `added`: an element or attribute that only the older, only this service sent; `order`: of the same
   * elements; `value`: of an element or attribute.
   */
  readonly kind: 'status' | 'content-type' | 'body' | 'missing' | 'added' | 'order' | 'value';
  /** Names of elements below the Body: `/GetBalanceResponse/Amount`; items of lists have numbers from 1, `/Items/Item[2]/@id`. `''` means the answer as a whole. */
  readonly path: string;
  /** Of this service. Credentials are `***`. */
  readonly here?: string;
  /** Of the older service. */
  readonly there?: string;
}

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
/** Hints for readers. */
const hints: ReadonlySet<string> = new Set(['schemaLocation', 'noNamespaceSchemaLocation']);
const maxDifferences = 100;

interface Place {
  /** With numbers of items, for people. */
  readonly shown: string;
  /** Without, for rules. */
  readonly path: string;
}

/** A tree with the prefixes around it. */
interface Scoped {
  readonly element: XmlElement;
  readonly scope: TreeScope | undefined;
}

/** Compares two documents by their infosets: prefixes, order of attributes, comments and white space between elements mean nothing. */
export class DocumentComparison {
  readonly differences: AnswerDifference[] = [];
  readonly #rules: CompareRules;

  constructor(rules: CompareRules) {
    this.#rules = rules;
  }

  /** Compares two roots. */
  compare(here: XmlElement, there: XmlElement): readonly AnswerDifference[] {
    const left: Scoped = { element: here, scope: innerScope(here, undefined) };
    const right: Scoped = { element: there, scope: innerScope(there, undefined) };
    if (keyOf(here) !== keyOf(there)) {
      this.#add({ kind: 'value', path: '', here: keyOf(here), there: keyOf(there) });
      return this.differences;
    }
    const place = here.name === 'Envelope' ? { shown: '', path: '' } : below({ shown: '', path: '' }, here.name);
    this.#elements(left, right, place);
    return this.differences;
  }

  #add(difference: AnswerDifference): void {
    if (this.differences.length < maxDifferences) {
      this.differences.push(difference);
    }
  }

  #elements(here: Scoped, there: Scoped, place: Place): void {
    if (this.#rules.ignores(place.path)) {
      return;
    }
    this.#attributes(here, there, place);
    const left = elementsOf(here);
    const right = elementsOf(there);
    if (left.length === 0 && right.length === 0) {
      this.#texts(textOf(here.element.children), textOf(there.element.children), [here, there], place);
      return;
    }
    const mixed = [here, there].map(({ element }) => textOf(element.children).replace(/[ \t\r\n]+/g, ''));
    this.#texts(mixed[0] ?? '', mixed[1] ?? '', [here, there], place);
    this.#children(left, right, place);
  }

  #texts(here: string, there: string, [left, right]: readonly [Scoped, Scoped], { path, shown }: Place): void {
    if (!this.#rules.equal(path, here, there) && !sameName(here, left.scope, there, right.scope)) {
      this.#add({ kind: 'value', path: shown, here, there });
    }
  }

  #attributes(here: Scoped, there: Scoped, place: Place): void {
    const left = attributesOf(here.element);
    const right = attributesOf(there.element);
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      const at = below(place, `@${key.slice(key.indexOf('}') + 1)}`);
      const mine = left.get(key);
      const other = right.get(key);
      if (this.#rules.ignores(at.path)) {
        continue;
      }
      if (mine === undefined || other === undefined) {
        const values = { ...(mine !== undefined && { here: mine }), ...(other !== undefined && { there: other }) };
        this.#add({ kind: mine === undefined ? 'missing' : 'added', path: at.shown, ...values });
      } else if (key !== `{${instanceNamespace}}type` || expanded(mine, here.scope) !== expanded(other, there.scope)) {
        this.#texts(mine, other, [here, there], at);
      }
    }
  }

  /** Elements of the same name are compared one after the other. */
  #children(here: readonly Scoped[], there: readonly Scoped[], place: Place): void {
    const left = byName(here);
    const right = byName(there);
    let isWhole = true;
    for (const [key, name] of new Map(
      [...left, ...right].map(([each, [first]]) => [each, first?.element.name ?? '']),
    )) {
      const mine = left.get(key) ?? [];
      const others = right.get(key) ?? [];
      const count = Math.max(mine.length, others.length);
      for (let i = 0; i < count; i++) {
        const one = mine[i];
        const other = others[i];
        isWhole &&= one !== undefined && other !== undefined;
        if (!isSameText(one?.element, other?.element)) {
          this.#pair(one, other, childPlace(place, name, count > 1 ? i + 1 : undefined));
        }
      }
    }
    const order = [here, there].map((each) => each.map(({ element }) => keyOf(element)).join(' '));
    if (isWhole && order[0] !== order[1]) {
      const names = [here, there].map((each) => each.map(({ element }) => element.name).join(' '));
      this.#add({ kind: 'order', path: place.shown, here: names[0] ?? '', there: names[1] ?? '' });
    }
  }

  #pair(one: Scoped | undefined, other: Scoped | undefined, at: Place): void {
    if (one !== undefined && other !== undefined) {
      this.#elements(one, other, at);
    } else if (!this.#rules.ignores(at.path) && !isEmptyHeader((one ?? other)?.element)) {
      const text = wholeText((one ?? other)?.element);
      const value = one === undefined ? { there: text } : { here: text };
      this.#add({ kind: one === undefined ? 'missing' : 'added', path: at.shown, ...value });
    }
  }
}

function below(place: Place, name: string, number?: number): Place {
  const index = number === undefined ? '' : `[${number}]`;
  return { path: `${place.path}/${name}`, shown: `${place.shown}/${name}${index}` };
}

/** Paths begin in the Body. */
function childPlace(place: Place, name: string, number: number | undefined): Place {
  return place.path === '' && name === 'Body' ? place : below(place, name, number);
}

/** True for two elements with the same text and nothing else, as most of an answer is: whatever rules say, they do not differ. */
function isSameText(here: XmlElement | undefined, there: XmlElement | undefined): boolean {
  if (here === undefined || there === undefined || here.attributes.length > 0 || there.attributes.length > 0) {
    return false;
  }
  const [text = ''] = here.children;
  const [other = ''] = there.children;
  return here.children.length < 2 && there.children.length < 2 && typeof text === 'string' && text === other;
}

function keyOf({ namespace, name }: XmlElement): string {
  return `{${namespace}}${name}`;
}

function byName(elements: readonly Scoped[]): ReadonlyMap<string, readonly Scoped[]> {
  const all = new Map<string, Scoped[]>();
  for (const each of elements) {
    const key = keyOf(each.element);
    const known = all.get(key) ?? [];
    known.push(each);
    all.set(key, known);
  }
  return all;
}

function elementsOf({ element, scope }: Scoped): readonly Scoped[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [{ element: child, scope: innerScope(child, scope) }],
  );
}

function attributesOf({ attributes }: XmlElement): ReadonlyMap<string, string> {
  const counted = attributes.filter(({ namespace, name }) => namespace !== instanceNamespace || !hints.has(name));
  return new Map(counted.map(({ namespace, name, value }) => [`{${namespace}}${name}`, value]));
}

function textOf(children: readonly XmlNode[]): string {
  return children.filter((child) => typeof child === 'string').join('');
}

function wholeText(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : wholeText(child)))
    .join(' ')
    .trim();
}

/** A Header without blocks says nothing. */
function isEmptyHeader(element: XmlElement | undefined): boolean {
  return element?.name === 'Header' && element.children.every((child) => typeof child === 'string');
}

const qualified = /^(?:([\w.-]+):)?([\w.-]+)$/;

/** True for names of which one has a prefix at least, and which mean the same. */
function sameName(here: string, left: TreeScope | undefined, there: string, right: TreeScope | undefined): boolean {
  const mine = expanded(here, left);
  return (here + there).includes(':') && mine !== undefined && mine === expanded(there, right);
}

/** A name with its namespace; undefined for what is none, or has a prefix that nobody declares. */
function expanded(text: string, scope: TreeScope | undefined): string | undefined {
  const [, prefix = '', name] = qualified.exec(text.trim()) ?? [];
  const namespace = namespaceIn(scope, prefix) ?? (prefix === '' ? '' : undefined);
  return namespace === undefined || name === undefined ? undefined : `{${namespace}}${name}`;
}
