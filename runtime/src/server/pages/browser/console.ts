import { AnswerPart, messageOf } from './answer.js';
import { readFiles } from './files.js';
import { addCopy, searchWhileTyping } from './parts.js';
import { type ConsoleRequest, chosenBinding, filled, requestOf } from './request.js';
import { credentialHeaders, signedIn, withNewId } from './sender.js';

/**
 * The script of the help pages, for browsers. It turns forms into consoles, finds operations while one types, and copies texts. It writes texts only,
 * never markup, and asks nobody but the service. `scripts/page-script.mjs` puts it into `page-script.ts`.
 */

/** Binding, message and answer of one form. */
class Console {
  readonly #form: HTMLFormElement;
  readonly #message: HTMLTextAreaElement | null;
  readonly #more: HTMLTextAreaElement | null;
  readonly #answer: AnswerPart;
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
    this.#answer = new AnswerPart(form, form.dataset.lacking);
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
    const show = (request?: ConsoleRequest): void => {
      if (asked === this.#updates) {
        this.#answer.describe(request);
      }
    };
    this.#request().then(show, () => show());
  }

  async #send(): Promise<void> {
    try {
      const request = await this.#request();
      if (request !== undefined) {
        await this.#answer.send(request);
      }
    } catch (error) {
      this.#answer.fail(messageOf(error));
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
    return binding && requestOf(this.#form, binding, sent, this.#more?.value ?? '', credentialHeaders(this.#form));
  }
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
