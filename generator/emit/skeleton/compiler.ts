import type { ts } from 'ts-morph';
import { append } from '../../diagnostics/append.js';

/** The compiler that ts-morph carries. */
export type Compiler = typeof ts;

/** Loads the compiler. That takes a quarter of a second, so it happens only if a skeleton has to be analysed. */
export async function loadCompiler(): Promise<Compiler> {
  return (await import('ts-morph')).ts;
}

/** Everything below a node, itself first, in source order; below a node that is not entered nothing. */
export function* descendants(
  compiler: Compiler,
  node: ts.Node,
  isEntered: (node: ts.Node) => boolean = () => true,
): Generator<ts.Node> {
  const open: ts.Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (!isEntered(next)) {
      continue;
    }
    const children: ts.Node[] = [];
    compiler.forEachChild(next, (child) => {
      children.push(child);
    });
    append(open, children.reverse());
  }
}
