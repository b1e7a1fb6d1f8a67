import type { SourceElement } from '../source/document.js';
import { expandedName, xsdNamespace } from '../source/names.js';
import { builtInType } from './built-ins.js';
import type { XsdComparator, XsdTestExpression, XsdTestOperand } from './components.js';

/**
 * Reads the XPath of a type alternative: the subset that every processor has (XML Schema 1.1, Part 1, 3.12.6: `or`, `and`, `not`,
 * comparisons, attributes, literals, casts), and the comparisons of single values, `true`, `false`, `exists`, `empty` and
 * `string-length`, which people write, too. Nothing for any other text.
 */
export function readTest(text: string, element: SourceElement): XsdTestExpression | undefined {
  const tokens = tokensOf(text);
  if (!tokens || tokens.length > maxTokens) {
    return undefined;
  }
  try {
    return new Parser(tokens, element).whole();
  } catch (error) {
    if (error instanceof Unsupported) {
      return undefined;
    }
    throw error;
  }
}

const maxTokens = 2_000;
const maxDepth = 100;

/** Thrown only inside the parser: the text is not in the subset. */
class Unsupported extends Error {}

const tokenPattern =
  /\s*(?:("(?:[^"]|"")*"|'(?:[^']|'')*')|(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(!=|<=|>=|::|[=<>@()*?,-])|([^\s!=<>@()*?,"':]+(?::(?!:)(?:\*|[^\s!=<>@()*?,"':]+))?))/y;

interface Token {
  readonly kind: 'string' | 'number' | 'symbol' | 'name';
  readonly text: string;
}

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < trimmed.length; ) {
    const match = tokenPattern.exec(trimmed);
    if (!match) {
      return undefined;
    }
    const [, quoted, number, symbol, name] = match;
    if (quoted !== undefined) {
      const quote = quoted.charAt(0);
      tokens.push({ kind: 'string', text: quoted.slice(1, -1).replaceAll(quote + quote, quote) });
    } else if (number !== undefined) {
      tokens.push({ kind: 'number', text: number });
    } else if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', text: symbol });
    } else {
      tokens.push({ kind: 'name', text: name ?? '' });
    }
  }
  return tokens;
}

