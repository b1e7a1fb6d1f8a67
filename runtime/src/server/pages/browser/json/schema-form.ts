import { make } from '../parts.js';
import { type FormShape, type FormShapes, isMembers, type ObjectValue, type Schema, shapeOf } from './shapes.js';

/** A part of a form, which gives a value. */
export interface FormPart {
  readonly element: HTMLElement;
  read(): unknown;
  /** The part of a member or an item, opened; undefined if there is none. */
  at(step: string): FormPart | undefined;
}

/** Where a part is: what it is called, what is said of it, and what may be done with it. */
interface Place {
  readonly label: string;
  readonly note?: string | undefined;
  readonly tools: readonly HTMLElement[];
  readonly depth: number;
}

/** Items that a form shows; the others of a list stay as they are. */
const mostItems = 100;
/** Objects within each other that are open at first. */
const openDepth = 3;
let lastId = 0;

/** Makes forms of schemas. What is folded is made when it is opened, so that types without end have forms. */
export class SchemaForms {
  readonly #shapes: FormShapes;

  constructor(shapes: FormShapes) {
    this.#shapes = shapes;
  }

  /** A form for a value. Its controls tell changes as the event `input`. */
  of(schema: Schema, value: unknown, label: string): FormPart {
    return this.#part(schema, value, { label, note: schema.description, tools: [], depth: 0 });
  }

