import { mainName, type Texts } from '../tasks.js';
import { isLong, onLongInput, setChoices } from './parts.js';

/** Where a set of documents is shown: a list, the text of the chosen one and, if they can be renamed, its name; and what is for documents that are there. */
export interface DocumentParts {
  readonly list: HTMLSelectElement;
  readonly text: HTMLTextAreaElement;
  readonly name?: HTMLInputElement;
  readonly bar?: HTMLElement;
}

/** A set of documents that one can edit. Texts stay as they were given until they are edited: a field has other ends of lines. */
export class Documents {
  readonly #parts: DocumentParts;
  readonly #changed: () => void;
  #texts = new Map<string, string>();

  /** `changed` is told of every change. */
  constructor(parts: DocumentParts, changed: () => void) {
    this.#parts = parts;
    this.#changed = changed;
    const { list, text, name } = parts;
    list.addEventListener('change', () => this.#show());
    text.addEventListener('input', () => this.#edited(text.value));
    onLongInput(text, (long) => {
      this.#edited(long);
      this.#show();
    });
    name?.addEventListener('change', () => this.#rename(name.value.trim()));
    // On a slow network somebody can have written before the script came.
    if (text.value === '') {
      this.#list();
    } else {
      this.#edited(text.value);
    }
  }

  get texts(): Texts {
    return Object.fromEntries(this.#texts);
  }

  /** Replaces all documents. */
  set(texts: Texts): void {
    this.#texts = new Map(Object.entries(texts));
    this.#list(mainName(Object.keys(texts)));
    this.#changed();
  }

  /** Adds documents; those of the same name are replaced. The description of a service is shown, or the first. */
  add(texts: Texts): void {
    for (const [name, text] of Object.entries(texts)) {
      this.#texts.set(name, text);
    }
    this.#list(mainName(Object.keys(texts)));
    this.#changed();
  }

  /** Takes out the document that is shown. */
  remove(): void {
    this.#texts.delete(this.#parts.list.value);
    this.#list();
    this.#changed();
  }

  #edited(text: string): void {
    const { list } = this.#parts;
    if (this.#texts.size === 0) {
      this.#texts.set(nameFor(text), text);
      this.#list(undefined, false);
    } else {
      this.#texts.set(list.value, text);
    }
    this.#changed();
  }

  #rename(name: string): void {
    const { list } = this.#parts;
    if (name !== '' && this.#texts.size > 0 && !this.#texts.has(name)) {
      const renamed = [...this.#texts].map(([key, text]) => [key === list.value ? name : key, text] as const);
      this.#texts = new Map(renamed);
      this.#list(name);
      this.#changed();
    } else {
      this.#show();
    }
  }

  #list(chosen?: string, isShown = true): void {
    setChoices(
      this.#parts.list,
      [...this.#texts.keys()].map((name) => [name, name] as const),
      chosen,
    );
    this.#show(isShown);
  }

  #show(withText = true): void {
    const { list, text, name, bar } = this.#parts;
    if (bar !== undefined) {
      bar.hidden = this.#texts.size === 0;
    }
    if (withText) {
      const content = this.#texts.get(list.value) ?? '';
      text.readOnly = isLong(content);
      text.value = text.readOnly ? '' : content;
      text.placeholder = text.readOnly
        ? `This document has ${content.length} characters: it is read, but too long to be shown and edited here. Remove it to write another.`
        : '';
    }
    if (name !== undefined) {
      name.value = list.value;
      name.disabled = this.#texts.size === 0;
    }
  }
}

/** The name of a text that was pasted, by what it looks like. */
function nameFor(text: string): string {
  if (!text.trimStart().startsWith('<')) {
    return 'pasted.yaml';
  }
  return /<(?:[\w.-]+:)?definitions[\s>]/.test(text) ? 'pasted.wsdl' : 'pasted.xsd';
}
