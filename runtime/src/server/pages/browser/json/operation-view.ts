import { AnswerPart, messageOf, type Received } from '../answer.js';
import { readFiles } from '../files.js';
import { make } from '../parts.js';
import { type ConsoleRequest, headerLines } from '../request.js';
import { answerTypes, type Parameter, type PlacedOperation } from './document.js';
import { type FormPart, focusIn, type SchemaForms } from './schema-form.js';
import { type FormShapes, isMembers, type ObjectValue, type Schema } from './shapes.js';

/** What all operations of a page have in common. */
export interface PageParts {
  readonly base: string;
  readonly shapes: FormShapes;
  readonly forms: SchemaForms;
  /** Adds what is said of the caller to a request. */
  readonly signed: (request: ConsoleRequest) => ConsoleRequest;
}

const places = { path: 'Path', query: 'Query', header: 'Header' } as const;
type PlaceName = keyof typeof places;

/** The body of a request: JSON and its form, or a file. */
interface Body {
  readonly type: string;
  readonly value: string | File | undefined;
}

let lastId = 0;

/** The form of an operation, and what is answered to it. */
export class OperationView {
  readonly element: HTMLElement = make('div');
  readonly #operation: PlacedOperation;
  readonly #page: PageParts;
  readonly #form = make('form', '', { class: 'console', autocomplete: 'off', novalidate: '' });
  readonly #parameters = new Map<PlaceName, FormPart>();
  readonly #body = make('div');
  readonly #type = make('select');
  readonly #accept = make('select');
  readonly #text = make('textarea', '', { rows: '12', spellcheck: 'false', autocapitalize: 'off' });
  readonly #file = make('input', '', { type: 'file' });
  readonly #more = make('textarea', '', { rows: '2', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  readonly #wrong = make('p', '', { class: 'bad', role: 'status' });
  readonly #answer: AnswerPart;
  #part: FormPart | undefined;

