/** What a search has come to. */
export type Found =
  /** The end of a tag. */
  | 'tag'
  /** Something that the reader does not accept: a DOCTYPE, an element that is nested too deep. The finder goes no further. */
  | 'refused'
  /** The end of the text: go on with the next one. */
  | 'more';

/** What a finder looks for: the end of a text, of a quoted value and of markup, as it is written, or one of these. */
const markupName = 'name';
const startTagEnd = 'start tag';
const doctypeEnd = 'DOCTYPE';
const nothing = 'nothing';

/** The ends of what begins with these characters after its `<`. */
const endings: ReadonlyMap<string, string> = new Map([
  ['/', '>'],
  ['?', '?>'],
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['!DOCTYPE', doctypeEnd],
]);

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const greaterThan = 0x3e;

/**
 * Finds the ends of tags in a document that comes in pieces, so that a reader gets as much as it can read: it looks at each character once, wherever the
 * pieces end. It knows as much of XML as that takes; the reader finds everything that is wrong.
 */
export class TagFinder {
  /** Index after what was found. */
  at = 0;
  /** Elements that are open there. */
  depth = 0;
  readonly #maxDepth: number;
  readonly #skipsDoctype: boolean;
  #sought = '<';
  /** The characters after `<`, as long as it is not clear what begins there. */
  #name = '';
  /** The last characters that were passed while this was sought: the end may be cut in two. */
  #tail = '';
  /** The last character of a start tag. */
  #last = 0;

  /** Elements that are nested deeper are refused; a DOCTYPE unless the reader passes over it. */
  constructor(maxDepth: number, skipsDoctype = false) {
    this.#maxDepth = maxDepth;
    this.#skipsDoctype = skipsDoctype;
  }

  /** Goes on at an index of a text, to the next tag after which no more elements are open than `depth`. */
  find(text: string, from: number, depth: number): Found {
    this.at = from;
    while (this.at < text.length && this.#sought !== nothing) {
      if (this.#sought === markupName) {
        this.#readName(text);
      } else if (this.#sought === startTagEnd ? this.#passStartTag(text) : this.#pass(text)) {
        if (this.depth <= Math.min(depth, this.#maxDepth)) {
          return 'tag';
        }
      }
    }
    return this.#sought === nothing ? 'refused' : 'more';
  }

  #seek(sought: string): void {
    this.#sought = sought;
    this.#name = '';
    this.#tail = '';
    this.#last = 0;
  }

  #readName(text: string): void {
    const name = this.#name + text[this.at];
    if (!'/?!'.includes(name[0]!)) {
      this.#seek(startTagEnd);
      return;
    }
    this.at++;
    this.#name = name;
    const ending = endings.get(name);
    if (ending !== undefined) {
      this.#seek(ending === doctypeEnd && !this.#skipsDoctype ? nothing : ending);
    } else if (![...endings.keys()].some((each) => each.startsWith(name))) {
      this.#seek(nothing);
    }
  }

  /** True after the end of the start tag. */
  #passStartTag(text: string): boolean {
    const { length } = text;
    let i = this.at;
    let c = 0;
    let last = this.#last;
    for (; i < length; i++) {
      c = text.charCodeAt(i);
      if (c === greaterThan || c === doubleQuote || c === singleQuote) {
        break;
      }
      last = c;
    }
    this.#last = last;
    this.at = i + 1;
    if (i === length) {
      this.at = length;
      return false;
    }
    if (c !== greaterThan) {
      this.#seek(c === doubleQuote ? '"' : "'");
      return false;
    }
    this.#seek('<');
    if (last !== slash && ++this.depth > this.#maxDepth) {
      this.#seek(nothing);
    }
    return true;
  }

  /** True after the end of an end tag. */
  #pass(text: string): boolean {
    const sought = this.#sought;
    // A `>` in the quotes of a DOCTYPE ends it early, which changes nothing: no tag comes before its end.
    const end = this.#endIn(text, sought === doctypeEnd ? '>' : sought);
    if (end < 0) {
      this.#tail = (this.#tail + text.slice(Math.max(this.at, text.length - 2))).slice(-2);
      this.at = text.length;
      return false;
    }
    this.at = end;
    const isQuoted = sought === '"' || sought === "'";
    this.#seek(sought === '<' ? markupName : isQuoted ? startTagEnd : '<');
    if (sought === '>') {
      this.depth--;
    }
    return sought === '>';
  }

  /** Index after what is sought; -1 if it is not in the text. */
  #endIn(text: string, sought: string): number {
    const tail = this.#tail;
    const across = tail === '' ? -1 : (tail + text.slice(this.at, this.at + sought.length - 1)).indexOf(sought);
    if (across >= 0) {
      return this.at + across - tail.length + sought.length;
    }
    const start = text.indexOf(sought, this.at);
    return start < 0 ? -1 : start + sought.length;
  }
}
