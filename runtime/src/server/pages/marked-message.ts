import { escapeMarkup } from '../base/wording.js';

/** Comments, tags with their attributes, and texts. */
const pieces = /(<!--[\s\S]*?-->)|(<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>)|([^<]+|<)/g;
/** The values of attributes that do not declare namespaces. */
const attributes = /(\s)(?!xmlns[:=])([^\s=]+=)(["'])([^"']*)\3/g;

/** A sample message as markup: the values that a caller replaces stand out, and so do comments. */
export function markedMessage(text: string): string {
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const body = end < 0 ? '' : text.slice(end);
  return markedHead(head) + (body.includes('<') ? markedXml(body) : markedFields(body));
}

function markedHead(head: string): string {
  return head
    .split('\n')
    .map((line, index) =>
      index === 0 ? markedFields(line) : escapeMarkup(line).replace(/^(Content-Length: )(length)$/, '$1<var>$2</var>'),
    )
    .join('\n');
}

/** The values of a query or a form. */
function markedFields(text: string): string {
  return escapeMarkup(text).replace(/(=)([^=&\s]+)(?=&amp;|\s|$)/g, '$1<var>$2</var>');
}

function markedXml(text: string): string {
  return text.replace(pieces, (_, comment?: string, tag?: string, value = '') =>
    comment !== undefined ? `<i>${escapeMarkup(comment)}</i>` : tag !== undefined ? markedTag(tag) : markedText(value),
  );
}

function markedTag(tag: string): string {
  let markup = '';
  let from = 0;
  for (const match of tag.startsWith('<?') ? [] : tag.matchAll(attributes)) {
    const [whole, , , , value = ''] = match;
    const end = match.index + whole.length - 1;
    markup += `${escapeMarkup(tag.slice(from, end - value.length))}<var>${escapeMarkup(value)}</var>`;
    from = end;
  }
  return markup + escapeMarkup(tag.slice(from));
}

function markedText(text: string): string {
  return text.trim() === '' ? text : `<var>${escapeMarkup(text)}</var>`;
}
