import { syntaxError } from '../text/position.js';
import { expandText, inOnePiece, normaliseLineEnds } from '../text/references.js';
import { isPassedOver, skipComment, skipProcessingInstruction } from './markup.js';

const sectionStart = '<![CDATA[';

/** Text in several pieces. */
export interface JoinedText {
  /** The text; empty if there are only comments and the like. */
  readonly text: string;
  /** Where the markup begins that ends it. */
  readonly end: number;
  /** How many comments and processing instructions are in it. */
  readonly passedOver: number;
}

/**
 * Joins text in several pieces: references, CDATA sections, and text around comments and processing instructions. `firstEnd` is the index of the first `<`,
 * `findMarkup` finds the next one. Throws `XmlSyntaxError`, and what `findMarkup` throws.
 */
export function joinText(
  source: string,
  start: number,
  firstEnd: number,
  findMarkup: (start: number) => number,
): JoinedText {
  let value = '';
  let passedOver = 0;
  let i = start;
  let end = firstEnd;
  for (;;) {
    if (end > i) {
      value += expandText(source, i, end);
    }
    if (!isPassedOver(source, end)) {
      return { text: inOnePiece(value), end, passedOver };
    }
    if (source.startsWith(sectionStart, end)) {
      i = endOfSection(source, end);
      value += normaliseLineEnds(source.slice(end + sectionStart.length, i - 3));
    } else {
      i = endOfPassedOver(source, end);
      passedOver++;
    }
    end = findMarkup(i);
  }
}

/** Index after the CDATA section that starts at `start`. */
function endOfSection(source: string, start: number): number {
  const close = source.indexOf(']]>', start + sectionStart.length);
  if (close === -1) {
    throw syntaxError(source, start, 'The CDATA section is not closed');
  }
  return close + 3;
}

/** Index after the comment or processing instruction that starts at `start`. */
function endOfPassedOver(source: string, start: number): number {
  if (source.startsWith('<?', start)) {
    return skipProcessingInstruction(source, start);
  }
  if (source.startsWith('<!--', start)) {
    return skipComment(source, start);
  }
  throw syntaxError(source, start, 'Only comments and CDATA sections may start with "<!" here');
}
