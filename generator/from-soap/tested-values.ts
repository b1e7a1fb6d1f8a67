import type { ts } from 'ts-morph';
import type { Program } from './program.js';

/** By function: the texts of what its conditions look at, with the end of the first condition that does. */
const conditions = new WeakMap<ts.Node, ReadonlyMap<string, number>>();

/** True for a value that the function looked at before: `if (!result) { return; }`, `result && result.item`. */
export function isTested(node: ts.Expression, program: Program): boolean {
  const { ts } = program;
  const text = node.getText().replaceAll('?.', '.');
  const around = ts.findAncestor(node, ts.isFunctionLike) ?? node.getSourceFile();
  const end = conditionsOf(around, program).get(text);
  if (end !== undefined && end < node.pos) {
    return true;
  }
  for (let each: ts.Node = node; each !== around; each = each.parent) {
    const { parent } = each;
    if (ts.isBinaryExpression(parent) && parent.right === each && lookedAt(parent.left, program).includes(text)) {
      return true;
    }
  }
  return false;
}

function conditionsOf(around: ts.Node, program: Program): ReadonlyMap<string, number> {
  const known = conditions.get(around);
  if (known !== undefined) {
    return known;
  }
  const { ts } = program;
  const ends = new Map<string, number>();
  for (const each of program.ownNodes(around)) {
    const condition = ts.isIfStatement(each)
      ? each.expression
      : ts.isConditionalExpression(each)
        ? each.condition
        : undefined;
    for (const text of condition ? lookedAt(condition, program) : []) {
      ends.set(text, Math.min(ends.get(text) ?? Number.POSITIVE_INFINITY, condition?.end ?? 0));
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
