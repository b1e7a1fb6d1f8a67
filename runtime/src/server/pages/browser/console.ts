import { make, send } from './answer.js';
import { readFiles } from './files.js';
import { type ConsoleRequest, chosenBinding, curlOf, filled, requestOf } from './request.js';
import { basicHeaders, signedIn, withNewId } from './sender.js';

/**
 * The script of the help pages, for browsers. It turns forms into consoles, finds operations while one types, and copies texts. It writes texts only,
 * never markup, and asks nobody but the service. `scripts/page-script.mjs` puts it into `page-script.ts`.
 */

/** Binding, message and answer of one form. */
class Console {
  readonly #form: HTMLFormElement;
  readonly #message: HTMLTextAreaElement | null;
  readonly #more: HTMLTextAreaElement | null;
  readonly #status: HTMLElement;
  readonly #content: HTMLElement;
  readonly #curl: HTMLElement;
  #updates = 0;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#message = form.querySelector('[data-message]');
    this.#more = form.querySelector('[data-more]');
    for (const part of form.querySelectorAll<HTMLFieldSetElement>('fieldset[hidden]')) {
      part.hidden = false;
      part.disabled = false;
    }
    for (const part of form.querySelectorAll<HTMLElement>('[data-plain]')) {
      part.remove();
    }
    this.#status = make('p', '', { role: 'status' });
    this.#content = make('div');
    this.#curl = make('pre', '', { tabindex: '0', 'aria-label': 'Command of curl' });
    const curl = make('details');
    const { lacking = '' } = form.dataset;
    curl.append(make('summary', `The same with curl${lacking && `, without ${lacking}`}`), this.#curl);
    addCopy(this.#curl);
    const answer = make('section', '', { 'aria-label': 'Answer', class: 'answer' });
    answer.append(this.#status, this.#content, curl);
    form.after(answer);
    form.hidden = false;
    readFiles(form);
    this.#listen();
    this.#choose();
  }

  #listen(): void {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#form.addEventListener('change', (event) => {
      if (event.target instanceof HTMLSelectElement && event.target.dataset.way !== undefined) {
        this.#update();
      }
      if (event.target instanceof HTMLInputElement && event.target.dataset.method !== undefined) {
        this.#choose();
      }
    });
    this.#form.addEventListener('input', (event) => {
      if (this.#message !== null && event.target instanceof HTMLElement && event.target.dataset.field !== undefined) {
        this.#message.value = filled(this.#message.value, this.#form);
      }
      this.#update();
    });
    this.#form.addEventListener('keydown', (event) => {
      const isField = event.target instanceof HTMLInputElement && event.target.dataset.field !== undefined;
      // The values would be in the address, which servers and proxies write down.
      if (
        event.key === 'Enter' &&
        isField &&
        this.#form.dataset.secret !== undefined &&
        chosenBinding(this.#form)?.dataset.method === 'GET'
      ) {
        event.preventDefault();
      }
    });
  }

  /** Shows what the chosen binding needs. */
  #choose(): void {
    const binding = chosenBinding(this.#form);
    const part = this.#message?.closest('details');
    if (binding !== undefined && this.#message !== null && part) {
      const isSoap = binding.dataset.soap !== undefined;
      part.hidden = !isSoap;
      if (isSoap) {
        const sample = document.getElementById(`${binding.dataset.soap}-request`)?.textContent ?? '';
        this.#message.value = withNewId(filled(sample.slice(sample.indexOf('\n\n') + 2), this.#form));
      }
    }
    this.#update();
  }

  #update(): void {
    const asked = ++this.#updates;
    const show = (text: string): void => {
      if (asked === this.#updates) {
        this.#curl.textContent = text;
      }
    };
    this.#request().then(
      (request) => show(request === undefined ? '' : curlOf(request)),
      () => show(''),
    );
  }

  async #send(): Promise<void> {
    try {
      const request = await this.#request();
      if (request !== undefined) {
        await send(request, this.#status, this.#content);
      }
    } catch (error) {
      this.#status.textContent = error instanceof Error ? error.message : String(error);
      this.#status.className = 'bad';
    }
    if (this.#message !== null) {
      this.#message.value = withNewId(this.#message.value);
      this.#update();
    }
  }

  async #request(): Promise<ConsoleRequest | undefined> {
    const binding = chosenBinding(this.#form);
    const isSoap = binding?.dataset.soap !== undefined;
    const message = this.#message?.value ?? '';
    const sent = isSoap ? await signedIn(message, this.#form) : message;
    return binding && requestOf(this.#form, binding, sent, this.#more?.value ?? '', basicHeaders(this.#form));
  }
}

/** A button that copies a text. */
function addCopy(target: HTMLElement): void {
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
function searchWhileTyping(form: HTMLFormElement): void {
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

for (const form of document.querySelectorAll<HTMLFormElement>('form.console')) {
  new Console(form);
}
for (const message of document.querySelectorAll<HTMLElement>('main > pre, main > details > pre')) {
  addCopy(message);
}
for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) {
  searchWhileTyping(form);
}
/** The part that the address names, in a folded message. */
const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1))?.closest('details');
if (target) {
  target.open = true;
}
