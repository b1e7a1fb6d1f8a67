/**
 * Marks what a module computes when it is loaded as free of effects, as `sideEffects` of package.json promises: a bundler
 * may then leave out a constant that nobody uses even where many modules have become one file.
 */
import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';

const pure = '/* @__PURE__ */ ';

/** A plug-in of esbuild for the sources whose paths `filter` accepts; `change` changes them before. */
export function pureInitializers(filter, change = (text) => text) {
  return {
    name: 'pure-initializers',
    setup({ onLoad }) {
      onLoad({ filter }, ({ path }) => ({
        contents: withPureInitializers(change(readFileSync(path, 'utf8'))),
        loader: 'ts',
      }));
    },
  };
}

/**
 * A TypeScript module with each computed constant as the result of a function that is marked as pure. The calls in it are marked, too: some minifiers put
 * the expression in the place of the function before they see that nothing uses it.
 */
export function withPureInitializers(text) {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest);
  const edits = initializersOf(file)
    .filter((node) => !isPlain(node))
    .flatMap((node) => [
      [node.getStart(file), `${pure}(() => (`],
      ...callsIn(node).map((call) => [call.getStart(file), pure]),
      [node.end, '))()'],
    ]);
  return edits.reduceRight((result, [at, added]) => `${result.slice(0, at)}${added}${result.slice(at)}`, text);
}

/** The calls that an expression makes when it is computed, in the order of the text. */
function callsIn(node) {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) {
    return [];
  }
  const inner = [];
  ts.forEachChild(node, (child) => {
    inner.push(...callsIn(child));
  });
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? [node, ...inner] : inner;
}

function initializersOf(file) {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => initializer ?? []);
}

/** Whether every bundler sees that an expression has no effects. */
function isPlain(node) {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return isPlain(node.expression);
  }
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.every(isPlain);
  }
  return ts.isObjectLiteralExpression(node) ? node.properties.every(isPlainProperty) : isPlainValue(node);
}

function isPlainProperty(property) {
  return (
    ts.isMethodDeclaration(property) ||
    ts.isShorthandPropertyAssignment(property) ||
    (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name) && isPlain(property.initializer))
  );
}

function isPlainValue(node) {
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isFunctionLike(node) ||
    (ts.isPrefixUnaryExpression(node) && ts.isLiteralExpression(node.operand)) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  );
}