  #part(schema: Schema, value: unknown, place: Place): FormPart {
    const shapes = this.#shapes.of(schema);
    const shape = shapeOf(shapes, value) ?? likely(shapes, value);
    if (shape === undefined) {
      return anyValue(value, place);
    }
    return shapes.length < 2 ? this.#shape(shape, value, place) : this.#choice(shapes, shape, value, place);
  }

  /** One of several shapes, with a list to choose another one. */
  #choice(shapes: readonly FormShape[], chosen: FormShape, value: unknown, place: Place): FormPart {
    const select = make('select', '', { 'aria-label': `Type of ${place.label}` });
    select.append(...shapes.map(({ name }, i) => make('option', name, { value: String(i) })));
    select.value = String(shapes.indexOf(chosen));
    const partOf = (shape: FormShape, given: unknown): FormPart =>
      this.#shape(shape, given, { ...place, tools: [select, ...place.tools] });
    let part = partOf(chosen, value);
    select.addEventListener('input', () => {
      const shape = shapes[Number(select.value)] ?? chosen;
      const { element } = part;
      part = partOf(shape, this.#shapes.emptyOf(shape, true));
      element.replaceWith(part.element);
      changed(part.element);
      select.focus();
    });
    return {
      get element() {
        return part.element;
      },
      read: () => part.read(),
      at: (step) => part.at(step),
    };
  }

  #shape(shape: FormShape, value: unknown, place: Place): FormPart {
    if (shape.type === 'object' && shape.properties !== undefined && isMembers(value)) {
      return folded(shape, value, place, (box) => this.#members(shape, value, box, place));
    }
    if (shape.type === 'array' && shape.items !== undefined && Array.isArray(value)) {
      const { items } = shape;
      return folded(shape, value, place, (box) => this.#items(items, value, box, place));
    }
    return shape.type === 'object' || shape.type === 'array' || shape.type === undefined
      ? anyValue(value, place)
      : simpleValue(shape, value, place);
  }

  /** Members in the order of the schema, and a list of those that may be added. */
  #members(
    { properties = {}, required = [] }: FormShape,
    value: ObjectValue,
    box: HTMLElement,
    { label, depth }: Place,
  ): Content {
    const parts = new Map<string, FormPart>();
    const names = Object.keys(properties);
    const add = make('select', '', { 'aria-label': `Members that ${label} may have, too` });
    const line = make('div', '', { class: 'tools' });
    const adding = button(`Add to ${label}`, 'Add', () => {
      const name = add.value;
      const part = put(name, this.#shapes.empty(properties[name] ?? {}));
      offer();
      changed(box);
      focusIn(part.element);
    });
    line.append(add, adding);
    box.append(line);
    const offer = (): void => {
      const absent = names.filter((name) => !parts.has(name));
      add.replaceChildren(...absent.map((name) => make('option', name)));
      line.hidden = absent.length === 0;
    };
    const put = (name: string, given: unknown): FormPart => {
      const schema = properties[name] ?? {};
      const remove = button(`Remove ${name}`, '×', () => {
        part.element.remove();
        parts.delete(name);
        offer();
        changed(box);
        add.focus();
      });
      const part = this.#part(schema, given, {
        label: name,
        note: schema.description,
        tools: required.includes(name) ? [] : [remove],
        depth: depth + 1,
      });
      const next = names.slice(names.indexOf(name) + 1).find((each) => parts.has(each));
      box.insertBefore(part.element, parts.get(next ?? '')?.element ?? line);
      parts.set(name, part);
      return part;
    };
    for (const name of names.filter((each) => Object.hasOwn(value, each))) {
      put(name, value[name]);
    }
    offer();
    const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
    return {
      read: () => {
        const given = names.flatMap((name) => {
          const part = parts.get(name);
          return part === undefined ? [] : [[name, part.read()] as const];
        });
        return Object.fromEntries([...given, ...others]);
      },
      at: (step) => parts.get(step),
    };
  }

  #items(items: Schema, value: readonly unknown[], box: HTMLElement, { label, depth }: Place): Content {
    const parts: FormPart[] = [];
    const more = button(`Add an item to ${label}`, 'Add an item', () => {
      const part = put(this.#shapes.empty(items));
      changed(box);
      focusIn(part.element);
    });
    const line = make('div', '', { class: 'tools' });
    line.append(more);
    box.append(line);
    const put = (given: unknown): FormPart => {
      const remove = button(`Remove an item of ${label}`, '×', () => {
        part.element.remove();
        parts.splice(parts.indexOf(part), 1);
        changed(box);
        more.focus();
      });
      const part = this.#part(items, given, { label: `${label} item`, tools: [remove], depth: depth + 1 });
      parts.push(part);
      box.insertBefore(part.element, line);
      return part;
    };
    for (const item of value.slice(0, mostItems)) {
      put(item);
    }
    const rest = value.slice(mostItems);
    if (rest.length > 0) {
      box.append(make('p', `${rest.length} more items are in the JSON.`, { class: 'dim' }));
    }
    return { read: () => [...parts.map((part) => part.read()), ...rest], at: (step) => parts[Number(step)] };
  }
}

/** What is in an object or a list. */
interface Content {
  read(): unknown;
  at(step: string): FormPart | undefined;
}

/** An object or a list, which is made when it is opened. */
function folded({ name }: FormShape, value: unknown, place: Place, fill: (box: HTMLElement) => Content): FormPart {
  const element = make('details', '', { class: 'group' });
  const summary = make('summary', `${place.label} `);
  summary.append(make('span', name, { class: 'dim' }));
  const tools = make('div', '', { class: 'tools' });
  tools.append(...place.tools);
  element.append(summary, ...noteOf(place), ...(place.tools.length > 0 ? [tools] : []));
  let content: Content | undefined;
  const open = (): Content => {
    element.open = true;
    content ??= fill(element);
    return content;
  };
  element.addEventListener('toggle', () => element.open && open());
  if (place.depth < openDepth) {
    open();
  }
  return { element, read: () => (content === undefined ? value : content.read()), at: (step) => open().at(step) };
}

function noteOf({ note }: Place): readonly HTMLElement[] {
  return note === undefined ? [] : [make('p', note, { class: 'dim' })];
}

