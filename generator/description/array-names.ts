import type { Description, TypeNotation } from './model.js';
import { builtInTypes } from './scalars.js';

/**
 * Local names of array types, as .NET forms them: `ArrayOfInt` for `int[]`. If a declared type or the array of another type
 * has that name (`Int[]` and `int[]`), a number is added: `ArrayOfInt1`. Built-in types come before declared ones, and these
 * in the order of the description.
 */
export class ArrayNames {
  readonly #description: Description;
  readonly #declared: ReadonlySet<string>;
  /** Names of item types with the names of their arrays. */
  readonly #names = new Map<string, string>();
  readonly #given = new Set<string>();

  constructor(description: Description) {
    this.#description = description;
    this.#declared = new Set(description.types.map((type) => type.name));
    const used = new Set(arrayExpressions(description).map((type) => type.name));
    const isBuiltIn = (name: string): boolean => builtInTypes.has(name);
    for (const name of [...used].filter(isBuiltIn)) {
      this.of(name);
    }
    for (const { name } of description.types) {
      if (used.has(name) && !isBuiltIn(name)) {
        this.of(name);
      }
    }
  }

  /** The name of the array whose items have this type. */
  of(item: string): string {
    const known = this.#names.get(item);
    if (known !== undefined) {
      return known;
    }
    const base = `ArrayOf${this.#description.profile === 'wcf' ? item : item.charAt(0).toUpperCase() + item.slice(1)}`;
    let name = base;
    for (let i = 1; this.#declared.has(name) || this.#given.has(name); i++) {
      name = base + i;
    }
    this.#given.add(name);
    this.#names.set(item, name);
    return name;
  }
}

/** Every type expression with `[]` in a description. */
function arrayExpressions({ services, types }: Description): readonly TypeNotation[] {
  const operations = services.flatMap((service) => service.operations);
  const fields = [
    ...operations.flatMap(({ params }) => (params === 'open' ? [] : params)),
    ...operations.flatMap(({ result }) => (result === undefined || result === 'open' ? [] : [result])),
    ...types.flatMap((type) => (type.kind === 'record' ? [...type.fields, ...type.attributes] : [])),
  ];
  const faults = operations.flatMap((operation) => operation.faults);
  return [...fields, ...faults].map(({ type }) => type).filter((type) => type.arrays > 0);
}
