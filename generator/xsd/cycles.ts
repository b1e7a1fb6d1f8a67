/**
 * Finds the nodes of a graph that close a cycle: without their edges, the graph has none. Not recursive: chains may be as
 * long as the input has lines.
 */
export function findCycles<T>(nodes: Iterable<T>, edges: (node: T) => Iterable<T>): ReadonlySet<T> {
  const closing = new Set<T>();
  const state = new Map<T, 'open' | 'done'>();
  for (const start of nodes) {
    if (state.has(start)) {
      continue;
    }
    const path = [{ node: start, rest: edges(start)[Symbol.iterator]() }];
    state.set(start, 'open');
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.rest.next();
      if (next.done) {
        state.set(top.node, 'done');
        path.pop();
      } else if (state.get(next.value) === 'open') {
        closing.add(top.node);
      } else if (!state.has(next.value)) {
        state.set(next.value, 'open');
        path.push({ node: next.value, rest: edges(next.value)[Symbol.iterator]() });
      }
    }
  }
  return closing;
}
