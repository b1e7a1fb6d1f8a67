import { append } from '../diagnostics/append.js';
import { tagLine } from '../typescript/types/documentation-tags.js';
import { plain } from './quote.js';

/** Columns of text in a comment. Words are moved to the next line as a whole; a longer word stays as it is. */
const lineWidth = 100;

/**
 * The lines of a JSDoc comment, delimiters included; no lines for an empty text. Nothing in the text can end the comment or
 * be read as a directive or a tag, apart from the tags of deprecation and versions, which come last.
 */
export function commentLines(documentation: readonly string[]): readonly string[] {
  const wrapped = documentation
    .filter((line) => !tagLine.test(line))
    .flatMap(wrap)
    .map(defuse);
  const lines = wrapped.filter((line, i) => line !== '' || (i > 0 && wrapped[i - 1] !== ''));
  while (lines.at(-1) === '') {
    lines.pop();
  }
  // What follows a tag belongs to it.
  append(lines, documentation.filter((line) => tagLine.test(line)).flatMap(tagLines));
  const [only] = lines;
  if (only === undefined) {
    return [];
  }
  if (lines.length === 1) {
    return [`/** ${only} */`];
  }
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

/** Documentation that has at least one sentence beside its tags: its own, or else the one given. */
export function withSentence(documentation: readonly string[], otherwise: string): readonly string[] {
  return documentation.every((line) => line === '' || tagLine.test(line))
    ? [otherwise, ...documentation]
    : documentation;
}

function tagLines(line: string): readonly string[] {
  const [first = '', ...rest] = wrap(line);
  return [first.charAt(0) + defuse(first.slice(1)), ...rest.map(defuse)];
}

function wrap(line: string): readonly string[] {
  const text = plain(line);
  if (text.length <= lineWidth) {
    return [text];
  }
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > lineWidth) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** A star and a slash would end the comment, a leading `@` would start a tag (`@ts-nocheck`), `{@` an inline one. */
function defuse(line: string): string {
  return line.replace(/\*\//g, '*\\/').replace(/\/\*/g, '/\\*').replace(/^@/, '\\@').replace(/\{@/g, '{\\@');
}