  constructor(operation: PlacedOperation, page: PageParts) {
    this.#operation = operation;
    this.#page = page;
    this.#form.setAttribute('aria-label', `Send ${operation.name}`);
    this.element.append(this.#form);
    this.#addParameters();
    this.#addBody();
    this.#addRest();
    this.#answer = new AnswerPart(this.#form);
    readFiles(this.#form);
    this.#listen();
    this.update();
  }

  /** Shows the commands of what would be sent now. */
  update(): void {
    this.#answer.describe(this.#request());
  }

  /** Where the page puts what all operations have in common. */
  addToForm(element: HTMLElement): void {
    this.#more.closest('details')?.before(element);
  }

  #addParameters(): void {
    const { parameters = [] } = this.#operation;
    for (const place of Object.keys(places) as PlaceName[]) {
      const own = parameters.filter((each) => each.in === place);
      if (own.length > 0) {
        const schema = membersSchema(own);
        const given = own.filter(({ required, example }) => required === true || example !== undefined);
        const value = given.map(
          (each) => [each.name, each.example ?? this.#page.shapes.empty(schemaOf(each))] as const,
        );
        const part = this.#page.forms.of(schema, Object.fromEntries(value), places[place]);
        this.#parameters.set(place, part);
        this.#form.append(part.element);
      }
    }
  }

  #addBody(): void {
    const content = this.#operation.requestBody?.content;
    if (content === undefined) {
      return;
    }
    // Sequences say the same as lines.
    const types = Object.keys(content).filter((type) => type !== 'application/json-seq');
    this.#type.append(...types.map((type) => make('option', type)));
    this.#form.append(...(types.length > 1 ? [field('Body as', this.#type)] : []), this.#body);
    this.#showBody();
  }

  /** The parts of the chosen type of the body, with an example in them. */
  #showBody(): void {
    const { value: type } = this.#type;
    const { schema, example } = this.#operation.requestBody?.content[type] ?? {};
    this.#part = undefined;
    if (schema === undefined) {
      this.#body.replaceChildren(field('File', this.#file));
      return;
    }
    const whole = isItems(type) ? { type: 'array', items: schema } : schema;
    const value = example ?? (isItems(type) ? [this.#page.shapes.empty(schema)] : this.#page.shapes.empty(schema));
    const details = make('details', '', { open: '' });
    details.append(make('summary', isItems(type) ? 'JSON, an item in a line' : 'JSON'), this.#text, this.#wrong);
    this.#text.setAttribute('aria-label', 'Body');
    this.#body.replaceChildren(details);
    this.#showForm(whole, value);
    this.#text.value = textOf(value, type);
    let timer = 0;
    this.#text.oninput = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.#readText(whole), 300);
    };
  }

  #showForm(schema: Schema, value: unknown): void {
    const part = this.#page.forms.of(schema, value, 'Body');
    const fields = make('fieldset', '', { 'data-body': '' });
    fields.append(part.element);
    this.#body.querySelector('[data-body]')?.remove();
    this.#body.prepend(fields);
    this.#part = part;
  }

  /** The form of what was typed. While that is no JSON, nothing can be typed into the form, which would replace it. */
  #readText(schema: Schema): void {
    const fields = this.#body.querySelector<HTMLFieldSetElement>('[data-body]');
    try {
      const value = isItems(this.#type.value)
        ? this.#text.value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]))
        : (JSON.parse(this.#text.value) as unknown);
      this.#wrong.textContent = '';
      this.#showForm(schema, value);
    } catch (error) {
      this.#wrong.textContent = this.#text.value.trim() === '' ? '' : `This is no JSON: ${messageOf(error)}`;
      fields?.setAttribute('disabled', '');
    }
  }

  #addRest(): void {
    const types = answerTypes(this.#operation);
    this.#accept.append(...types.map((type) => make('option', type)));
    this.#more.id = `m${++lastId}`;
    const more = make('details');
    const label = make('label', 'One on each line, such as Idempotency-Key: …', { for: this.#more.id, class: 'dim' });
    more.append(make('summary', 'More header fields'), label, this.#more);
    this.#form.append(...(types.length > 1 ? [field('Answer as', this.#accept)] : []), more, make('button', 'Send'));
  }

  #listen(): void {
    this.#form.addEventListener('input', ({ target }) => {
      if (target instanceof Element && target.closest('[data-body]') !== null && this.#part !== undefined) {
        this.#text.value = textOf(this.#part.read(), this.#type.value);
      }
      if (target === this.#type) {
        this.#showBody();
      }
      this.update();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    for (const mark of this.#form.querySelectorAll('.mistake')) {
      mark.remove();
    }
    const received = await this.#answer.send(this.#request());
    if (received !== undefined && /problem\+json/.test(received.type)) {
      this.#tellMistakes(received);
    }
  }

  #tellMistakes({ text }: Received): void {
    const problem = parsed(text);
    const errors: readonly unknown[] = isMembers(problem) && Array.isArray(problem.errors) ? problem.errors : [];
    const list = make('ul', '', { class: 'mistakes' });
    for (const { pointer, detail } of errors.filter(isMembers)) {
      const part = this.#partAt(String(pointer));
      const item = make('li', `${String(pointer) || 'The request'}: ${String(detail)}`);
      list.append(item);
      if (part !== undefined) {
        const show = make('button', 'Show', { type: 'button', class: 'small' });
        show.addEventListener('click', () => {
          part.element.scrollIntoView({ block: 'center' });
          focusIn(part.element);
        });
        item.append(' ', show);
        const mark = make('p', String(detail), { class: 'bad mistake' });
        const summary = part.element.querySelector(':scope > summary');
        if (summary === null) {
          part.element.append(mark);
        } else {
          summary.after(mark);
        }
      }
    }
    const said = isMembers(problem) && typeof problem.detail === 'string' ? [make('p', problem.detail)] : [];
    this.#answer.content.prepend(...said, ...(errors.length > 0 ? [list] : []));
  }

  /** The part that a pointer means, or what it is in. */
  #partAt(pointer: string): FormPart | undefined {
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const [first = '', second = ''] = steps;
    for (const part of this.#parameters.values()) {
      const found = part.at(first) ?? (first === '$headers' ? part.at(`Soap-${second}`) : undefined);
      if (found !== undefined) {
        return found;
      }
    }
    let found = this.#part;
    for (const step of steps) {
      const next = found?.at(step);
      if (next === undefined) {
        break;
      }
      found = next;
    }
    return found;
  }

  #request(): ConsoleRequest {
    const { verb, path, parameters = [], requestBody } = this.#operation;
    let address = path;
    const query = new URLSearchParams();
    const headers: [name: string, value: string][] = [];
    for (const { name, in: place, text } of parameters.flatMap((each) => this.#textsOf(each))) {
      if (place === 'path') {
        address = address.replace(`{${name}}`, () => encodeURIComponent(text));
      } else if (place === 'query') {
        query.append(name, text);
      } else {
        headers.push([name, text]);
      }
    }
    const { type, value }: Body = requestBody === undefined ? { type: '', value: undefined } : this.#bodyNow();
    const fields: [string, string][] = [
      ...(this.#accept.value === '' ? [] : [['Accept', this.#accept.value] as [string, string]]),
      ...(value === undefined ? [] : [['Content-Type', type] as [string, string]]),
      ...headers,
      ...headerLines(this.#more.value),
    ];
    const search = query.size > 0 ? `?${query}` : '';
    const url = location.origin + this.#page.base + address + search;
    return this.#page.signed({ method: verb, url, headers: fields, body: value });
  }

  #bodyNow(): Body {
    const type = this.#type.value;
    if (this.#operation.requestBody?.content[type]?.schema === undefined) {
      return { type, value: this.#file.files?.[0] };
    }
    return { type, value: this.#text.value.trim() === '' ? undefined : this.#text.value };
  }

  /** A value as the address or the header has it: a list is the same name several times, an object is JSON. */
  #textsOf({ name, in: place, content }: Parameter): readonly { name: string; in: string; text: string }[] {
    const value = (this.#parameters.get(place as PlaceName)?.read() as ObjectValue | undefined)?.[name];
    const values = content === undefined && Array.isArray(value) ? value : value === undefined ? [] : [value];
    return values.map((each: unknown) => ({
      name,
      in: place,
      text: content === undefined && typeof each !== 'object' ? String(each) : JSON.stringify(each),
    }));
  }
}

function isItems(type: string): boolean {
  return type === 'application/x-ndjson';
}

function textOf(value: unknown, type: string): string {
  return isItems(type) && Array.isArray(value)
    ? value.map((item) => `${JSON.stringify(item)}\n`).join('')
    : JSON.stringify(value, null, 2);
}

function schemaOf({ schema, content, description }: Parameter): Schema {
  const [first] = Object.values(content ?? {});
  return { ...(schema ?? first?.schema), ...(description !== undefined && { description }) };
}

/** Parameters as the members of an object. */
function membersSchema(parameters: readonly Parameter[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each.name, schemaOf(each)])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** A control with its label, in a line. */
export function field(label: string, control: HTMLElement): HTMLElement {
  control.id = `c${++lastId}`;
  const line = make('div', '', { class: 'field' });
  line.append(make('label', label, { for: control.id }), control);
  return line;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
