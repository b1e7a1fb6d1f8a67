/** The versions of Node and TypeScript that generator, runtime and declarations are for: `engines` of package.json, and what tests check. */
export const least = { node: '20.19.0', typescript: '5.0.0' } as const;

/** True for a version that is the wanted one or a later one. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [actual, bound] = [version, wanted].map((text) => text.split(/[.-]/, 3).map(Number));
  const differing = [0, 1, 2].find((i) => actual?.[i] !== bound?.[i]);
  return differing === undefined || Number(actual?.[differing]) > Number(bound?.[differing]);
}

/** What is said of a version of Node that is too old, before anything else is loaded; `''` for one that is not. */
export function oldNodeText(node: string): string {
  return isAtLeast(node, least.node) ? '' : `codegen needs Node ${least.node} or newer, and this is ${node}.\n`;
}
