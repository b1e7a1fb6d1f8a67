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

/** A function that does something when it was not asked for again for a while. */
export function afterPause(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}
