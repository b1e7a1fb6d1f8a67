import type { Token } from './tokens.js';

/** Words that may come before the name of a member. */
const modifiersPattern =
  /^(async|public|private|protected|override|readonly|static|declare|abstract|accessor|get|set)$/;
/** Words after which an expression or a type goes on in the next line. */
const goesOn =
  /^(in|instanceof|as|satisfies|of|is|extends|new|typeof|void|delete|await|yield|keyof|infer|unique|asserts|readonly|async|abstract)$/;

/**
 * Names of the public members of a class's instances or of an object; `undefined` where that is not certain.
 *
 * @param open Index of the opening brace.
 */
export function membersAtAGlance(
  tokens: readonly Token[],
  open: number,
  kind: 'class' | 'object',
): ReadonlySet<string> | undefined {
  const reader = new BodyReader(tokens, open);
  return kind === 'class' ? reader.classMembers() : reader.properties();
}

class BodyReader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  readonly #names = new Set<string>();
  #at: number;

  constructor(tokens: readonly Token[], open: number) {
    this.#tokens = tokens;
    this.#end = tokens[open]?.partner ?? tokens.length;
    this.#at = open + 1;
  }

  classMembers(): ReadonlySet<string> | undefined {
    while (this.#at < this.#end) {
      if (this.#is(';')) {
        this.#at++;
      } else if (!this.#member()) {
        return undefined;
      }
    }
    return this.#at === this.#end ? this.#names : undefined;
  }

  properties(): ReadonlySet<string> | undefined {
    while (this.#at < this.#end) {
      if (!this.#property()) {
        return undefined;
      }
      if (this.#is(',')) {
        this.#at++;
      } else if (this.#at !== this.#end) {
        return undefined;
      }
    }
    return this.#names;
  }

  #token(ahead = 0): Token | undefined {
    return this.#at + ahead < this.#end ? this.#tokens[this.#at + ahead] : undefined;
  }

  #is(text: string): boolean {
    const token = this.#token();
    return token?.kind === 'punctuation' && token.text === text;
  }

  /** Passes a bracket and all inside. */
  #skipBrackets(): void {
    this.#at = (this.#tokens[this.#at]?.partner ?? this.#end) + 1;
  }

  #member(): boolean {
    while (this.#is('@')) {
      if (!this.#decorator()) {
        return false;
      }
    }
    const modifiers = this.#modifiers();
    if (modifiers.has('static') && this.#is('{')) {
      this.#skipBrackets();
      return true;
    }
    const name = this.#name();
    if (name === undefined) {
      return false;
    }
    const isPublic = !modifiers.has('static') && !modifiers.has('private') && !modifiers.has('protected');
    if (isPublic && !name.startsWith('#')) {
      this.#names.add(name);
    }
    if (this.#is('?') || this.#is('!')) {
      this.#at++;
    }
    return this.#is('(') || this.#is('<') ? this.#method() : this.#field();
  }

  #decorator(): boolean {
    this.#at++;
    if (this.#token()?.kind !== 'word') {
      return false;
    }
    this.#at++;
    while (this.#is('.')) {
      this.#at += 2;
    }
    if (this.#is('(')) {
      this.#skipBrackets();
    }
    return true;
  }

  #modifiers(): ReadonlySet<string> {
    const found = new Set<string>();
    for (
      let token = this.#token();
      token?.kind === 'word' && modifiersPattern.test(token.text);
      token = this.#token()
    ) {
      const next = this.#token(1);
      const isModifier = next !== undefined && (next.kind !== 'punctuation' || '[{*'.includes(next.text));
      if (!isModifier) {
        break;
      }
      found.add(token.text);
      this.#at++;
    }
    if (this.#is('*')) {
      this.#at++;
    }
    return found;
  }

  /** A name, also as a text in brackets; `Symbol`s have the name of no method. */
  #name(): string | undefined {
    const token = this.#token();
    if (
      token?.kind === 'word' ||
      token?.kind === 'number' ||
      (token?.kind === 'string' && !token.text.includes('\\'))
    ) {
      this.#at++;
      return token.text;
    }
    if (!this.#is('[')) {
      return undefined;
    }
    const inside = this.#tokens.slice(this.#at + 1, token?.partner);
    this.#skipBrackets();
    const [first] = inside;
    if (first?.kind === 'string' && inside.length === 1 && !first.text.includes('\\')) {
      return first.text;
    }
    return first?.text === 'Symbol' ? '#symbol' : undefined;
  }

  #method(): boolean {
    if (this.#is('<') && !this.#skipAngles()) {
      return false;
    }
    if (!this.#is('(')) {
      return false;
    }
    this.#skipBrackets();
    if (this.#is(':')) {
      this.#skipResult();
    }
    if (this.#is('{')) {
      this.#skipBrackets();
    }
    // A signature alone ends with its line.
    else if (!this.#is(';') && !(this.#token()?.onNewLine ?? true)) {
      return false;
    }
    return true;
  }

  /** Passes type parameters. */
  #skipAngles(): boolean {
    let depth = 0;
    for (; this.#at < this.#end; this.#at++) {
      const token = this.#token();
      if (token?.partner !== undefined) {
        this.#at = Math.max(this.#at, token.partner);
      } else if (this.#is('<')) {
        depth++;
      } else if (this.#is('>') && --depth === 0) {
        this.#at++;
        return true;
      }
    }
    return false;
  }

  /** Passes the type of a result, up to the body. */
  #skipResult(): void {
    this.#at++;
    for (let before: Token | undefined; this.#at < this.#end; ) {
      const token = this.#token();
      const ended = before !== undefined && endsValue(before, true);
      if (ended && (this.#is('{') || this.#is(';') || (token?.onNewLine && token.kind !== 'punctuation'))) {
        return;
      }
      if (token?.partner !== undefined) {
        this.#skipBrackets();
      } else {
        this.#at++;
      }
      before = this.#tokens[this.#at - 1];
    }
  }

  /** Passes the rest of a field: its type and its value. */
  #field(): boolean {
    let isType = this.#is(':');
    while (this.#at < this.#end && !this.#is(';')) {
      const token = this.#token();
      const before = this.#tokens[this.#at - 1];
      if (token === undefined || before === undefined) {
        return false;
      }
      if (token.onNewLine && beginsMember(token) && !goesOn.test(before.text)) {
        if (before.text === '>' && !isType) {
          return false;
        }
        if (endsValue(before, isType)) {
          return true;
        }
      }
      if (this.#is('=')) {
        isType = false;
      }
      if (token.partner !== undefined) {
        this.#skipBrackets();
      } else {
        this.#at++;
      }
    }
    return true;
  }

  #property(): boolean {
    this.#modifiers();
    const name = this.#name();
    if (name === undefined) {
      return false;
    }
    this.#names.add(name);
    if (this.#is(',') || this.#at === this.#end) {
      return true;
    }
    if (this.#is('(') || this.#is('<')) {
      return this.#method();
    }
    if (!this.#is(':')) {
      return false;
    }
    while (this.#at < this.#end && !this.#is(',')) {
      if (this.#token()?.partner !== undefined) {
        this.#skipBrackets();
      } else {
        this.#at++;
      }
    }
    return true;
  }
}

/** True for a token with which a value or a type can end. */
function endsValue({ kind, text }: Token, isType: boolean): boolean {
  switch (kind) {
    case 'word':
      return !goesOn.test(text);
    case 'punctuation':
      return ')]}'.includes(text) || text === '++' || text === '--' || text === '!' || (isType && text === '>');
    case 'string':
    case 'number':
    case 'template':
    case 'pattern':
      return true;
  }
}

/** True for a token on a new line that begins a member, if the tokens before it can end there. */
function beginsMember({ kind, text }: Token): boolean {
  if (kind === 'word') {
    return !/^(in|instanceof|as|satisfies|of|is|extends)$/.test(text);
  }
  return kind === 'string' || text === '@';
}
