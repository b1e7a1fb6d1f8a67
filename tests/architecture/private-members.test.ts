import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { packageFolders, root, sourcesBelow } from './imports.js';

const files = ['generator', 'runtime/src', ...packageFolders, 'tests/conformance'].flatMap(sourcesBelow);

/** The members of a file's classes that have the keyword `private`, which means nothing when the program runs. */
function privateMembers(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (!/\bprivate\b/.test(text)) {
    return [];
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && ts.canHaveModifiers(node) && isPrivate(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: write #${node.name?.getText() ?? 'name'}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isPrivate(node: ts.HasModifiers): boolean {
  return (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.PrivateKeyword);
}

it('every private member is one for JavaScript too', () => {
  expect(files.flatMap(privateMembers)).toEqual([]);
});
