import { join } from 'node:path';
import { ts } from 'ts-morph';
import { silentDecisions } from './closed-chains.js';
import { packageFolders, root, sourcesBelow } from './imports.js';

/**
 * A `switch` over a closed set (a union of literal types, such as the `kind` of a model) names every member. TypeScript alone does not
 * ask for that where nothing is returned; with this test, a new kind is missed in no `switch`.
 */
const files = ['generator', 'runtime/src', ...packageFolders].flatMap(sourcesBelow).map((file) => join(root, file));

function createProgram(): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.check.json'), {}, host);
  return ts.createProgram(files, { ...config?.options, noEmit: true });
}

/** The switches of a file that miss a member, or hide one in a `default`. */
function openSwitches(checker: ts.TypeChecker, source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const missing = ts.isSwitchStatement(node) ? missingMembers(checker, node) : [];
    if (missing.length > 0) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${source.fileName.slice(root.length + 1)}:${line + 1} has no case for ${missing.join(', ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function missingMembers(checker: ts.TypeChecker, { expression, caseBlock }: ts.SwitchStatement): readonly string[] {
  // The results of `typeof` are JavaScript's set, not ours.
  if (ts.isTypeOfExpression(expression)) {
    return [];
  }
  const type = checker.getTypeAtLocation(expression);
  if (!type.isUnion() || type.types.some((member) => (member.flags & ts.TypeFlags.Unit) === 0)) {
    return [];
  }
  const named = caseBlock.clauses.filter(ts.isCaseClause).map((clause) => nameOf(checker, clause.expression));
  return type.types.map((member) => checker.typeToString(member)).filter((member) => !named.includes(member));
}

function nameOf(checker: ts.TypeChecker, expression: ts.Expression): string {
  return checker.typeToString(checker.getTypeAtLocation(expression));
}

describe('decisions over closed sets', () => {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? []);

  it('are looked for in every source file', () => {
    expect(sources).toHaveLength(files.length);
  });

  it('name all members where they are a switch', () => {
    expect(sources.flatMap((source) => openSwitches(checker, source))).toEqual([]);
  });

  it('name all members if they compare with several, or depend on the others', () => {
    const found = sources.flatMap((source) => silentDecisions(checker, source));
    expect(found.map((each) => each.slice(root.length + 1))).toEqual([]);
  });
});
