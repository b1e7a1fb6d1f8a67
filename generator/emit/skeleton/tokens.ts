/** A token of TypeScript. Comments are left out. */
export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'template' | 'pattern' | 'punctuation';
  /** As written; for a string, the text between the quotes. */
  readonly text: string;
  /** True if a line ends before it. */
  readonly onNewLine: boolean;
  /** Of a bracket: the index of the one that belongs to it. */
  readonly partner?: number;
}

type Open = { -readonly [K in keyof Token]: Token[K] };

const spacePattern = /\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;
const wordPattern = /#?[A-Za-z_$][\w$]*(?![\w$]|[^\0-\x7f])/y;
/** Seldom needed, and slow to compile. */
const anyWord = (): RegExp => /#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const stringPattern = /'((?:[^'\\\r\n]|\\(?:\r\n|[\s\S]))*)'|"((?:[^"\\\r\n]|\\(?:\r\n|[\s\S]))*)"/y;
const numberPattern = /\.?\d[\w.]*/y;
const templatePart = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)/y;
const patternPattern = /\/(?:[^/\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\/[a-z]*/y;
const punctuationPattern = /=>|\+\+|--|\?\.(?!\d)|\.\.\.|[=!]==?|[-+*/%&|^<>?:;,.(){}[\]@!~=]/y;

/** Words before an expression: a slash after them begins a pattern. */
const beforeExpression =
  /^(return|typeof|case|of|in|do|else|void|delete|instanceof|new|await|yield|throw|extends|default)$/;

/** The tokens of a source; `undefined` if they are not certain, or brackets do not match. */
export function tokensOf(text: string): readonly Token[] | undefined {
  return new Tokenizer(text).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: Open[] = [];
  /** Indexes of open brackets. */
  readonly #open: number[] = [];
  #anyWord: RegExp | undefined;
  #at = 0;
  #onNewLine = true;

  constructor(text: string) {
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
    if (this.#text.startsWith('#!')) {
      this.#at = /[\r\n]|$/.exec(this.#text)?.index ?? 0;
    }
  }

  read(): readonly Token[] | undefined {
    for (;;) {
      this.#skipSpace();
      if (this.#at === this.#text.length) {
        return this.#open.length === 0 ? this.#tokens : undefined;
      }
      if (!this.#next()) {
        return undefined;
      }
    }
  }

  #skipSpace(): void {
    for (let space = this.#match(spacePattern); space !== undefined; space = this.#match(spacePattern)) {
      if (/[\r\n\u2028\u2029]/.test(space[0])) {
        this.#onNewLine = true;
      }
    }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null || match[0] === '') {
      return undefined;
    }
    this.#at = pattern.lastIndex;
    return match;
  }

  #push(kind: Token['kind'], text: string): void {
    this.#tokens.push({ kind, text, onNewLine: this.#onNewLine });
    this.#onNewLine = false;
  }

  #next(): boolean {
    const word = this.#match(wordPattern) ?? this.#unicodeWord();
    if (word) {
      this.#push('word', word[0]);
    }
    if (word) {
      return true;
    }
    const string = this.#match(stringPattern);
    if (string) {
      this.#push('string', string[1] ?? string[2] ?? '');
    }
    if (string) {
      return true;
    }
    const number = this.#match(numberPattern);
    if (number) {
      this.#push('number', number[0]);
    }
    if (number) {
      return true;
    }
    const first = this.#text[this.#at];
    if (first === '`') {
      return this.#template(1);
    }
    if (first === '/') {
      return this.#slash();
    }
    return this.#punctuation();
  }

  #unicodeWord(): RegExpExecArray | undefined {
    const first = this.#text.charCodeAt(this.#at);
    if (first < 0x80 && !/[\w$#]/.test(this.#text[this.#at] ?? '')) {
      return undefined;
    }
    if (first >= 0x30 && first <= 0x39) {
      return undefined;
    }
    this.#anyWord ??= anyWord();
    return this.#match(this.#anyWord);
  }

  /** A template from its backquote, or from the brace that ends an expression in it, to its end or the next expression. */
  #template(skipped: 0 | 1): boolean {
    this.#at += skipped;
    templatePart.lastIndex = this.#at;
    const part = templatePart.exec(this.#text);
    if (part === null) {
      return false;
    }
    this.#at = templatePart.lastIndex;
    if (part[1] === '`') {
      this.#push('template', '`');
      return true;
    }
    this.#open.push(this.#tokens.length);
    this.#push('punctuation', '${');
    return true;
  }

  #slash(): boolean {
    const begins = this.#mayBeginPattern();
    if (begins === undefined) {
      return false;
    }
    if (!begins) {
      return this.#punctuation();
    }
    const pattern = this.#match(patternPattern);
    if (pattern) {
      this.#push('pattern', pattern[0]);
    }
    return pattern !== undefined;
  }

  /** A slash divides after a value and begins a pattern elsewhere; `undefined` where either is possible. */
  #mayBeginPattern(): boolean | undefined {
    const last = this.#tokens.at(-1);
    if (last === undefined) {
      return true;
    }
    switch (last.kind) {
      case 'word':
        return beforeExpression.test(last.text);
      case 'punctuation':
        return this.#mayBeginPatternAfter(last);
      case 'string':
      case 'number':
      case 'template':
      case 'pattern':
        return false;
    }
  }

  #mayBeginPatternAfter(last: Token): boolean | undefined {
    if (last.text === '}') {
      return undefined;
    }
    // After a value it asserts that the value exists, elsewhere it negates the expression after it.
    if (last.text === '!') {
      return isValueEnd(this.#tokens.at(-2)) ? undefined : true;
    }
    if (last.text === ']' || last.text === '++' || last.text === '--') {
      return false;
    }
    if (last.text !== ')') {
      return true;
    }
    const before = this.#tokens[(last.partner ?? 0) - 1];
    return before?.kind === 'word' && /^(if|while|for|with)$/.test(before.text);
  }

  #punctuation(): boolean {
    const match = this.#match(punctuationPattern);
    if (match === undefined) {
      return false;
    }
    const [text] = match;
    if ('({['.includes(text)) {
      this.#open.push(this.#tokens.length);
    }
    const closes = ')}]'.indexOf(text);
    if (closes === -1) {
      this.#push('punctuation', text);
      return true;
    }
    const partner = this.#open.pop();
    const opening = partner === undefined ? undefined : this.#tokens[partner];
    if (partner === undefined || opening === undefined) {
      return false;
    }
    const isTemplate = opening.text === '${' && text === '}';
    if (opening.text !== '({['[closes] && !isTemplate) {
      return false;
    }
    opening.partner = this.#tokens.length;
    this.#tokens.push({ kind: 'punctuation', text, onNewLine: this.#onNewLine, partner });
    this.#onNewLine = false;
    return isTemplate ? this.#template(0) : true;
  }
}

function isValueEnd(token: Token | undefined): boolean {
  if (token === undefined) {
    return false;
  }
  return token.kind === 'punctuation' ? ')]}'.includes(token.text) : !beforeExpression.test(token.text);
}
