import type { SourceElement } from '../../source/document.js';

/**
 * The reason why a text cannot be an XPath 2.0 expression, as far as its brackets, quotes, operators and prefixes show it;
 * nothing if it may be one. Expressions that are not evaluated are not parsed further.
 */
export function xpathProblem(text: string, scope: SourceElement): string | undefined {
  const bare = withoutTexts(text);
  if (bare === undefined) {
    return 'a quote or a comment is not closed';
  }
  if (bare.trim() === '') {
    return 'it is empty';
  }
  if (!isBalanced(bare)) {
    return 'its brackets do not come in pairs';
  }
  if (lackingPattern.test(bare)) {
    return 'something is missing at the end';
  }
  for (const [, prefix = ''] of bare.matchAll(/(?<![\w.:-])([A-Za-z_][\w.-]*):(?=[A-Za-z_*])/g)) {
    if (prefix !== 'xml' && !scope.namespaces.has(prefix)) {
      return `the prefix "${prefix}" is not declared`;
    }
  }
  return undefined;
}

/** An operator at the end. Its name alone, or after another operator, is that of an element. */
const lackingPattern = /(?:[=<>+,|:]|[^\s,(/|=<>+:@[](?<!\b(?:and|or))\s+(?:eq|ne|lt|le|gt|ge))\s*$/;

/** Literals become `""`, comments a space; nothing when one is not closed. */
function withoutTexts(text: string): string | undefined {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      if (end < 0) {
        return undefined;
      }
      // A doubled quote is one quote in the literal; reading it as two adjacent literals is just as balanced.
      out += '""';
      at = end + 1;
    } else if (text.startsWith('(:', at)) {
      const end = text.indexOf(':)', at + 2);
      if (end < 0) {
        return undefined;
      }
      out += ' ';
      at = end + 2;
    } else {
      out += character;
      at++;
    }
  }
  return out;
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const character of text) {
    if (character === '(' || character === '[') {
      open.push(character);
    } else if (character === ')' && open.pop() !== '(') {
      return false;
    } else if (character === ']' && open.pop() !== '[') {
      return false;
    }
  }
  return open.length === 0;
}
