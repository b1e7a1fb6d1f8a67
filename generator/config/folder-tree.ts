interface Folder {
  readonly children: Map<string, Folder>;
  /** The first two numbers under which the folder was added. */
  readonly own: number[];
  /** The first number under which it or a folder below it was added. */
  first?: number;
}

/** Folders by their normalized paths, each added under a number, to find those that contain a path or are below it. */
export class FolderTree {
  /** The folder of the config, whose path is empty. */
  readonly #inside: Folder = makeFolder();
  /** The root above paths that lead out of that folder. */
  readonly #outside: Folder = makeFolder();

  /** Adds a folder. Numbers ascend. */
  add(path: string, number: number): void {
    let folder = this.#rootOf(path);
    folder.first ??= number;
    for (const step of stepsOf(path)) {
      const next = folder.children.get(step) ?? makeFolder();
      folder.children.set(step, next);
      folder = next;
      folder.first ??= number;
    }
    if (folder.own.length < 2) {
      folder.own.push(number);
    }
  }

  /** The lowest number of a folder that is the path or contains it, without `except`. */
  firstAround(path: string, except?: number): number | undefined {
    let folder: Folder | undefined = this.#rootOf(path);
    let least = ownNumber(folder, except);
    for (const step of stepsOf(path)) {
      folder = folder.children.get(step);
      if (folder === undefined) {
        break;
      }
      least = lesser(least, ownNumber(folder, except));
    }
    return least;
  }

  /** The least number of a folder that is the path or below it. */
  firstWithin(path: string): number | undefined {
    let folder: Folder | undefined = this.#rootOf(path);
    for (const step of stepsOf(path)) {
      folder = folder?.children.get(step);
    }
    return folder?.first;
  }

  #rootOf(path: string): Folder {
    return /^(\.\.(\/|$)|\/|[a-z]:)/.test(path) ? this.#outside : this.#inside;
  }
}

function makeFolder(): Folder {
  return { children: new Map(), own: [] };
}

function stepsOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function ownNumber({ own }: Folder, except: number | undefined): number | undefined {
  return own.find((number) => number !== except);
}

/** The lesser of two numbers, of which either may be missing. */
export function lesser(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
