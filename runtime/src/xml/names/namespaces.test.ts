import { NamespaceScope } from './namespaces.js';

/** The namespace of a prefix by a list of all declarations that have not ended. */
const lastOf = (open: readonly (readonly [string, string, number])[], prefix: string): string | undefined =>
  open.findLast(([name]) => name === prefix)?.[1];

describe('the declarations in scope', () => {
  test.each([1, 3, 16, 17, 40])('hide earlier ones of the same prefix until they end, with %i prefixes', (prefixes) => {
    const scope = new NamespaceScope();
    let open: (readonly [prefix: string, namespace: string, depth: number])[] = [];
    for (let depth = 1; depth <= 12; depth++) {
      for (let i = depth % 3; i < prefixes; i += 2) {
        scope.declare(`p${i}`, `urn:${depth}:${i}`, depth);
        open.push([`p${i}`, `urn:${depth}:${i}`, depth]);
      }
    }
    for (let depth = 12; depth >= 1; depth--) {
      for (let i = 0; i < prefixes; i++) {
        expect(scope.resolve(`p${i}`)).toBe(lastOf(open, `p${i}`));
      }
      expect(Object.fromEntries(scope.inScope())).toEqual(Object.fromEntries(open));
      scope.leave(depth);
      open = open.filter((each) => each[2] < depth);
    }
    expect(scope.size).toBe(0);
    expect(scope.resolve('p0')).toBeUndefined();
  });

  test('list no prefix whose namespace was taken away', () => {
    const scope = new NamespaceScope();
    scope.declare('', 'urn:a', 1);
    scope.declare('', '', 2);
    expect([...scope.inScope()]).toEqual([]);
    scope.leave(2);
    expect([...scope.inScope()]).toEqual([['', 'urn:a']]);
  });
});
