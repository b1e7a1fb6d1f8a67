/** Makes an element with a text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

/** A button that copies a text. */
export function addCopy(target: HTMLElement): void {
  const button = make('button', 'Copy', { type: 'button', class: 'copy' });
  button.addEventListener('click', () => {
    copy(target).then(
      () => {
        button.textContent = 'Copied';
      },
      () => {
        button.textContent = 'Select it and copy';
      },
    );
  });
  const box = make('div', '', { class: 'copied' });
  target.replaceWith(box);
  box.append(button, target);
}

async function copy(target: HTMLElement): Promise<void> {
  getSelection()?.selectAllChildren(target);
  await navigator.clipboard.writeText(target.textContent ?? '');
}

/** Hides the operations that do not have all words of a search. */
export function searchWhileTyping(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const items = [...document.querySelectorAll<HTMLElement>('.list > li')];
  const texts = items.map((item) => (item.textContent ?? '').toLowerCase());
  const count = document.getElementById('count');
  const show = (): void => {
    const words = (input?.value ?? '').toLowerCase().split(/\s+/);
    let shown = 0;
    items.forEach((item, index) => {
      item.hidden = !words.every((word) => texts[index]?.includes(word));
      shown += item.hidden ? 0 : 1;
    });
    if (count !== null) {
      count.textContent = `${shown} of ${items.length} operations`;
    }
  };
  input?.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    // With words in the address, the server has left operations out.
    if (new URLSearchParams(location.search).get('find') === null) {
      event.preventDefault();
      items
        .find((item) => !item.hidden)
        ?.querySelector('a')
        ?.focus();
    }
  });
}
