import type { ts } from 'ts-morph';
import type { Program } from './program.js';

/** By function: the texts of what its conditions look at, with the end of the first condition that does. */
const conditions = new WeakMap<ts.Node, ReadonlyMap<string, number>>();

/** True for a value that the function looked at before: `if (!result) { return; }`, `result && result.item`. */
export function isTested(node: ts.Expression, program: Program): boolean {
  const { ts } = program;
  const text = node.getText().replaceAll('?.', '.');
  const around = ts.findAncestor(node, ts.isFunctionLike) ?? node.getSourceFile();
  if ((conditionsOf(around, program).get(text) ?? node.pos) < node.pos) {
    return true;
  }
  const isGuarded = (each: ts.Node): boolean =>
    ts.isBinaryExpression(each.parent) &&
    each.parent.right === each &&
    lookedAt(each.parent.left, program).includes(text);
  return ts.findAncestor(node, (each) => (each === around ? 'quit' : isGuarded(each))) !== undefined;
}

function conditionsOf(around: ts.Node, program: Program): ReadonlyMap<string, number> {
  const known = conditions.get(around);
  if (known !== undefined) {
    return known;
  }
  const { ts } = program;
  const ends = new Map<string, number>();
  for (const each of program.ownNodes(around)) {
    const test = ts.isIfStatement(each) ? each.expression : ts.isConditionalExpression(each) && each.condition;
    if (test) {
      for (const text of lookedAt(test, program)) {
        ends.set(text, Math.min(ends.get(text) ?? test.end, test.end));
      }
    }
  }
  conditions.set(around, ends);
  return ends;
}

/** What a condition looks at: `a` and `b.c` of `!a || b.c`; `a` and `a.b` of `a?.b`. */
function lookedAt(condition: ts.Expression, program: Program): readonly string[] {
  const { ts } = program;
  const bare = ts.isPrefixUnaryExpression(condition) ? condition.operand : program.bare(condition);
  if (ts.isBinaryExpression(bare)) {
    return [...lookedAt(bare.left, program), ...lookedAt(bare.right, program)];
  }
  const text = bare.getText();
  const [first = ''] = text.split('?.', 1);
  return [first, text.replaceAll('?.', '.')];
}
