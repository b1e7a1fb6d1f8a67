import { messageOf } from '../answer.js';
import { make, searchWhileTyping } from '../parts.js';
import type { ConsoleRequest } from '../request.js';
import { credentialHeaders } from '../sender.js';
import { type ApiDocument, operationsOf, type PlacedOperation } from './document.js';
import { field, OperationView, type PageParts } from './operation-view.js';
import { SchemaForms } from './schema-form.js';
import { FormShapes } from './shapes.js';

/**
 * The script of the page of a gateway, for browsers: a console for what its document of OpenAPI says. It writes texts only, never markup, and asks nobody but the gateway. What one
 * types is in the memory of the page alone. `scripts/page-script.mjs` puts it into `page-script.ts` of the package.
 */

/** Operations from which on a page can be searched. */
const manyOperations = 12;

/** The page: a list of operations, or the one that the address names after `#/`. */
class ApiConsole {
  readonly #api: ApiDocument;
  readonly #operations: readonly PlacedOperation[];
  readonly #page: PageParts;
  readonly #header = document.querySelector('header') ?? make('header');
  readonly #main = document.querySelector('main') ?? make('main');
  /** The views that were shown, with what was typed and answered. */
  readonly #views = new Map<string, OperationView>();
  readonly #sender: HTMLElement;
  readonly #keys: readonly (readonly [place: string, name: string, input: HTMLInputElement])[];

