import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { packageFolders, root, sourcesBelow } from '../architecture/imports.js';

/** Finds the regular expressions of the sources, and those that may take time that grows faster than the text. */

/** A regular expression as it is written in a source file. */
export interface Expression {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The literal, or the call that makes the expression. */
  readonly text: string;
  /** False for `new RegExp(…)`, whose pattern is known only when it runs. */
  readonly literal: boolean;
}

/** Every expression of the published sources, tests left out. */
export function expressionsOfSources(): readonly Expression[] {
  return ['runtime/src', 'generator', ...packageFolders].flatMap(sourcesBelow).flatMap(expressionsOf);
}

function expressionsOf(file: string): readonly Expression[] {
  const source = ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const literal = ts.isRegularExpressionLiteral(node);
    if (literal || isMaking(node) || isMadeFromText(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ file, line: line + 1, text: node.getText().replace(/\s+/g, ' '), literal });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isMaking(node: ts.Node): boolean {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

/** `text.match('…')`: these methods make an expression of a string. */
function isMadeFromText(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) {
    return false;
  }
  const [argument] = node.arguments;
  const takesExpression = ['match', 'matchAll', 'search'].includes(node.expression.name.text);
  return (
    takesExpression && argument !== undefined && (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))
  );
}

/** The expression that a literal stands for. */
export function expressionOf({ text }: Expression): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/**
 * Why expressions may take more time than in proportion to the text; undefined for each that does not. Looked at is what a search in a text
 * costs when it fails, at all the places together where it begins.
 */
export function superLinear(expressions: readonly RegExp[]): readonly (string | undefined)[] {
  const repeating = expressions.filter((each) => repeats(each.source) && !looksFarAgain(each));
  const distinct = [...new Set(repeating.map(searched))];
  const results: readonly (string | null)[] = distinct.length === 0 ? [] : JSON.parse(check(distinct));
  const problems = new Map(distinct.map((each, i) => [each, results[i] ?? undefined]));
  return expressions.map((each) =>
    looksFarAgain(each) ? 'a look-around may go over the same text at each match' : problems.get(searched(each)),
  );
}

/** Source and flags of an expression that searches as the one given does: a sticky one begins at one place alone. */
function searched({ source, flags, sticky }: RegExp): string {
  return JSON.stringify([sticky ? `^(?:${source})` : source, flags.replace(/[dgy]/g, '')]);
}

function check(distinct: readonly string[]): string {
  const script = join(root, 'tests/robustness/recheck.mjs');
  return execFileSync(process.execPath, [script], { input: `[${distinct.join()}]`, encoding: 'utf8' });
}

function repeats(source: string): boolean {
  return /[*+]|\{\d+,/.test(source);
}

function looksFarAgain({ source, global, sticky }: RegExp): boolean {
  return (global || sticky) && looksFar(source);
}

/** True for an expression with a look-around in which something may be repeated without bound. */
function looksFar(source: string): boolean {
  for (const { index } of source.matchAll(/\(\?<?[=!]/g)) {
    let depth = 0;
    for (let at = index; at < source.length; at++) {
      const character = source[at];
      if (character === '\\') {
        at++;
      } else if (character === '[') {
        at = endOfClass(source, at);
      } else if (character === '(') {
        depth++;
      } else if (character === ')' && --depth === 0) {
        break;
      } else if (character === '*' || character === '+') {
        return true;
      } else if (/^\{\d+,\}/.test(source.slice(at, at + 12))) {
        return true;
      }
    }
  }
  return false;
}

function endOfClass(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== ']') {
    at += source[at] === '\\' ? 2 : 1;
  }
  return at;
}
