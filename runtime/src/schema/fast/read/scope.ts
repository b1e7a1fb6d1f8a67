/** What the document around a scan says of prefixes. */
export interface ScanPrefixes {
  /** The namespace of a prefix; undefined if it is not declared. */
  resolvePrefix(prefix: string): string | undefined;
  /** A prefix of a namespace; undefined if there is none. */
  prefixOf(namespace: string): string | undefined;
}

/** A prefix and the namespace that it has to stand for where a scan is used. */
export type ScanBinding = readonly [prefix: string, namespace: string];

/** The prefixes in an element that a scan finds: those of the document around, and what the start tags in between declare. */
export class ScanScope {
  readonly #around: ScanPrefixes;
  readonly #used: Map<string, string>;
  readonly #declared: ReadonlyMap<string, string>;
  /** Prefixes that start tags in between may declare. */
  readonly mentioned: ReadonlySet<string>;

  /** The scope where a scan begins. */
  constructor(
    around: ScanPrefixes,
    used: Map<string, string> = new Map(),
    declared: ReadonlyMap<string, string> = new Map(),
    mentioned: ReadonlySet<string> = new Set(),
  ) {
    this.#around = around;
    this.#used = used;
    this.#declared = declared;
    this.mentioned = mentioned;
  }

  /** What names depend on so far, in all scopes of the scan. */
  get bindings(): readonly ScanBinding[] {
    return [...this.#used];
  }

  /** The same text for scopes in which all names are the same. */
  get key(): string {
    return JSON.stringify([[...this.#declared].sort(), [...this.mentioned].sort()]);
  }

  /** The namespace of a prefix. */
  resolve(prefix: string): string | undefined {
    return this.#declared.get(prefix) ?? this.#around.resolvePrefix(prefix);
  }

  /** Makes the scan depend on a prefix, which is declared. */
  use(prefix: string): void {
    const namespace = this.#around.resolvePrefix(prefix);
    if (!this.#declared.has(prefix) && namespace !== undefined) {
      this.#used.set(prefix, namespace);
    }
  }

  /** A prefix of a namespace, on which the scan depends then. */
  prefixOf(namespace: string): string | undefined {
    for (const [prefix, declared] of this.#declared) {
      if (declared === namespace) {
        return prefix;
      }
    }
    const prefix = this.#around.prefixOf(namespace);
    if (prefix === undefined || this.#declared.has(prefix)) {
      return undefined;
    }
    this.use(prefix);
    return prefix;
  }

  /** The scope in an element that declares these, and may declare others, which change nothing for its names. */
  within(declared: readonly ScanBinding[], mentioned: readonly string[]): ScanScope {
    return declared.length === 0 && mentioned.every((prefix) => this.mentioned.has(prefix))
      ? this
      : new ScanScope(
          this.#around,
          this.#used,
          new Map([...this.#declared, ...declared]),
          new Set([...this.mentioned, ...mentioned]),
        );
  }
}
