import { ts } from 'ts-morph';

/** Comparisons of one expression with members of a closed set, in one decision. */
interface Decision {
  /** The expression, as at its first comparison: `particle.kind`, or `kind`. */
  readonly subject: ts.Expression;
  /** Members that it is compared with, as TypeScript writes them. */
  readonly named: ReadonlySet<string>;
  /** Nodes in which the other members are dealt with, if anywhere. */
  readonly scope: readonly ts.Node[];
}

/**
 * The decisions of a file that a new member of a closed set passes silently. A decision is a chain of `else if` or of `? :`, or a row of
 * `if (…) { return }`, in which two or more branches compare one expression with members of the set, and not with all. It is silent when
 * nothing in it needs the other members to be narrowed, because then TypeScript has nothing to say about a new one.
 */
export function silentDecisions(checker: ts.TypeChecker, source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const { subject, named, scope } of decisionsAt(node)) {
      const missing = missingMembers(checker, subject, named);
      if (missing.length > 0 && !scope.some((each) => needsNarrowing(checker, each, subject, missing))) {
        const { line } = source.getLineAndCharacterOfPosition(subject.getStart());
        found.push(`${source.fileName}:${line + 1} compares ${subject.getText()}, but not with ${missing.join(', ')}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The members of a closed set of strings that are not named; none where the set is open. */
function missingMembers(
  checker: ts.TypeChecker,
  subject: ts.Expression,
  named: ReadonlySet<string>,
): readonly string[] {
  const type = checker.getTypeAtLocation(subject);
  if (!type.isUnion() || type.types.filter((member) => member.isStringLiteral()).length < 2) {
    return [];
  }
  const members = type.types.map((member) => checker.typeToString(member));
  return type.types.some((member) => (member.flags & ts.TypeFlags.Unit) === 0)
    ? []
    : members.filter((member) => member !== 'undefined' && !named.has(member));
}

function decisionsAt(node: ts.Node): readonly Decision[] {
  if (ts.isConditionalExpression(node) && !isElse(node)) {
    return decisions(conditionsOf(node), [node]);
  }
  if (!ts.isIfStatement(node) || isElse(node) || (siblingBefore(node) && leavesEarly(siblingBefore(node) as ts.Node))) {
    return [];
  }
  const row: ts.Statement[] = [node];
  let next = siblingAfter(node);
  for (; next && (leavesEarly(row.at(-1) as ts.Statement) || ts.isVariableStatement(next)); next = siblingAfter(next)) {
    row.push(next);
  }
  return decisions(row.flatMap(conditionsOf), next ? [...row, ...statementsFrom(next)] : row);
}

function decisions(conditions: readonly ts.Expression[], scope: readonly ts.Node[]): readonly Decision[] {
  const bySubject = new Map<string, { subject: ts.Expression; named: Set<string>; branches: Set<ts.Expression> }>();
  for (const condition of conditions) {
    for (const { subject, member } of comparisonsIn(condition)) {
      const known = bySubject.get(subject.getText()) ?? { subject, named: new Set(), branches: new Set() };
      bySubject.set(subject.getText(), known);
      known.named.add(member);
      known.branches.add(condition);
    }
  }
  return [...bySubject.values()]
    .filter(({ named, branches }) => named.size > 1 && branches.size > 1)
    .map(({ subject, named }) => ({ subject, named, scope }));
}

/** The conditions of a chain, or that of a conditional expression that is returned. */
function conditionsOf(node: ts.Node | undefined): readonly ts.Expression[] {
  if (!node) {
    return [];
  }
  if (ts.isIfStatement(node)) {
    return [node.expression, ...conditionsOf(node.elseStatement)];
  }
  if (ts.isConditionalExpression(node)) {
    return [node.condition, ...conditionsOf(node.whenFalse)];
  }
  return ts.isReturnStatement(node) || ts.isParenthesizedExpression(node) ? conditionsOf(node.expression) : [];
}

function comparisonsIn(node: ts.Expression): readonly { readonly subject: ts.Expression; readonly member: string }[] {
  if (ts.isParenthesizedExpression(node)) {
    return comparisonsIn(node.expression);
  }
  if (!ts.isBinaryExpression(node)) {
    return [];
  }
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return [...comparisonsIn(node.left), ...comparisonsIn(node.right)];
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
      const isOurs = ts.isStringLiteral(node.right) && !ts.isTypeOfExpression(node.left);
      return isOurs ? [{ subject: node.left, member: `"${node.right.text}"` }] : [];
    }
    default:
      return [];
  }
}

/**
 * True for a node that compiles only while the members that are left are what they are: it takes a property that not every member has,
 * or gives the value to something that does not accept every member.
 */
function needsNarrowing(
  checker: ts.TypeChecker,
  node: ts.Node,
  subject: ts.Expression,
  missing: readonly string[],
): boolean {
  const owner = ts.isPropertyAccessExpression(subject) ? subject.expression : subject;
  const whole = checker.getNonNullableType(checker.getTypeAtLocation(owner));
  const isLeft = (at: ts.Node): boolean => {
    const type = checker.getNonNullableType(checker.getTypeAtLocation(at));
    const kind = owner === subject ? type : propertyType(checker, type, (subject as ts.PropertyAccessExpression).name);
    const members = kind?.isUnion() ? kind.types : [kind];
    return members.some((member) => member !== undefined && missing.includes(checker.typeToString(member)));
  };
  const visit = (at: ts.Node): boolean => {
    // Such a `switch` names all members by a rule of its own.
    if (ts.isSwitchStatement(at) && at.expression.getText() === subject.getText()) {
      return true;
    }
    if (ts.isExpression(at) && at.getText() === owner.getText() && isLeft(at)) {
      const { parent } = at;
      if (ts.isPropertyAccessExpression(parent) && parent.expression === at) {
        return whole.getProperty(parent.name.text) === undefined;
      }
      const wanted = checker.getContextualType(at);
      if (wanted && !checker.isTypeAssignableTo(whole, wanted)) {
        return true;
      }
    }
    return ts.forEachChild(at, visit) ?? false;
  };
  return visit(node);
}

function propertyType(checker: ts.TypeChecker, type: ts.Type, name: ts.MemberName): ts.Type | undefined {
  const property = type.getProperty(name.text);
  return property && checker.getTypeOfSymbol(property);
}

function isElse(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isIfStatement(parent) && parent.elseStatement === node) ||
    (ts.isConditionalExpression(parent) && parent.whenFalse === node)
  );
}

/** True for an `if` without `else` after which nothing of the block runs. */
function leavesEarly(node: ts.Node): boolean {
  return ts.isIfStatement(node) && node.elseStatement === undefined && leaves(node.thenStatement);
}

function leaves(node: ts.Node | undefined): boolean {
  if (node && ts.isBlock(node)) {
    return leaves(node.statements.at(-1));
  }
  return (
    node !== undefined &&
    (ts.isReturnStatement(node) ||
      ts.isThrowStatement(node) ||
      ts.isContinueStatement(node) ||
      ts.isBreakStatement(node))
  );
}

function statementsFrom(statement: ts.Statement): readonly ts.Statement[] {
  const all = siblings(statement);
  return all.slice(all.indexOf(statement));
}

function siblingAfter(statement: ts.Statement): ts.Statement | undefined {
  const all = siblings(statement);
  return all[all.indexOf(statement) + 1];
}

function siblingBefore(statement: ts.Statement): ts.Statement | undefined {
  const all = siblings(statement);
  return all[all.indexOf(statement) - 1];
}

function siblings({ parent }: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent) || ts.isSourceFile(parent) ? parent.statements : [];
}
