/** The end of what a scan looks for. */
export type ScanResult =
  /** The text is used up: go on with the next one. */
  | 'more'
  /** After a start tag, at whose element the scan did not look further. */
  | 'start'
  /** After an element without content (`<a/>`), or after an element with all that is in it. */
  | 'element'
  /** After the end tag of the element around. */
  | 'end';

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

const greaterThan = 0x3e;
const slash = 0x2f;
const exclamationMark = 0x21;
const questionMark = 0x3f;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const hyphen = 0x2d;
const bracket = 0x5d;

/**
 * Finds the ends of tags and elements in text that comes in pieces: it looks at each character once, wherever the pieces end. It knows
 * as much of XML as that takes; the reader that gets the text afterwards finds everything else that is wrong. Nothing is expanded.
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
   * around. Throws `ScanError` for a DOCTYPE and for elements that are nested too deep.
   */
  scan(text: string, from: number, shallow: boolean): ScanResult {
    const { length } = text;
    let i = from;
    let state = this.#state;
    while (i < length) {
      switch (state) {
        case inText: {
          const next = text.indexOf('<', i);
          if (next === -1) {
            i = length;
          } else {
            i = next + 1;
            state = afterLess;
          }
          break;
        }
        case afterLess: {
          const c = text.charCodeAt(i);
          this.#last = 0;
          if (c === slash) {
            i++;
            state = inEndTag;
          } else if (c === exclamationMark) {
            i++;
            this.#opening = '';
            state = afterExclamation;
          } else if (c === questionMark) {
            i++;
            state = inInstruction;
          } else {
            state = inStartTag;
          }
          break;
        }
        case inStartTag: {
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
          if (i === length) {
            break;
          }
          i++;
          if (c === doubleQuote) {
            this.#last = 0;
            state = inDoubleQuotes;
          } else if (c === singleQuote) {
            this.#last = 0;
            state = inSingleQuotes;
          } else {
            state = inText;
            if (last !== slash) {
              this.#enter();
              if (!shallow) {
                break;
              }
              return this.#stop(i, 'start');
            }
            if (this.depth === 0 || shallow) {
              return this.#stop(i, 'element');
            }
          }
          break;
        }
        case inDoubleQuotes:
        case inSingleQuotes: {
          const end = text.indexOf(state === inDoubleQuotes ? '"' : "'", i);
          if (end === -1) {
            i = length;
          } else {
            i = end + 1;
            state = inStartTag;
          }
          break;
        }
        case inEndTag: {
          const end = text.indexOf('>', i);
          if (end === -1) {
            i = length;
            break;
          }
          i = end + 1;
          state = inText;
          this.depth--;
          if (this.depth < 0 || shallow) {
            return this.#stop(i, 'end');
          }
          if (this.depth === 0) {
            return this.#stop(i, 'element');
          }
          break;
        }
        case afterExclamation:
          this.#opening += text[i];
          i++;
          state = stateOfOpening(this.#opening);
          this.#last = 0;
          this.#beforeLast = 0;
          break;
        case inComment:
          i = this.#closing(text, i, hyphen, true);
          state = this.#last === greaterThan ? inText : inComment;
          break;
        case inSection:
          i = this.#closing(text, i, bracket, true);
          state = this.#last === greaterThan ? inText : inSection;
          break;
        case inInstruction:
          i = this.#closing(text, i, questionMark, false);
          state = this.#last === greaterThan ? inText : inInstruction;
          break;
      }
    }
    this.#state = state;
    this.at = i;
    return 'more';
  }

  #stop(at: number, result: ScanResult): ScanResult {
    this.#state = inText;
    this.at = at;
    return result;
  }

  #enter(): void {
    this.depth++;
    if (this.depth > this.maxDepth) {
      throw new ScanError('depth');
    }
  }

  /**
   * Index after the next `>` that comes after one or two closing characters, with `#last` set to `>`; otherwise the end of the text, and the last
   * characters are kept.
   */
  #closing(text: string, from: number, closing: number, twice: boolean): number {
    for (let i = text.indexOf('>', from); i !== -1; i = text.indexOf('>', i + 1)) {
      const before = i > from ? text.charCodeAt(i - 1) : this.#last;
      const first = i > from + 1 ? text.charCodeAt(i - 2) : i > from ? this.#last : this.#beforeLast;
      if (before === closing && (!twice || first === closing)) {
        this.#last = greaterThan;
        return i + 1;
      }
    }
    const { length } = text;
    this.#beforeLast = length - from >= 2 ? text.charCodeAt(length - 2) : this.#last;
    // A ">" that closes nothing must not be taken for one that does.
    const last = text.charCodeAt(length - 1);
    this.#last = last === greaterThan ? 0 : last;
    return length;
  }
}

/** The state for what follows `<!`. Throws `ScanError` if nothing may begin so. */
function stateOfOpening(opening: string): number {
  if (opening === '--') {
    return inComment;
  }
  if (opening === '[CDATA[') {
    return inSection;
  }
  if ('--'.startsWith(opening) || '[CDATA['.startsWith(opening)) {
    return afterExclamation;
  }
  throw new ScanError(opening === 'D' ? 'doctype' : 'markup');
}

/** Something that no document may have. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
  /** `markup` is something else that begins with `<!` and is neither a comment nor a CDATA section. */
  readonly problem: 'depth' | 'doctype' | 'markup';

  constructor(problem: 'depth' | 'doctype' | 'markup') {
    super(problem);
    this.problem = problem;
  }
}
