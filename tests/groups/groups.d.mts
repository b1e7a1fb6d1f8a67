/** The exports of `groups.mjs` for tests. */

export const groups: Readonly<Record<string, readonly string[]>>;
export function testFiles(withAll: boolean): Readonly<Record<string, readonly string[]>>;
