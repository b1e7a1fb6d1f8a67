/** Markup of HTML or SVG that is safe to show. Only `html` and `join` make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value that a template of markup takes: texts are escaped, markup is taken as it is, nothing for `undefined`. */
export type Insert = string | number | Markup | undefined | readonly Insert[];

/** Markup from a template literal. Every value that is not markup is text, and is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Markup {
  return new Markup(parts.map((part, at) => part + (at < values.length ? inserted(values[at]) : '')).join(''));
}

/** Several pieces of markup with a text between them. */
export function join(items: readonly Insert[], between: string): Markup {
  return new Markup(items.map(inserted).join(escapeText(between)));
}

function inserted(value: Insert): string {
  if (value === undefined) {
    return '';
  }
  if (value instanceof Markup) {
    return value.text;
  }
  return typeof value === 'object' ? value.map(inserted).join('') : escapeText(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls, lone surrogates, and characters that reorder the text around them. */
const unfit = /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Text as HTML shows it, in content and in attributes with quotes. Characters that a page must not contain become U+FFFD. */
function escapeText(text: string): string {
  return text.replace(unfit, '\ufffd').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A name that may go on in the next line where a word begins in it. */
export function breakable(name: string): Markup {
  return new Markup(escapeText(name).replace(/([a-z0-9])(?=[A-Z])|([._/])(?=\w)/g, '$1$2<wbr>'));
}

/** Documentation of a contract, which is text and never markup: a paragraph where an empty line separates. */
export function documentation(text: string | undefined): Markup | undefined {
  return text === undefined || text.trim() === ''
    ? undefined
    : html`<div class="doc" dir="auto">${text
        .trim()
        .split(/\n[ \t]*\n\s*/)
        .map((each) => html`<p>${each}</p>`)}</div>`;
}
