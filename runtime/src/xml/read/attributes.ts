import { AttributeNames, pairwise } from '../names/attribute-names.js';
import type { QualifiedName } from '../names/names.js';
import type { NamespaceScope } from '../names/namespaces.js';
import { syntaxError } from '../text/position.js';

/** An attribute. The value is `expanded` or, if that is undefined, the text at `[start, end)`; `offset` is the position of its name. */
interface Attribute {
  name: QualifiedName;
  namespace: string;
  offset: number;
  start: number;
  end: number;
  expanded: string | undefined;
}

/** The attributes of one start tag, namespace declarations left out. Values are cut from the text when asked for. */
export class AttributeList {
  readonly #text: string;
  /** Those beyond `count` are left over from other tags, to be used again. */
  readonly #items: Attribute[] = [];
  count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds one: see `Attribute`. */
  add(name: QualifiedName, offset: number, start: number, end: number, expanded: string | undefined): void {
    const item = this.#items[this.count++];
    if (item === undefined) {
      this.#items.push({ name, namespace: '', offset, start, end, expanded });
      return;
    }
    item.name = name;
    item.namespace = '';
    item.offset = offset;
    item.start = start;
    item.end = end;
    item.expanded = expanded;
  }

  /** Gives each its namespace, once all declarations of the tag are known. Throws on an undeclared prefix and on duplicates. */
  resolve(scope: NamespaceScope): void {
    for (let i = 0; i < this.count; i++) {
      const item = this.#items[i]!;
      const { prefix } = item.name;
      if (prefix === '') {
        continue;
      }
      const namespace = scope.resolve(prefix);
      if (namespace === undefined) {
        throw this.#error(i, `The prefix "${prefix}" is not declared`);
      }
      item.namespace = namespace;
    }
    if (this.count > pairwise) {
      this.#checkDuplicates();
    } else {
      this.#compareEach();
    }
  }

  #compareEach(): void {
    for (let i = 1; i < this.count; i++) {
      const { name, namespace } = this.#items[i]!;
      for (let j = 0; j < i; j++) {
        if (this.#items[j]!.name.local === name.local && this.#items[j]!.namespace === namespace) {
          throw this.#duplicate(i);
        }
      }
    }
  }

  #checkDuplicates(): void {
    const seen = new AttributeNames();
    for (let i = 0; i < this.count; i++) {
      const { name, namespace } = this.#items[i]!;
      if (!seen.add(namespace, name.local)) {
        throw this.#duplicate(i);
      }
    }
  }

  #duplicate(index: number): Error {
    return this.#error(index, `The attribute "${this.name(index).qualified}" is given twice`);
  }

  #error(index: number, message: string): Error {
    return syntaxError(this.#text, this.#items[index]!.offset, message);
  }

  /** Name as written. This and the next two expect an index below `count`. */
  name(index: number): QualifiedName {
    return this.#items[index]!.name;
  }

  namespace(index: number): string {
    return this.#items[index]!.namespace;
  }

  value(index: number): string {
    const { expanded, start, end } = this.#items[index]!;
    return expanded ?? this.#text.slice(start, end);
  }

  /** Value of the attribute of that expanded name, or undefined. */
  find(namespace: string, local: string): string | undefined {
    for (let i = 0; i < this.count; i++) {
      const item = this.#items[i]!;
      if (item.name.local === local && item.namespace === namespace) {
        return this.value(i);
      }
    }
    return undefined;
  }
}
