import type { ts } from 'ts-morph';
import type { Compiler } from './compiler.js';
import type { Insertion } from './edits.js';
import type { Implementation } from './implementations.js';
import { indentAt, lineStart, type SourceStyle } from './source-style.js';

/** Puts methods at the end of a class or an object literal, laid out as its members are. */
export function insertMembers(
  compiler: Compiler,
  file: ts.SourceFile,
  node: Implementation['node'],
  methods: readonly (readonly string[])[],
  style: SourceStyle,
): readonly Insertion[] {
  const isObject = compiler.isObjectLiteralExpression(node);
  const members: ts.NodeArray<ts.Node> = isObject ? node.properties : node.members;
  const separator = separatorAfter(compiler, file, node, methods);
  const blocks = methods.map((lines) => (isObject ? [...lines.slice(0, -1), '},'] : lines));
  const body = placeOf(compiler, file, node, members, style);
  const text = blocks
    .map((lines) => lines.map((line) => `${line === '' ? '' : body.indent}${line}${style.newline}`).join(''))
    .join(isObject && !isAiry(file, members) ? '' : style.newline);
  return [...separator, { at: body.at, text: body.before + text + body.after }];
}

/** The text that has to follow the last member so that another one may come after it. */
function separatorAfter(
  compiler: Compiler,
  file: ts.SourceFile,
  node: Implementation['node'],
  methods: readonly (readonly string[])[],
): readonly Insertion[] {
  if (compiler.isObjectLiteralExpression(node)) {
    const last = node.properties.at(-1);
    return last === undefined || node.properties.hasTrailingComma ? [] : [{ at: last.end, text: ',' }];
  }
  const last = node.members.at(-1);
  if (last === undefined || !compiler.isPropertyDeclaration(last) || file.text[last.end - 1] === ';') {
    return [];
  }
  // Without the semicolon these would go on in the next line.
  const goesOn = methods[0]?.some((line) => line.startsWith('async [')) === true;
  const isModifier = /^(get|set|static|accessor|async|declare|readonly|public|override)$/.test(last.getText(file));
  return goesOn || isModifier ? [{ at: last.end, text: ';' }] : [];
}

const blankLine = /(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/;
const blankLineAtEnd = /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n?|\n)$/;

interface Place {
  readonly at: number;
  readonly indent: string;
  readonly before: string;
  readonly after: string;
}

function placeOf(
  compiler: Compiler,
  file: ts.SourceFile,
  node: Implementation['node'],
  members: ts.NodeArray<ts.Node>,
  { newline, unit }: SourceStyle,
): Place {
  const { text } = file;
  const brace = node.end - 1;
  const ownLine = text.slice(lineStart(text, brace), brace).trim() === '';
  const outer = indentAt(text, ownLine ? brace : node.getStart(file));
  const first = members[0]?.getStart(file);
  const firstOnLine = first !== undefined && text.slice(lineStart(text, first), first).trim() === '';
  const indent = firstOnLine ? indentAt(text, first) : outer + unit;
  const isObject = compiler.isObjectLiteralExpression(node);
  const gap = first === undefined || (isObject && !isAiry(file, members)) ? '' : newline;
  if (!ownLine) {
    return { at: brace, indent, before: gap + newline, after: outer };
  }

  const at = beforeDirective(compiler, file, members, lineStart(text, brace));
  const before = text.slice(members.pos, at);
  const spaced = before.trim() === '' || blankLineAtEnd.test(before);
  const after = at < lineStart(text, brace) ? gap : '';
  return { at, indent, before: spaced ? '' : isObject ? gap : newline, after };
}

/** Do blank lines separate the members? */
function isAiry(file: ts.SourceFile, members: ts.NodeArray<ts.Node>): boolean {
  const [first, second] = members;
  if (first === undefined || second === undefined) {
    return false;
  }
  return blankLine.test(file.text.slice(first.end, second.getStart(file)));
}

/** Comments that are about the next line, whatever it is. */
const aboutTheNextLine =
  /^\/\*\*|@ts-(expect-error|ignore)|eslint-disable-next-line|(biome|prettier|oxlint|v8|c8|istanbul)[- ]ignore/;

/** The position before the comments at the end of a body that would refer to what follows them; `at` if there are none. */
function beforeDirective(compiler: Compiler, file: ts.SourceFile, members: ts.NodeArray<ts.Node>, at: number): number {
  const { text } = file;
  // Of a member's own line the comments belong to it; a comma may follow a property.
  const from = members.length === 0 ? members.pos : members.end;
  const comments = [
    ...(compiler.getTrailingCommentRanges(text, from) ?? []),
    ...(compiler.getLeadingCommentRanges(text, from) ?? []),
  ].filter(({ pos }) => text.slice(lineStart(text, pos), pos).trim() === '');
  const last = comments.at(-1);
  if (last === undefined || !aboutTheNextLine.test(text.slice(last.pos, last.end))) {
    return at;
  }
  return Math.min(at, lineStart(text, last.pos));
}
