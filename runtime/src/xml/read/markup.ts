import { characterClass, isNCName, nameScan, spaceClass, standsAt } from '../text/characters.js';
import { syntaxError } from '../text/position.js';

const ampersand = 0x26;
const doubleQuote = 0x22;
const exclamationMark = 0x21;
const lessThan = 0x3c;
const questionMark = 0x3f;
const slash = 0x2f;

/** A loop finds the end of an attribute value up to here; native search is faster for longer ones. */
const nearDistance = 32;

/**
 * Index of the first unit at or after `start` that is not white space. Controls that XML does not allow pass for white
 * space here; the reader finds them another way.
 */
export function skipSpace(text: string, start: number): number {
  let i = start;
  // Past the end, the code is NaN, so comparisons are false.
  while (text.charCodeAt(i) <= 0x20) {
    i++;
  }
  return i;
}

/** Index after the comment that starts at `start` (production 15). */
export function skipComment(text: string, start: number): number {
  const end = text.indexOf('--', start + 4);
  if (end === -1) {
    throw syntaxError(text, start, 'The comment is not closed');
  }
  if (text.charCodeAt(end + 2) !== 0x3e) {
    throw syntaxError(text, end, 'A comment cannot contain "--"');
  }
  return end + 3;
}

/** Index after the processing instruction that starts at `start` (production 16; Namespaces forbid a colon in its name). */
export function skipProcessingInstruction(text: string, start: number): number {
  const end = text.indexOf('?>', start + 2);
  if (end === -1) {
    throw syntaxError(text, start, 'The processing instruction is not closed');
  }
  let nameEnd = start + 2;
  while (nameEnd < end && (characterClass[text.charCodeAt(nameEnd)]! & nameScan) !== 0) {
    nameEnd++;
  }
  if (!isNCName(text, start + 2, nameEnd)) {
    throw syntaxError(text, start + 2, 'A processing instruction needs a name without a colon');
  }
  if (nameEnd - start === 5 && text.slice(start + 2, nameEnd).toLowerCase() === 'xml') {
    throw syntaxError(text, start, 'An XML declaration is allowed only at the start of the document');
  }
  if (nameEnd !== end && (characterClass[text.charCodeAt(nameEnd)]! & spaceClass) === 0) {
    throw syntaxError(text, nameEnd, 'White space is missing after the name of a processing instruction');
  }
  return end + 2;
}

// Production 23, fifth edition: any version 1.x is read as 1.0.
const whiteSpace = '[ \\t\\r\\n]';
const xmlDeclaration = new RegExp(
  `<\\?xml${whiteSpace}+version${whiteSpace}*=${whiteSpace}*(?:"1\\.[0-9]+"|'1\\.[0-9]+')` +
    `(?:${whiteSpace}+encoding${whiteSpace}*=${whiteSpace}*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?` +
    `(?:${whiteSpace}+standalone${whiteSpace}*=${whiteSpace}*(?:"(?:yes|no)"|'(?:yes|no)'))?${whiteSpace}*\\?>`,
  'y',
);

/** The declaration of most messages. */
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** Index after the XML declaration at `start`, or `start` if there is none. */
function skipXmlDeclaration(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== questionMark) {
    return start;
  }
  if (standsAt(text, start, usualDeclaration)) {
    return start + usualDeclaration.length;
  }
  if (!text.startsWith('<?xml', start)) {
    return start;
  }
  if (!/[ \t\r\n?]/.test(text.charAt(start + 5))) {
    return start;
  }
  xmlDeclaration.lastIndex = start;
  if (!xmlDeclaration.test(text)) {
    throw syntaxError(text, start, 'The XML declaration is malformed');
  }
  return xmlDeclaration.lastIndex;
}

/** Index of the next start tag outside the root element, or of the end of the document. One DOCTYPE may come where `doctype` says so. */
export function skipOutside(source: string, start: number, doctype: boolean): number {
  let mayCome = doctype;
  let i = start === 0 ? skipXmlDeclaration(source, 0) : start;
  for (;;) {
    i = skipSpace(source, i);
    if (i >= source.length) {
      return i;
    }
    if (source.charCodeAt(i) !== lessThan) {
      throw syntaxError(source, i, 'Only white space is allowed outside the root element');
    }
    const c = source.charCodeAt(i + 1);
    if (c === questionMark) {
      i = skipProcessingInstruction(source, i);
    } else if (c === exclamationMark && mayCome && source.startsWith(doctypeStart, i)) {
      i = skipDoctype(source, i);
      mayCome = false;
    } else if (c === exclamationMark) {
      i = skipCommentOutside(source, i);
    } else if (c === slash) {
      throw syntaxError(source, i, 'This end tag has no start tag');
    } else {
      return i;
    }
  }
}

