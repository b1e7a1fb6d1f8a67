import { AttributeNames, pairwise } from './attribute-names.js';
import type { QualifiedName } from './names.js';
import type { NamespaceScope } from './namespaces.js';
import { syntaxError } from './position.js';

/** The attributes of one start tag, namespace declarations left out. Values are cut from the text when asked for. */
export class AttributeList {
  readonly #text: string;
  readonly #names: QualifiedName[] = [];
  readonly #namespaces: string[] = [];
  readonly #offsets: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #expanded: (string | undefined)[] = [];
  count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Adds one. The value is `expanded` or, if that is undefined, the text at `[start, end)`. `offset`: the position of its
   * name.
   */
  add(name: QualifiedName, offset: number, start: number, end: number, expanded: string | undefined): void {
    const index = this.count++;
    this.#names[index] = name;
    this.#namespaces[index] = '';
    this.#offsets[index] = offset;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#expanded[index] = expanded;
  }

  /** Gives each its namespace, once all declarations of the tag are known. Throws on an undeclared prefix and on duplicates. */
  resolve(scope: NamespaceScope): void {
    for (let i = 0; i < this.count; i++) {
      const { prefix } = this.#names[i]!;
      if (prefix === '') {
        continue;
      }
      const namespace = scope.resolve(prefix);
      if (namespace === undefined) {
        throw this.#error(i, `The prefix "${prefix}" is not declared`);
      }
      this.#namespaces[i] = namespace;
    }
    if (this.count > pairwise) {
      this.#checkDuplicates();
    } else {
      this.#compareEach();
    }
  }

  #compareEach(): void {
    for (let i = 1; i < this.count; i++) {
      const { local } = this.#names[i]!;
      for (let j = 0; j < i; j++) {
        if (this.#names[j]!.local === local && this.#namespaces[j] === this.#namespaces[i]) {
          throw this.#duplicate(i);
        }
      }
    }
  }

  #checkDuplicates(): void {
    const seen = new AttributeNames();
    for (let i = 0; i < this.count; i++) {
      if (!seen.add(this.#namespaces[i]!, this.#names[i]!.local)) {
        throw this.#duplicate(i);
      }
    }
  }

  #duplicate(index: number): Error {
    return this.#error(index, `The attribute "${this.#names[index]!.qualified}" is given twice`);
  }

  #error(index: number, message: string): Error {
    return syntaxError(this.#text, this.#offsets[index]!, message);
  }

  /** Name as written. This and the next two expect an index below `count`. */
  name(index: number): QualifiedName {
    return this.#names[index]!;
  }

  namespace(index: number): string {
    return this.#namespaces[index]!;
  }

  value(index: number): string {
    return this.#expanded[index] ?? this.#text.slice(this.#starts[index], this.#ends[index]);
  }

  /** Value of the attribute of that expanded name, or undefined. */
  find(namespace: string, local: string): string | undefined {
    for (let i = 0; i < this.count; i++) {
      if (this.#names[i]!.local === local && this.#namespaces[i] === namespace) {
        return this.value(i);
      }
    }
    return undefined;
  }
}