/** A value in a line of its own. */
function fieldPart(place: Place, type: string, control: HTMLElement, read: () => unknown): FormPart {
  control.id = `v${++lastId}`;
  const element = make('div', '', { class: 'field' });
  const label = make('label', `${place.label} `, { for: control.id });
  label.append(make('span', type, { class: 'dim' }));
  const line = make('div', '', { class: 'tools' });
  line.append(control, ...place.tools);
  const notes = noteOf(place);
  notes.forEach((note) => {
    note.id = `${control.id}-note`;
    control.setAttribute('aria-describedby', note.id);
  });
  element.append(label, line, ...notes);
  return { element, read, at: () => undefined };
}

/** A value of which the schema says nothing that a form could show, as JSON. */
function anyValue(value: unknown, place: Place): FormPart {
  const control = make('textarea', '', { rows: '2', spellcheck: 'false' });
  control.value = JSON.stringify(value);
  return fieldPart(place, 'JSON', control, () => {
    try {
      return JSON.parse(control.value);
    } catch {
      return control.value;
    }
  });
}

/** The shape whose control can show a value that does not fit, such as the text `x` where a number has to be. */
function likely(shapes: readonly FormShape[], value: unknown): FormShape | undefined {
  return typeof value === 'object' ? undefined : shapes.find(({ type }) => simpleTypes.has(type ?? ''));
}

const simpleTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

function simpleValue(shape: FormShape, value: unknown, place: Place): FormPart {
  const values = shape.type === 'boolean' ? [true, false] : shape.type === 'number' ? undefined : shape.enum;
  if (shape.type === 'null' || shape.const !== undefined) {
    const text = make('input', '', { readonly: '' });
    text.value = String(value);
    return fieldPart(place, '', text, () => value);
  }
  if (values !== undefined) {
    const select = make('select');
    select.append(...values.map((each) => make('option', String(each))));
    select.selectedIndex = values.indexOf(value);
    return fieldPart(place, shape.name, select, () => values[select.selectedIndex] ?? value);
  }
  const input = make('input', '', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  input.value = Object.is(value, -0) ? '-0' : String(value);
  if (shape.type !== 'string') {
    input.inputMode = 'decimal';
    return fieldPart(place, shape.name, input, () => numberOf(input.value));
  }
  const part = fieldPart(place, shape.name, input, () => input.value);
  part.element.append(...helpers(shape, input, place.label));
  return part;
}

/** What is no number stays a text, of which the server says what is wrong. */
function numberOf(text: string): number | string {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && text !== '-0' ? Number(text) : text;
}

/** A file in the place of its octets, and a calendar beside a text that is a date: no schema tells dates from texts, since they may have a zone. */
function helpers({ contentEncoding }: FormShape, input: HTMLInputElement, label: string): readonly HTMLElement[] {
  if (contentEncoding !== undefined) {
    const file = contentEncoding === 'base16' ? 'hexBinary' : 'base64Binary';
    return [
      make('input', '', { type: 'file', 'data-file': file, 'data-for': input.id, 'aria-label': `File for ${label}` }),
    ];
  }
  const [text, time] = /^\d{4}-\d\d-\d\d(T\d\d:\d\d\S*)?$/.exec(input.value) ?? [];
  if (text === undefined) {
    return [];
  }
  const type = time === undefined ? 'date' : 'datetime-local';
  const picker = make('input', '', { type, 'aria-label': `Calendar for ${label}` });
  picker.addEventListener('input', () => {
    if (picker.value !== '') {
      input.value = time === undefined ? picker.value : new Date(picker.value).toISOString();
    }
  });
  return [picker];
}

function button(label: string, text: string, act: () => void): HTMLButtonElement {
  const made = make('button', text, { type: 'button', class: 'small', 'aria-label': label });
  made.addEventListener('click', act);
  return made;
}

/** Tells the form that a value is another one. */
function changed(element: HTMLElement): void {
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts the cursor into the first control. */
export function focusIn(element: HTMLElement): void {
  element.querySelector<HTMLElement>('input, select, textarea, summary')?.focus();
}
