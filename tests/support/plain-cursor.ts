import type { XmlCursor, XmlEvent } from '../../runtime/src/xml/interfaces/reader.js';

/** A cursor that moves another one, and is nothing else: whoever reads it sees one event after the other. */
export class PlainCursor implements XmlCursor {
  readonly #inner: XmlCursor;

  constructor(inner: XmlCursor) {
    this.#inner = inner;
  }

  next(): XmlEvent {
    return this.#inner.next();
  }

  get event(): XmlEvent {
    return this.#inner.event;
  }

  get localName(): string {
    return this.#inner.localName;
  }

  get namespace(): string {
    return this.#inner.namespace;
  }

  get prefix(): string {
    return this.#inner.prefix;
  }

  get depth(): number {
    return this.#inner.depth;
  }

  get isEmpty(): boolean {
    return this.#inner.isEmpty;
  }

  get attributeCount(): number {
    return this.#inner.attributeCount;
  }

  get text(): string {
    return this.#inner.text;
  }

  get passedOver(): number {
    return this.#inner.passedOver;
  }

  get offset(): number {
    return this.#inner.offset;
  }

  attributeName(index: number): string {
    return this.#inner.attributeName(index);
  }

  attributeNamespace(index: number): string {
    return this.#inner.attributeNamespace(index);
  }

  attributePrefix(index: number): string {
    return this.#inner.attributePrefix(index);
  }

  attributeValue(index: number): string {
    return this.#inner.attributeValue(index);
  }

  attribute(namespace: string, name: string): string | undefined {
    return this.#inner.attribute(namespace, name);
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#inner.resolvePrefix(prefix);
  }

  declarations(): ReturnType<XmlCursor['declarations']> {
    return this.#inner.declarations();
  }

  namespacesInScope(): ReadonlyMap<string, string> {
    return this.#inner.namespacesInScope();
  }

  wireNamespace(namespace: string): string {
    return this.#inner.wireNamespace(namespace);
  }

  position(offset?: number): ReturnType<XmlCursor['position']> {
    return this.#inner.position(offset);
  }
}
