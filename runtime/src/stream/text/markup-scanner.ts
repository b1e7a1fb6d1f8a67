/** The end of what a scan looks for. */
export type ScanResult =
  /** The text is used up: go on with the next one. */
  | 'more'
  /** After a start tag, at whose element the scan did not look further. */
  | 'start'
  /** After an element without content (`<a/>`), or after an element with all that is in it. */
  | 'element'
  /** After the end tag of the element around. */
  | 'end'
  /** After something that no reader accepts: a DOCTYPE, an element that is nested too deep. The scanner goes no further. */
  | 'refused';

// Where in the markup a scan is. Texts may end anywhere.
const inText = 0;
const afterLess = 1;
const inStartTag = 2;
const inDoubleQuotes = 3;
const inSingleQuotes = 4;
const inEndTag = 5;
const afterExclamation = 6;
const inComment = 7;
const inSection = 8;
const inInstruction = 9;
const atRefused = 10;

const greaterThan = 0x3e;
const slash = 0x2f;
const exclamationMark = 0x21;
const questionMark = 0x3f;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const hyphen = 0x2d;
const bracket = 0x5d;

/** What `<!` may begin, as far as it takes to know it, and what it is. A DOCTYPE is read to its name, so that a reader knows it, too. */
const openings: ReadonlyMap<string, number> = new Map([
  ['--', inComment],
  ['[CDATA[', inSection],
  ['DOCTYPE', atRefused],
]);

/**
 * Finds the ends of tags and elements in text that comes in pieces: it looks at each character once, wherever the pieces end. It knows
 * as much of XML as that takes; the reader that gets the text afterwards finds everything that is wrong. Nothing is expanded.
 */
export class MarkupScanner {
  /** Index after what the last scan found, or the end of the text. */
  at = 0;
  /** Elements that scans entered and did not leave. */
  depth = 0;
  /** The depth at which elements are refused. */
  maxDepth: number = Number.POSITIVE_INFINITY;
  #state = inText;
  /** The two characters before the present one, in comments and the like. */
  #last = 0;
  #beforeLast = 0;
  /** The characters after `<!`, as long as it is not clear what begins there. */
  #opening = '';

  /**
   * Goes on at an index of a text. A `shallow` scan stops after any tag, others after whole elements; both stop after the end tag of the element
   * around.
   */
  scan(text: string, from: number, shallow: boolean): ScanResult {
    const { length } = text;
    this.at = from;
    while (this.at < length && this.#state !== atRefused) {
      const state = this.#state;
      if (state === inText) {
        this.#toMarkup(text);
      } else if (state === inStartTag) {
        const result = this.#startTag(text, shallow);
        if (result !== undefined) {
          return result;
        }
      } else if (state === inEndTag) {
        const result = this.#endTag(text, shallow);
        if (result !== undefined) {
          return result;
        }
      } else {
        this.#otherMarkup(text, state);
      }
    }
    return this.#state === atRefused ? 'refused' : 'more';
  }

  #toMarkup(text: string): void {
    const next = text.indexOf('<', this.at);
    if (next === -1) {
      this.at = text.length;
      return;
    }
    this.at = next + 1;
    this.#state = afterLess;
    if (this.at < text.length) {
      this.#afterLess(text);
    }
  }

  #afterLess(text: string): void {
    const c = text.charCodeAt(this.at);
    this.#last = 0;
    if (c === slash) {
      this.at++;
      this.#state = inEndTag;
    } else if (c === exclamationMark) {
      this.at++;
      this.#opening = '';
      this.#state = afterExclamation;
    } else if (c === questionMark) {
      this.at++;
      this.#state = inInstruction;
    } else {
      this.#state = inStartTag;
    }
  }

  #startTag(text: string, shallow: boolean): ScanResult | undefined {
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
    this.at = i;
    if (i === length) {
      return undefined;
    }
    this.at++;
    if (c !== greaterThan) {
      this.#last = 0;
      this.#state = c === doubleQuote ? inDoubleQuotes : inSingleQuotes;
      return undefined;
    }
    this.#state = inText;
    if (last === slash) {
      return this.depth === 0 || shallow ? 'element' : undefined;
    }
    return this.#enter(shallow);
  }

  #enter(shallow: boolean): ScanResult | undefined {
    this.depth++;
    if (this.depth > this.maxDepth) {
      this.#state = atRefused;
      return 'refused';
    }
    return shallow ? 'start' : undefined;
  }

  #endTag(text: string, shallow: boolean): ScanResult | undefined {
    const end = text.indexOf('>', this.at);
    if (end === -1) {
      this.at = text.length;
      return undefined;
    }
    this.at = end + 1;
    this.#state = inText;
    this.depth--;
    if (this.depth < 0 || shallow) {
      return 'end';
    }
    return this.depth === 0 ? 'element' : undefined;
  }

  #otherMarkup(text: string, state: number): void {
    switch (state) {
      case afterLess:
        this.#afterLess(text);
        break;
      case inDoubleQuotes:
        this.#quoted(text, '"');
        break;
      case inSingleQuotes:
        this.#quoted(text, "'");
        break;
      case afterExclamation:
        this.#opening += text[this.at];
        this.at++;
        this.#state = stateOfOpening(this.#opening);
        this.#last = 0;
        this.#beforeLast = 0;
        break;
      case inComment:
        this.#toClosing(text, hyphen, true);
        break;
      case inSection:
        this.#toClosing(text, bracket, true);
        break;
      default:
        this.#toClosing(text, questionMark, false);
    }
  }

  #quoted(text: string, quote: string): void {
    const end = text.indexOf(quote, this.at);
    if (end === -1) {
      this.at = text.length;
    } else {
      this.at = end + 1;
      this.#state = inStartTag;
    }
  }

  /** Moves after the next `>` that comes after one or two closing characters; otherwise to the end of the text, and the last characters are kept. */
  #toClosing(text: string, closing: number, twice: boolean): void {
    const from = this.at;
    for (let i = text.indexOf('>', from); i !== -1; i = text.indexOf('>', i + 1)) {
      const before = i > from ? text.charCodeAt(i - 1) : this.#last;
      const first = i > from + 1 ? text.charCodeAt(i - 2) : i > from ? this.#last : this.#beforeLast;
      if (before === closing && (!twice || first === closing)) {
        this.#state = inText;
        this.at = i + 1;
        return;
      }
    }
    const { length } = text;
    this.#beforeLast = length - from >= 2 ? text.charCodeAt(length - 2) : this.#last;
    this.#last = text.charCodeAt(length - 1);
    this.at = length;
  }
}

/** The state for what follows `<!`. */
function stateOfOpening(opening: string): number {
  const state = openings.get(opening);
  if (state !== undefined) {
    return state;
  }
  return [...openings.keys()].some((each) => each.startsWith(opening)) ? afterExclamation : atRefused;
}