const comparators: ReadonlyMap<string, XsdComparator> = new Map([
  ...(['=', '!=', '<', '<=', '>', '>='] as const).map((text) => [text, text] as const),
  ['eq', '='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
]);

const functionsNamespace = 'http://www.w3.org/2005/xpath-functions';

class Parser {
  readonly #tokens: readonly Token[];
  readonly #element: SourceElement;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], element: SourceElement) {
    this.#tokens = tokens;
    this.#element = element;
  }

  whole(): XsdTestExpression {
    const test = this.#or();
    if (this.#at < this.#tokens.length) {
      throw new Unsupported();
    }
    return test;
  }

  #peek(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== 'string' && token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) {
      return false;
    }
    this.#at++;
    return true;
  }

  #require(text: string): void {
    if (!this.#take(text)) {
      throw new Unsupported();
    }
  }

  #or(): XsdTestExpression {
    if (++this.#depth > maxDepth) {
      throw new Unsupported();
    }
    const operands = [this.#and()];
    while (this.#take('or')) {
      operands.push(this.#and());
    }
    this.#depth--;
    const [only] = operands;
    return only !== undefined && operands.length === 1 ? only : { kind: 'or', operands };
  }

  #and(): XsdTestExpression {
    const operands = [this.#comparison()];
    while (this.#take('and')) {
      operands.push(this.#comparison());
    }
    const [only] = operands;
    return only !== undefined && operands.length === 1 ? only : { kind: 'and', operands };
  }

  #comparison(): XsdTestExpression {
    const boolean = this.#boolean();
    if (boolean) {
      return boolean;
    }
    const left = this.#operand();
    const token = this.#tokens[this.#at];
    const operator = token && token.kind !== 'string' ? comparators.get(token.text) : undefined;
    if (token === undefined || operator === undefined) {
      return { kind: 'holds', operand: left };
    }
    this.#at++;
    return { kind: 'compare', operator, single: /^[a-z]/.test(token.text), left, right: this.#operand() };
  }

  /** An expression that is true or false by itself: a parenthesis, `not`, `exists`, `empty`, `true`, `false`. */
  #boolean(): XsdTestExpression | undefined {
    const start = this.#at;
    if (this.#take('(')) {
      const inner = this.#or();
      this.#require(')');
      const isValue = inner.kind === 'holds' && this.#startsComparison();
      if (!isValue) {
        return inner;
      }
      this.#at = start;
      return undefined;
    }
    const name = this.#functionName();
    switch (name) {
      case 'not':
        return { kind: 'not', operand: this.#inParentheses(() => this.#or()) };
      case 'exists':
        return { kind: 'exists', operand: this.#inParentheses(() => this.#operand()) };
      case 'empty':
        return { kind: 'not', operand: { kind: 'exists', operand: this.#inParentheses(() => this.#operand()) } };
      case 'true':
      case 'false':
        this.#at++;
        this.#require('(');
        this.#require(')');
        return { kind: 'constant', value: name === 'true' };
      default:
        return undefined;
    }
  }

  #startsComparison(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== 'string' && (comparators.has(token.text) || token.text === 'cast');
  }

  #inParentheses<T>(read: () => T): T {
    this.#at++;
    this.#require('(');
    const value = read();
    this.#require(')');
    return value;
  }

  /** Local name of the function of XPath that is called here. */
  #functionName(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name' || this.#tokens[this.#at + 1]?.text !== '(') {
      return undefined;
    }
    const { namespace, local } = this.#qualified(token.text, functionsNamespace);
    return namespace === functionsNamespace ? local : undefined;
  }

  #operand(): XsdTestOperand {
    const value = this.#simple();
    if (!this.#take('cast')) {
      return value;
    }
    this.#require('as');
    const token = this.#tokens[this.#at++];
    if (token?.kind !== 'name') {
      throw new Unsupported();
    }
    return { kind: 'cast', type: this.#castType(token.text), operand: value, optional: this.#take('?') };
  }

  #simple(): XsdTestOperand {
    if (this.#take('(')) {
      if (++this.#depth > maxDepth) {
        throw new Unsupported();
      }
      const inner = this.#operand();
      this.#depth--;
      this.#require(')');
      return inner;
    }
    const negative = this.#take('-');
    const token = this.#tokens[this.#at];
    if (token?.kind === 'number') {
      this.#at++;
      return { kind: 'number', value: negative ? `-${token.text}` : token.text };
    }
    if (negative || token === undefined) {
      throw new Unsupported();
    }
    if (token.kind === 'string') {
      this.#at++;
      return { kind: 'string', value: token.text };
    }
    if (token.kind === 'symbol' || token.text === 'attribute') {
      return this.#attribute();
    }
    return this.#call(token.text);
  }

  #attribute(): XsdTestOperand {
    if (this.#take('attribute')) {
      this.#require('::');
    } else {
      this.#require('@');
    }
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'symbol' && token.text === '*') {
      return { kind: 'attribute', namespace: '*', name: '*' };
    }
    if (token?.kind !== 'name') {
      throw new Unsupported();
    }
    const { namespace, local } = this.#qualified(token.text, '');
    return { kind: 'attribute', namespace, name: local };
  }

  #call(name: string): XsdTestOperand {
    if (this.#tokens[this.#at + 1]?.text !== '(') {
      throw new Unsupported();
    }
    if (this.#functionName() === 'string-length') {
      return { kind: 'length', operand: this.#inParentheses(() => this.#operand()) };
    }
    const type = this.#castType(name);
    return { kind: 'cast', type, operand: this.#inParentheses(() => this.#operand()), optional: true };
  }

  #castType(text: string): string {
    const { namespace, local } = this.#qualified(text, '');
    const name = expandedName(namespace, local);
    const type = builtInType(name);
    // Names need the prefixes of the document, which the value of an attribute does not keep.
    if (!type || type.variety === 'list' || type.primitive === 'QName' || type.primitive === 'NOTATION') {
      throw new Unsupported();
    }
    return name;
  }

  #qualified(text: string, unprefixed: string): { readonly namespace: string; readonly local: string } {
    const colon = text.indexOf(':');
    if (colon < 0) {
      return { namespace: unprefixed, local: text };
    }
    const prefix = text.slice(0, colon);
    const namespace = this.#element.namespaces.get(prefix) ?? predefined.get(prefix);
    if (namespace === undefined) {
      throw new Unsupported();
    }
    return { namespace, local: text.slice(colon + 1) };
  }
}

/** Prefixes that need no declaration. */
const predefined: ReadonlyMap<string, string> = new Map([
  ['xs', xsdNamespace],
  ['fn', functionsNamespace],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);