const doctypeStart = '<!DOCTYPE';
// Productions 28, 75, 11 and 12.
const doctypeHead = new RegExp(
  `${doctypeStart}${whiteSpace}+([^ \\t\\r\\n[<>"']+)(?:${whiteSpace}+` +
    `(?:SYSTEM|PUBLIC${whiteSpace}+(?:"[-a-zA-Z0-9 \\r\\n'()+,./:=?;!*#@$_%]*"|'[-a-zA-Z0-9 \\r\\n()+,./:=?;!*#@$_%]*'))` +
    `${whiteSpace}+(?:"[^"]*"|'[^']*'))?${whiteSpace}*`,
  'y',
);

/** Index after the DOCTYPE at `start`. */
function skipDoctype(source: string, start: number): number {
  doctypeHead.lastIndex = start;
  const name = doctypeHead.exec(source)?.[1] ?? '';
  const [first = '', second, ...more] = name.split(':');
  if (!isNCName(first) || more.length > 0 || (second !== undefined && !isNCName(second))) {
    throw syntaxError(source, start, 'The DOCTYPE is malformed');
  }
  const { lastIndex: end } = doctypeHead;
  if (source[end] === '[') {
    throw syntaxError(source, end, 'A DOCTYPE with declarations of its own is not allowed');
  }
  if (source[end] !== '>') {
    throw syntaxError(source, start, 'The DOCTYPE is malformed');
  }
  return end + 1;
}

/** Index after the comment at `start`, outside the root element, where nothing else may begin with `<!`. */
function skipCommentOutside(source: string, start: number): number {
  if (source.startsWith('<!--', start)) {
    return skipComment(source, start);
  }
  if (source.startsWith(doctypeStart, start)) {
    throw syntaxError(source, start, 'A DOCTYPE is not allowed');
  }
  throw syntaxError(source, start, 'Only comments and processing instructions are allowed here');
}

/** Index of the closing quote; its complement when the value holds what stands for something else. */
export function findQuote(source: string, start: number, quote: number): number {
  const near = Math.min(start + nearDistance, source.length);
  let plain = true;
  for (let i = start; i < near; i++) {
    const c = source.charCodeAt(i);
    if (c === quote) {
      return plain ? i : ~i;
    }
    if (c === lessThan) {
      throw syntaxError(source, i, 'An attribute value cannot contain "<"');
    }
    if (c === ampersand || c < 0x20) {
      plain = false;
    }
  }
  const end = source.indexOf(quote === doubleQuote ? '"' : "'", near);
  const rest = source.slice(near, end === -1 ? undefined : end);
  const less = rest.indexOf('<');
  if (less !== -1) {
    throw syntaxError(source, near + less, 'An attribute value cannot contain "<"');
  }
  if (end === -1) {
    throw syntaxError(source, start - 1, 'The attribute value is not closed');
  }
  return plain && !/[&\t\n\r]/.test(rest) ? end : ~end;
}

/** Index after `="…"` with this value, if that is at `start`; -1 otherwise. */
export function endOfValue(source: string, start: number, value: string): number {
  const close = start + 2 + value.length;
  const isQuoted = source.charCodeAt(start + 1) === doubleQuote && source.charCodeAt(close) === doubleQuote;
  return isQuoted && source.charCodeAt(start) === 0x3d && standsAt(source, start + 2, value) ? close + 1 : -1;
}

/** Index after the end tag of a name, if that is at `start`; -1 otherwise. */
export function endTagAt(source: string, start: number, qualified: string): number {
  const close = start + 2 + qualified.length;
  const isEndTag = source.charCodeAt(start + 1) === 0x2f && source.charCodeAt(close) === 0x3e;
  return isEndTag && standsAt(source, start + 2, qualified) ? close + 1 : -1;
}

/** True for the quotes in which values of attributes are (production 10). */
export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

/** Does a comment, CDATA section or processing instruction start at the `<`? */
export function isPassedOver(source: string, index: number): boolean {
  const c = source.charCodeAt(index + 1);
  return c === exclamationMark || c === questionMark;
}