  constructor(api: ApiDocument, base: string) {
    this.#api = api;
    this.#operations = operationsOf(api);
    const shapes = new FormShapes(api.components?.schemas ?? {});
    this.#page = { base, shapes, forms: new SchemaForms(shapes), signed: (request) => this.#signed(request) };
    this.#keys = Object.values(api.components?.securitySchemes ?? {}).flatMap(({ type, in: place = '', name = '' }) =>
      type === 'apiKey' && place !== 'cookie' ? [[place, name, secretInput()] as const] : [],
    );
    this.#sender = this.#senderPart();
    window.addEventListener('hashchange', () => {
      if (this.show()) {
        this.#main.focus();
        window.scrollTo(0, 0);
      }
    });
  }

  /** Shows what the address names. False for a part of what is shown. */
  show(): boolean {
    const id = /^#\/(.*)$/.exec(location.hash)?.[1];
    if (id === undefined && location.hash !== '') {
      return false;
    }
    const operation = this.#operations.find(({ operationId }) => encodeURIComponent(operationId) === id);
    if (operation === undefined) {
      this.#showList();
    } else {
      this.#showOperation(operation);
    }
    return true;
  }

  #showList(): void {
    const { title, description } = this.#api.info;
    const { tags = [] } = this.#api;
    document.title = title;
    this.#header.replaceChildren(make('p', 'JSON over HTTP', { class: 'dim' }), make('h1', title));
    const link = make('a', 'openapi.json', { href: `${this.#page.base}/openapi.json` });
    const line = make('p', 'For programs: ');
    line.append(link);
    this.#main.replaceChildren(...texts(description), line);
    const search = this.#operations.length < manyOperations ? undefined : this.#addSearch();
    const groups = new Map<string, PlacedOperation[]>();
    for (const operation of this.#operations) {
      groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
    }
    for (const [tag, operations] of groups) {
      const about = tags.find(({ name }) => name === tag)?.description;
      const list = make('ul', '', { class: 'list' });
      list.append(...operations.map(itemOf));
      this.#main.append(...(groups.size > 1 ? [make('h2', tag), ...texts(about)] : []), list);
    }
    if (search !== undefined) {
      searchWhileTyping(search);
    }
  }

  #addSearch(): HTMLFormElement {
    const form = make('form', '', { class: 'search', role: 'search' });
    const input = make('input', '', { type: 'search', id: 'find', spellcheck: 'false', autocomplete: 'off' });
    form.append(make('label', 'Find an operation', { for: 'find' }), input, make('button', 'Find'));
    const count = make('p', `${this.#operations.length} operations`, { class: 'dim', role: 'status', id: 'count' });
    this.#main.append(form, count);
    return form;
  }

  #showOperation(operation: PlacedOperation): void {
    const { operationId: id, name, summary, description } = operation;
    document.title = `${name} – ${this.#api.info.title}`;
    const path = make('nav', '', { 'aria-label': 'Breadcrumb' });
    const all = make('a', this.#api.info.title, { href: '#/' });
    path.append(all, ' ', make('span', '/ operation', { class: 'dim' }));
    this.#header.replaceChildren(path, make('h1', name), placeOf(operation));
    const view = this.#views.get(id) ?? new OperationView(operation, this.#page);
    this.#views.set(id, view);
    view.addToForm(this.#sender);
    this.#main.replaceChildren(...texts(description ?? summary), view.element);
    view.update();
  }

  /** Who sends, for all operations. Nothing of it is kept when the page is left. */
  #senderPart(): HTMLElement {
    const schemes = Object.values(this.#api.components?.securitySchemes ?? {});
    const details = make('details', '', { 'data-sender': '' });
    details.open = schemes.some(({ type }) => type !== 'mutualTLS');
    const user = make('input', '', {
      'data-user': '',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    const password = secretInput();
    password.dataset.password = '';
    const way = make('select', '', { 'data-way': '' });
    way.append(make('option', 'Bearer token', { value: 'bearer' }), make('option', 'HTTP Basic', { value: 'basic' }));
    way.value = schemes.some(({ scheme }) => scheme === 'basic') ? 'basic' : 'bearer';
    details.append(make('summary', 'Who calls'), field('Sent as', way), field('User', user));
    details.append(field('Password or token', password), ...this.#keys.map(([, name, input]) => field(name, input)));
    const choose = (): void => {
      const line = user.closest<HTMLElement>('.field');
      if (line !== null) {
        line.hidden = way.value !== 'basic';
      }
    };
    way.addEventListener('input', choose);
    choose();
    return details;
  }

  #signed(request: ConsoleRequest): ConsoleRequest {
    const given = this.#keys.filter(([, , { value }]) => value !== '');
    const url = new URL(request.url);
    for (const [place, name, { value }] of given) {
      if (place === 'query') {
        url.searchParams.append(name, value);
      }
    }
    const keys = given.flatMap(([place, name, { value }]): [string, string][] =>
      place === 'header' ? [[name, value]] : [],
    );
    const headers = [...credentialHeaders(this.#sender), ...keys, ...request.headers];
    return { ...request, url: url.href, headers };
  }
}

function secretInput(): HTMLInputElement {
  return make('input', '', { type: 'password', autocomplete: 'off' });
}

/** Paragraphs of a text: an empty line ends one. */
function texts(text: string | undefined): readonly HTMLElement[] {
  const paragraphs = (text ?? '').trim().split(/\n[ \t\r]*\n\s*/);
  return paragraphs.filter((each) => each !== '').map((each) => make('p', each, { class: 'text' }));
}

function placeOf({ verb, path }: PlacedOperation): HTMLElement {
  const line = make('p', '', { class: 'dim' });
  line.append(make('code', `${verb} ${path}`));
  return line;
}

function itemOf(operation: PlacedOperation): HTMLElement {
  const item = make('li');
  const link = make('a', operation.name, { href: `#/${encodeURIComponent(operation.operationId)}` });
  item.append(link, ...texts(operation.summary ?? operation.description), placeOf(operation));
  return item;
}

const base = location.pathname.replace(/\/$/, '');
fetch(`${base}/openapi.json`)
  .then(async (answer) => {
    if (!answer.ok) {
      throw new Error(`the answer is ${answer.status}.`);
    }
    new ApiConsole((await answer.json()) as ApiDocument, base).show();
  })
  .catch((error: unknown) => {
    document
      .querySelector('main')
      ?.append(make('p', `The document cannot be read: ${messageOf(error)}`, { role: 'alert' }));
  });
