import { membersAtAGlance } from './body.js';
import { type Token, tokensOf } from './tokens.js';

/** The requirements for an implementation of a service. */
export interface Expectation {
  readonly interfaceName: string;
  /** The generated function that joins service and implementation. */
  readonly factoryName: string;
  readonly methods: readonly string[];
  /** Methods of former operations, about which there would be something to say. */
  readonly former: readonly string[];
}

/**
 * True if it is certain that all classes and objects of a file that implement the interface have all the methods, and that
 * there is nothing else to report about the file. Then the compiler, which takes longer to load than the rest of a run, is
 * not needed. False means that a proper analysis is needed.
 */
export function isCompleteAtAGlance(text: string, expectation: Expectation): boolean {
  const tokens = tokensOf(text);
  return tokens !== undefined && new Glance(tokens, expectation).isComplete();
}

/** A class as its head says it. */
interface ClassHead {
  /** Index of the opening brace of its body. */
  readonly open: number;
  readonly base: string | undefined;
  readonly implemented: readonly number[];
}

class Glance {
  readonly #tokens: readonly Token[];
  readonly #expectation: Expectation;
  /** Local names of the interface, of whole modules, and of the function that joins. */
  readonly #interfaces = new Set<string>();
  readonly #modules = new Set<string>();
  readonly #factories = new Set<string>();
  readonly #classes = new Map<string, ClassHead>();
  /** Indexes of tokens that are accounted for. */
  readonly #known = new Set<number>();
  #found = 0;

  constructor(tokens: readonly Token[], expectation: Expectation) {
    this.#tokens = tokens;
    this.#expectation = expectation;
  }

  isComplete(): boolean {
    if (this.#tokens.some((token) => this.#isRemarkable(token))) {
      return false;
    }
    for (let i = 0; i < this.#tokens.length; i++) {
      if (this.#text(i) === 'import') {
        this.#import(i);
      }
    }
    if (this.#interfaces.size === 0) {
      this.#interfaces.add(this.#expectation.interfaceName);
    }
    const heads = this.#tokens.map((_, i) => (this.#isWord(i, 'class') ? this.#classHead(i) : null));
    if (heads.includes(undefined)) {
      return false;
    }
    for (const head of heads) {
      if (head && !this.#isClassComplete(head)) {
        return false;
      }
    }
    for (let i = 0; i < this.#tokens.length; i++) {
      if (!this.#known.has(i) && !this.#isHarmless(i)) {
        return false;
      }
    }
    return this.#found > 0;
  }

