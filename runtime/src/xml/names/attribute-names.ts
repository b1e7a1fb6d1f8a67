/** Up to here comparing each with each is faster than a set, and never slow. */
export const pairwise = 16;

/** Expanded names of the attributes of one element. However many there are, adding one costs the same. */
export class AttributeNames {
  // The first of them. Entries beyond `#count` are left over: cutting arrays and growing them again costs more than all the
  // rest.
  readonly #locals: string[] = [];
  readonly #namespaces: string[] = [];
  #count = 0;
  /** The names by their namespaces, once they are many. A combined name would cost the length of the namespace each time. */
  #many: Map<string, Set<string>> | undefined;

  /** Adds a name. False if it is there already. */
  add(namespace: string, local: string): boolean {
    const count = this.#count;
    if (count === pairwise) {
      this.#many ??= this.#byNamespace();
      return addTo(this.#many, namespace, local);
    }
    for (let i = 0; i < count; i++) {
      if (this.#locals[i] === local && this.#namespaces[i] === namespace) {
        return false;
      }
    }
    this.#locals[count] = local;
    this.#namespaces[count] = namespace;
    this.#count = count + 1;
    return true;
  }

  #byNamespace(): Map<string, Set<string>> {
    const many = new Map<string, Set<string>>();
    for (const [i, local] of this.#locals.entries()) {
      addTo(many, this.#namespaces[i] ?? '', local);
    }
    return many;
  }

  /** Forgets all of them. */
  clear(): void {
    if (this.#count > 0) {
      this.#count = 0;
      this.#many = undefined;
    }
  }
}

function addTo(many: Map<string, Set<string>>, namespace: string, local: string): boolean {
  const locals = many.get(namespace);
  if (locals === undefined) {
    many.set(namespace, new Set([local]));
    return true;
  }
  return locals.size < locals.add(local).size;
}
