/** Folders by their normalized paths, each added under a number, to find those that contain a path or are below it. */
export class FolderTree {
  /** The first two numbers under which each folder was added. */
  readonly #own = new Map<string, readonly number[]>();
  /** The first number under which each folder or one below it was added. */
  readonly #first = new Map<string, number>();

  /** Adds a folder. Numbers ascend. */
  add(path: string, number: number): void {
    for (const folder of foldersAround(path)) {
      this.#first.set(folder, this.#first.get(folder) ?? number);
    }
    this.#own.set(path, [...(this.#own.get(path) ?? []), number].slice(0, 2));
  }

  /** The lowest number of a folder that is the path or contains it, without `except`. */
  firstAround(path: string, except?: number): number | undefined {
    const numbers = foldersAround(path).map((folder) => this.#own.get(folder)?.find((number) => number !== except));
    return numbers.reduce(lesser, undefined);
  }

  /** The least number of a folder that is the path or below it. */
  firstWithin(path: string): number | undefined {
    return this.#first.get(path);
  }
}

/** A folder and those around it. The folder of the config, whose path is empty, is around all but those that lead out of it. */
function foldersAround(path: string): readonly string[] {
  const steps = path.split('/');
  const folders = steps.map((_, i) => steps.slice(0, i + 1).join('/')).filter((folder) => folder !== '');
  return /^(\.\.(\/|$)|\/|[a-z]:)/.test(path) ? folders : ['', ...folders];
}

/** The lesser of two numbers, of which either may be missing. */
export function lesser(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
