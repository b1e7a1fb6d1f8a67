/** The parts of the page, by their ids. */
export function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no part ${id}.`);
  }
  return found as T;
}

/** Puts choices into a list; the one that was chosen stays chosen if it is still there. Texts are only texts. */
export function setChoices(
  list: HTMLSelectElement,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string = list.value,
): void {
  list.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  list.value = choices.some(([value]) => value === chosen) ? chosen : (choices[0]?.[0] ?? '');
}

/** Shows the text of a mistake, or nothing. */
export function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How many characters a field has: a browser stands still over many more. */
const mostShown = 1_000_000;
/** How many are shown of a text that nobody edits. */
const mostRead = 5_000_000;

/** Whether a text is too long to show. */
export function isLong(text: string): boolean {
  return text.length > mostShown;
}

/** A text as far as it is shown. */
export function beginningOf(text: string, most: number = mostRead): string {
  return text.length > most ? `${text.slice(0, most)}\n… and ${text.length - most} more characters\n` : text;
}

/** A text as far as a field shows it. */
export function fieldText(text: string): string {
  return beginningOf(text, mostShown);
}

/** Keeps a text that is pasted or dropped out of a field for which it is too long, and calls back with what the field would have. */
export function onLongInput(field: HTMLTextAreaElement, act: (text: string) => void): void {
  field.addEventListener('beforeinput', (event) => {
    const added = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    const { value, selectionStart, selectionEnd } = field;
    const text = value.slice(0, selectionStart) + added + value.slice(selectionEnd);
    if (isLong(added) || (isLong(text) && text.length > value.length)) {
      event.preventDefault();
      act(text);
    }
  });
}

/** A function that does something when it was not asked for again for a while. */
export function afterPause(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}
