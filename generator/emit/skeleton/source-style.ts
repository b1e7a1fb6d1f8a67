import type { ts } from 'ts-morph';
import { quote } from '../quote.js';
import { type Compiler, descendants } from './compiler.js';

/** The user's style of code: additions look the same. */
export interface SourceStyle {
  readonly newline: string;
  /** One step of indentation. */
  readonly unit: string;
  readonly semicolon: string;
  /** A string literal. */
  quote(text: string): string;
}

/** Reads the style off a file; where it does not show one, that of generated code. */
export function styleOf(compiler: Compiler, file: ts.SourceFile): SourceStyle {
  const quotes = { single: 0, double: 0 };
  const semicolons = { with: 0, without: 0 };
  for (const node of descendants(compiler, file)) {
    if (compiler.isStringLiteral(node)) {
      quotes[file.text[node.getStart(file)] === '"' ? 'double' : 'single']++;
    }
    if (endsWithSemicolon(compiler, node)) {
      semicolons[file.text[node.end - 1] === ';' ? 'with' : 'without']++;
    }
  }
  const double = quotes.double > quotes.single;
  return {
    newline: newlineOf(file.text),
    unit: unitOf(file.text),
    semicolon: semicolons.without > semicolons.with ? '' : ';',
    quote: double ? quoteDouble : quote,
  };
}

function endsWithSemicolon(compiler: Compiler, node: ts.Node): boolean {
  return (
    compiler.isImportDeclaration(node) ||
    compiler.isExpressionStatement(node) ||
    compiler.isVariableStatement(node) ||
    compiler.isReturnStatement(node) ||
    compiler.isThrowStatement(node) ||
    compiler.isPropertyDeclaration(node)
  );
}

/** The most frequent line end. */
function newlineOf(text: string): string {
  const count = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const [end] of text.matchAll(/\r\n?|\n/g)) {
    count[end as keyof typeof count]++;
  }
  if (count['\r'] > count['\n'] + count['\r\n']) {
    return '\r';
  }
  return count['\r\n'] > count['\n'] ? '\r\n' : '\n';
}

/** The smallest indentation in the file, which is that of a class member or a statement. */
function unitOf(text: string): string {
  let spaces = Number.POSITIVE_INFINITY;
  // A space before a star is the inside of a comment.
  for (const [, indent = ''] of text.matchAll(/^([ \t]+)(?![ \t*\r\n])/gm)) {
    if (indent.startsWith('\t')) {
      return '\t';
    }
    if (indent.length > 1) {
      spaces = Math.min(spaces, indent.length);
    }
  }
  return ' '.repeat(spaces > 8 ? 2 : spaces);
}

function quoteDouble(text: string): string {
  const single = quote(text);
  return `"${single.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}

/** The white space that the line of a position starts with. */
export function indentAt(text: string, position: number): string {
  const start = lineStart(text, position);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') {
    end++;
  }
  return text.slice(start, end);
}

/** Start of the line of a position. */
export function lineStart(text: string, position: number): number {
  if (position === 0) {
    return 0;
  }
  return Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1;
}

/** End of the line of a position, before its line end. */
export function lineEnd(text: string, position: number): number {
  const end = text.slice(position).search(/[\r\n]/);
  return end === -1 ? text.length : position + end;
}

/** Start of the line after that of a position; the end of the text if there is none. */
export function nextLine(text: string, position: number): number {
  const end = lineEnd(text, position);
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}
