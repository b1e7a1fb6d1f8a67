/**
 * What the runtime's files can do without and still be read: comments, which esbuild leaves in classes, and half of the indentation. Node looks at every letter of a
 * file before it runs.
 */
import { ts } from 'ts-morph';

/** A module with a tab for two spaces, and without the comments of the members of classes. */
export function compact(text) {
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest);
  const { comments, templates } = placesIn(file);
  const kept = [...comments, ...templates];
  const indents = [...text.matchAll(/^(?: {2})+/gm)]
    .map(({ 0: { length }, index }) => ({ from: index, to: index + length, by: '\t'.repeat(length / 2) }))
    .filter(({ from }) => !kept.some((place) => place.from <= from && from < place.to));
  const pieces = [];
  let done = 0;
  for (const { from, to, by } of [...comments, ...indents].sort((a, b) => a.from - b.from)) {
    pieces.push(text.slice(done, from), by);
    done = to;
  }
  return `${pieces.join('')}${text.slice(done)}`;
}

/** Where whole lines are comments of a class's members, and where literals are whose spaces count. */
function placesIn(file) {
  const comments = [];
  const templates = [];
  const visit = (node) => {
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      templates.push({ from: node.getStart(file), to: node.end });
    }
    if (ts.isClassElement(node)) {
      comments.push(...linesOfComments(file.text, node.pos));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { comments, templates };
}

function linesOfComments(text, at) {
  return (ts.getLeadingCommentRanges(text, at) ?? [])
    .map(({ pos, end }) => ({ from: text.lastIndexOf('\n', pos) + 1, to: text.indexOf('\n', end) + 1, by: '' }))
    .filter(({ from, to }) => /^\s*\/[*/]/.test(text.slice(from, to)));
}
