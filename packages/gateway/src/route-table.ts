import { comparablePath, joinPaths } from '@wsdl-codegen/runtime/extend';

/** A route with the texts of the members in the path. */
export interface FoundRoute<Route> {
  readonly route: Route;
  readonly members: readonly (readonly [name: string, text: string])[];
}

interface Pattern<Route> {
  readonly steps: readonly string[];
  readonly verb: string;
  readonly route: Route;
}

/** Finds routes by paths: one without members in it goes before those with some. */
export class PathTable<Route extends { readonly verb: string; readonly path: string }> {
  readonly #exact = new Map<string, Map<string, FoundRoute<Route>>>();
  /** By the number of their steps. */
  readonly #patterns = new Map<number, Pattern<Route>[]>();

  constructor(routes: readonly Route[], basePath: string) {
    for (const route of routes) {
      const path = joinPaths(basePath, comparablePath(route.path));
      if (path.includes('{')) {
        const steps = path.split('/');
        const others = this.#patterns.get(steps.length) ?? [];
        this.#patterns.set(steps.length, [...others, { steps, verb: route.verb, route }]);
      } else {
        const verbs = this.#exact.get(path) ?? new Map<string, FoundRoute<Route>>();
        this.#exact.set(path, verbs.set(route.verb, { route, members: [] }));
      }
    }
  }

  /** The routes at a path of a request, by verb; none where nothing is. */
  at(path: string): ReadonlyMap<string, FoundRoute<Route>> {
    const comparable = comparablePath(path);
    const exact = this.#exact.get(comparable);
    const steps = comparable.split('/');
    const patterns = this.#patterns.get(steps.length);
    if (patterns === undefined) {
      return exact ?? new Map();
    }
    const found = new Map(exact);
    for (const { steps: pattern, verb, route } of patterns) {
      const members = found.has(verb) ? undefined : membersIn(pattern, steps);
      if (members !== undefined) {
        found.set(verb, { route, members });
      }
    }
    return found;
  }
}

function membersIn(pattern: readonly string[], steps: readonly string[]): FoundRoute<unknown>['members'] | undefined {
  const members: (readonly [string, string])[] = [];
  for (const [i, expected] of pattern.entries()) {
    const step = steps[i] as string;
    if (expected.startsWith('{')) {
      const text = decoded(step);
      if (text === undefined || step === '') {
        return undefined;
      }
      members.push([expected.slice(1, -1), text]);
    } else if (expected !== step) {
      return undefined;
    }
  }
  return members;
}

/** Undefined for escapes that are no UTF-8. */
function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step);
  } catch {
    return undefined;
  }
}