  /** A method of a former operation, or the text of its stub. */
  #isRemarkable({ kind, text }: Token): boolean {
    const { former, methods } = this.#expectation;
    if ((kind === 'word' || kind === 'string') && former.includes(text)) {
      return true;
    }
    const stub = kind === 'string' ? /^(.+) is not implemented$/.exec(text)?.[1] : undefined;
    return stub !== undefined && !methods.includes(stub);
  }

  #text(i: number): string {
    const token = this.#tokens[i];
    return token === undefined || token.kind === 'string' ? '' : token.text;
  }

  #isWord(i: number, text: string): boolean {
    return this.#text(i) === text && this.#tokens[i]?.kind === 'word' && !/^\??\.$/.test(this.#text(i - 1));
  }

  /** Names that an import declares, and which of its tokens are accounted for. */
  #import(start: number): void {
    let i = start + 1;
    while (i < this.#tokens.length && this.#tokens[i]?.kind !== 'string' && !/^[=(.;]$/.test(this.#text(i))) {
      const isRenamed = this.#text(i + 1) === 'as';
      const local = this.#text(isRenamed ? i + 2 : i);
      if (this.#text(i) === '*') {
        this.#modules.add(local);
      }
      if (this.#text(i) === this.#expectation.interfaceName) {
        this.#interfaces.add(local);
      }
      if (this.#text(i) === this.#expectation.factoryName) {
        this.#factories.add(local);
      }
      for (const end = i + (isRenamed ? 2 : 0); i <= end; i++) {
        this.#known.add(i);
      }
    }
    // import api = require('…')
    if (this.#text(i) === '=' && this.#text(i + 1) === 'require') {
      this.#modules.add(this.#text(i - 1));
    }
  }

  /** Reads up to the body of a class; `undefined` if that is not certain, `null` if there is no class. */
  #classHead(start: number): ClassHead | null | undefined {
    const next = this.#text(start + 1);
    if (this.#tokens[start + 1]?.kind !== 'word' && next !== '{') {
      return next === '' || /^[:=,;)]$/.test(next) ? null : undefined;
    }
    const name = /^(extends|implements|\{)$/.test(next) ? undefined : next;
    const head = { base: undefined as string | undefined, implemented: [] as number[] };
    let part = '';
    let depth = 0;
    for (let i = start + 1; i < this.#tokens.length; i++) {
      const text = this.#text(i);
      if (depth === 0 && text === '{') {
        return this.#declare(name, { ...head, open: i });
      }
      if (this.#tokens[i]?.partner !== undefined) {
        if (part === 'extends') {
          head.base = '';
        }
        i = Math.max(i, this.#tokens[i]?.partner ?? i);
      } else if (text === '<') {
        depth++;
      } else if (text === '>') {
        depth--;
      } else if (depth === 0 && (text === 'extends' || text === 'implements')) {
        part = text;
      } else if (depth === 0 && part === 'extends') {
        head.base = head.base === undefined ? text : '';
      } else if (depth === 0 && part === 'implements' && this.#mentions(i)) {
        head.implemented.push(i);
      }
    }
    return undefined;
  }

  #declare(name: string | undefined, head: ClassHead): ClassHead {
    if (name !== undefined) {
      this.#classes.set(name, head);
    }
    return head;
  }

  /** True if the interface is named here, by itself or as a part of a module. */
  #mentions(i: number): boolean {
    const text = this.#text(i);
    if (/^\??\.$/.test(this.#text(i - 1))) {
      return false;
    }
    if (this.#tokens[i]?.kind !== 'word') {
      return false;
    }
    if (this.#interfaces.has(text)) {
      return true;
    }
    return (
      this.#modules.has(text) && this.#text(i + 1) === '.' && this.#text(i + 2) === this.#expectation.interfaceName
    );
  }

  #isClassComplete({ implemented, ...head }: ClassHead): boolean {
    if (implemented.length === 0) {
      return true;
    }
    for (const i of implemented) {
      // With type arguments it is another type.
      if (this.#text(this.#after(i)) === '<') {
        return false;
      }
      this.#known.add(i);
    }
    return this.#isBodyComplete(head);
  }

  /** Looks at the members of a class and of its base classes in the file. */
  #isBodyComplete(head: Omit<ClassHead, 'implemented'>): boolean {
    this.#found++;
    const names = new Set<string>();
    const seen = new Set<number>();
    for (let current: Omit<ClassHead, 'implemented'> | undefined = head; current; ) {
      const own = membersAtAGlance(this.#tokens, current.open, 'class');
      if (own === undefined || seen.has(current.open)) {
        return false;
      }
      seen.add(current.open);
      for (const name of own) {
        names.add(name);
      }
      if (this.#hasAll(names)) {
        return true;
      }
      current = current.base === undefined ? undefined : this.#classes.get(current.base);
    }
    return false;
  }

  #hasAll(names: ReadonlySet<string>): boolean {
    return this.#expectation.methods.every((method) => names.has(method));
  }

  /** Index after the name of the interface. */
  #after(i: number): number {
    return i + (this.#interfaces.has(this.#text(i)) ? 1 : 3);
  }

  /** True if nothing at this place makes, without being noticed, something else that implements the interface. */
  #isHarmless(i: number): boolean {
    const isFactory = this.#factories.has(this.#text(i)) || this.#text(i) === this.#expectation.factoryName;
    if (isFactory && this.#tokens[i]?.kind === 'word' && this.#text(i + 1) === '(') {
      return this.#isKnownValue(i + 2);
    }
    if (!this.#mentions(i)) {
      return true;
    }
    const after = this.#text(this.#after(i));
    if (after === '[') {
      return true;
    }
    const before = this.#text(i - 1);
    if (before === ':' && /^[),;]$/.test(after)) {
      return true;
    }
    if (before === ':' && after === '=') {
      return this.#isKnownValue(this.#after(i) + 1);
    }
    return before === 'satisfies' && this.#isCompleteBefore(i - 1);
  }

  /** A value that is complete, or comes from another file. */
  #isKnownValue(i: number): boolean {
    if (this.#text(i) === '{') {
      return this.#isObjectComplete(i);
    }
    if (this.#isWord(i, 'new')) {
      const made = this.#classes.get(this.#text(i + 1));
      return this.#text(i + 2) !== '.' && (made === undefined || this.#isBodyComplete(made));
    }
    if (this.#tokens[i]?.kind !== 'word' || !/^[),;]$/.test(this.#text(i + 1))) {
      return false;
    }
    const { text } = this.#tokens[i] ?? {};
    return !this.#tokens.some((token, at) => token.text === text && this.#isWord(at - 1, 'const'));
  }

  #isCompleteBefore(satisfies: number): boolean {
    const isConst = this.#text(satisfies - 1) === 'const' && this.#text(satisfies - 2) === 'as';
    const end = satisfies - (isConst ? 3 : 1);
    const open = this.#text(end) === '}' ? this.#tokens[end]?.partner : undefined;
    return open !== undefined && this.#isObjectComplete(open);
  }

  #isObjectComplete(open: number): boolean {
    this.#found++;
    const names = membersAtAGlance(this.#tokens, open, 'object');
    return names !== undefined && this.#hasAll(names);
  }
}
