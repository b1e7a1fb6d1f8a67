import type { Span } from '../diagnostics/diagnostic.js';
import type { TemplateFile } from './template-file.js';

/** The mistake of a template. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The name in the template, to find its position: a property, or a partial. */
  readonly mentions: string | undefined;
  /** Where, when the engine says so. */
  readonly location: SourceLocation | undefined;

  constructor(message: string, found: { readonly mentions?: string; readonly location?: SourceLocation | undefined }) {
    super(message);
    this.mentions = found.mentions;
    this.location = found.location;
  }
}

/** A position as Handlebars reports it: lines count from 1, columns from 0. */
export interface SourceLocation {
  /** Name of the template. */
  readonly source?: string;
  readonly start: { readonly line: number; readonly column: number };
}

/** A node of Handlebars' syntax tree, as far as it is used. */
interface SyntaxNode {
  readonly type: string;
  readonly loc?: SourceLocation;
  readonly original?: unknown;
  readonly parts?: readonly string[];
}

/** The mistake in one phrase, and its position. */
export interface TemplateProblem {
  readonly problem: string;
  readonly span?: Span;
}

/**
 * Describes the mistake of a template, and its position. `involved` are the user's files that the output is made from, the
 * template itself first; `parse` is Handlebars' parser.
 */
export function templateProblem(
  error: unknown,
  involved: readonly TemplateFile[],
  parse: (text: string) => unknown,
): TemplateProblem {
  const [first] = involved;
  const message = error instanceof Error ? error.message : String(error);
  const syntax = first && syntaxProblem(message, first);
  if (syntax) {
    return syntax;
  }
  const span =
    (error instanceof TemplateError && placeOf(error, involved, parse)) || placeInMessage(error, involved, parse);
  const problem = (message.split('\n')[0] ?? '').replace(/\.$/, '');
  return { problem, ...(span ? { span } : first && { span: spanAt(first, 1, 1) }) };
}

/** `Parse error on line 3:\n…text\n-----^\nExpecting 'A', 'B', got 'C'`, and `if doesn't match each - 1:3`. */
function syntaxProblem(message: string, file: TemplateFile): TemplateProblem | undefined {
  const [, number, shown = '', arrow = '', expected = '', got = ''] =
    /^Parse error on line (\d+):\n([^\n]*)\n(-*)\^\nExpecting ([^\n]*), got '(\w+)'$/.exec(message) ?? [];
  if (number !== undefined) {
    const line = Number(number);
    const problem = unexpected(got, expected);
    return { problem, span: spanAt(file, line, columnOf(file, line, shown.slice(0, arrow.length))) };
  }
  const [, problem, atLine, atColumn] = /^(.*) - (\d+):(\d+)$/s.exec(message) ?? [];
  if (problem === undefined) {
    return undefined;
  }
  return { problem, span: spanAt(file, Number(atLine), Number(atColumn) + 1) };
}

/** Handlebars shows at most 20 characters before the place, without their line breaks; the place is where the longest part of them ends. */
function columnOf(file: TemplateFile, line: number, before: string): number {
  const text = file.text.split('\n')[line - 1] ?? '';
  const tail = before.replace(/^\.\.\./, '');
  for (let length = tail.length; length > 0; length--) {
    const found = text.indexOf(tail.slice(-length));
    if (found >= 0) {
      return found + length + 1;
    }
  }
  return 1;
}

const tokenNames: Readonly<Record<string, string>> = {
  EOF: 'the end of the template',
  CLOSE: '"}}"',
  CLOSE_UNESCAPED: '"}}}"',
  CLOSE_RAW_BLOCK: '"}}}}"',
  CLOSE_SEXPR: '")"',
  OPEN_SEXPR: '"("',
  OPEN_ENDBLOCK: '"{{/"',
  OPEN_INVERSE_CHAIN: '"{{else if"',
  INVERSE: '"{{else}}"',
  ID: 'a name',
  STRING: 'a string',
  NUMBER: 'a number',
  DATA: '"@"',
  EQUALS: '"="',
  SEP: '"."',
  INVALID: 'text',
};

function tokenName(token: string): string {
  return tokenNames[token] ?? token.toLowerCase().replaceAll('_', ' ');
}

/** Literals are possible wherever names are; naming them all says nothing. */
const literalTokens = new Set(['STRING', 'NUMBER', 'BOOLEAN', 'UNDEFINED', 'NULL', 'DATA', 'OPEN_SEXPR']);

/** `expected` is Handlebars' list of tokens in quotes. */
function unexpected(got: string, expected: string): string {
  const all = [...expected.matchAll(/'(\w+)'/g)].map(([, token = '']) => token);
  if (got === 'EOF' && all.includes('OPEN_ENDBLOCK')) {
    return 'a block is not closed';
  }
  const few = all.includes('ID') ? all.filter((token) => !literalTokens.has(token)) : all;
  if (few.length > 4) {
    return `unexpected ${tokenName(got)}`;
  }
  const names = few.map(tokenName);
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `unexpected ${tokenName(got)}; expected ${list}`;
}

function placeOf(
  { location, mentions }: TemplateError,
  involved: readonly TemplateFile[],
  parse: (text: string) => unknown,
): Span | undefined {
  const file = involved.find(({ name }) => name === location?.source);
  if (file && location) {
    return spanAt(file, location.start.line, location.start.column + 1);
  }
  return mentions === undefined ? undefined : placeOfMention(mentions, involved, parse);
}

/** Handlebars names the missing partial or helper, in quotes or not. */
function placeInMessage(
  error: unknown,
  involved: readonly TemplateFile[],
  parse: (text: string) => unknown,
): Span | undefined {
  const [, quoted, partial] =
    /^Missing helper: "([^"]+)"|^The partial (\S+) could not/.exec(error instanceof Error ? error.message : '') ?? [];
  const name = quoted ?? partial;
  return name === undefined ? undefined : placeOfMention(name, involved, parse);
}

function placeOfMention(
  name: string,
  involved: readonly TemplateFile[],
  parse: (text: string) => unknown,
): Span | undefined {
  for (const file of involved) {
    const node = find(parse(file.text), name);
    if (node?.loc) {
      return spanAt(file, node.loc.start.line, node.loc.start.column + 1);
    }
  }
  return undefined;
}

/** The first expression in a syntax tree that names something. */
function find(tree: unknown, name: string): SyntaxNode | undefined {
  if (typeof tree !== 'object' || tree === null) {
    return undefined;
  }
  const node = tree as SyntaxNode;
  if (node.type === 'PathExpression' && (node.original === name || node.parts?.includes(name))) {
    return node;
  }
  for (const child of Object.values(tree)) {
    const found = find(child, name);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function spanAt({ file }: TemplateFile, line: number, column: number): Span {
  return { file, line, column, length: 0 };
}
