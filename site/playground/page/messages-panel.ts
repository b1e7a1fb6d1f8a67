import { indented } from '../../../runtime/src/server/pages/browser/xml-text.js';
import type { FormField, MessageChoice, Subject } from '../tasks.js';
import { afterPause, onLongInput, part, setChoices, textOfError } from './parts.js';
import { StoppedError, type WorkerClient } from './worker-client.js';

type Control = HTMLInputElement | HTMLSelectElement;

const titles: Readonly<Record<string, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpPost: 'HTTP POST',
  httpGet: 'HTTP GET',
};

/** What the fields of a message get. */
interface Filling {
  readonly json?: string;
  readonly wire?: string;
  readonly head?: string;
  readonly fields: readonly FormField[];
}

/** Samples, and messages that one makes. */
export class MessagesPanel {
  readonly #worker: WorkerClient;
  readonly #subject = part<HTMLSelectElement>('subject');
  readonly #binding = part<HTMLSelectElement>('binding');
  readonly #direction = part<HTMLSelectElement>('direction');
  readonly #json = part<HTMLTextAreaElement>('json');
  readonly #wire = part<HTMLTextAreaElement>('wire');
  readonly #form = part<HTMLFormElement>('form');
  readonly #encodeSoon = afterPause(200, () => this.#encode());
  #subjects: readonly Subject[] = [];
  #seed = 0;
  #asked = 0;
  #isShown = false;
  #isStale = true;

  constructor(worker: WorkerClient) {
    this.#worker = worker;
    this.#subject.addEventListener('change', () => this.#chosen());
    for (const list of [this.#binding, this.#direction]) {
      list.addEventListener('change', () => this.#sample());
    }
    part('another').addEventListener('click', () => {
      this.#seed += 1;
      this.#sample();
    });
    this.#json.addEventListener('input', this.#encodeSoon);
    part('encode').addEventListener('click', () => this.#encode());
    part('decode').addEventListener('click', () => this.#decode());
    for (const field of [this.#json, this.#wire]) {
      onLongInput(field, () => this.#say('This text is too long to be shown and edited here.'));
    }
    this.#form.addEventListener('submit', (event) => event.preventDefault());
  }

  /** What messages can be made of. The sample is made when somebody looks. */
  set(subjects: readonly Subject[]): void {
    this.#subjects = subjects;
    setChoices(
      this.#subject,
      subjects.map(({ name }) => [name, name] as const),
    );
    this.#seed = 0;
    this.#isStale = true;
    if (this.#isShown) {
      this.#chosen();
    }
  }

  /** The panel is shown, or not any longer. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#isStale) {
      this.#chosen();
    }
  }

  get #chosenSubject(): Subject | undefined {
    return this.#subjects.find(({ name }) => name === this.#subject.value);
  }

  #chosen(): void {
    const { bindings = [], documentation = '', kind = 'element' } = this.#chosenSubject ?? {};
    setChoices(
      this.#binding,
      bindings.map((binding) => [binding, titles[binding] ?? binding] as const),
    );
    part('ways').hidden = kind === 'element';
    part('directions').hidden = kind === 'element';
    part('documentation').textContent = documentation;
    this.#isStale = false;
    this.#sample();
  }

  #choice(): MessageChoice {
    return {
      subject: this.#subject.value,
      kind: this.#chosenSubject?.kind ?? 'element',
      binding: this.#binding.value,
      direction: this.#direction.value as MessageChoice['direction'],
    };
  }

  async #sample(): Promise<void> {
    this.#fill({ json: '', wire: '', head: '', fields: [] });
    if (this.#chosenSubject === undefined) {
      this.#say('There is no operation and no element to make a message of.');
      return;
    }
    await this.#showAnswer(this.#worker.ask('sample', { ...this.#choice(), seed: this.#seed }));
  }

  #encode(): Promise<void> {
    return this.#showAnswer(this.#worker.ask('encode', { ...this.#choice(), json: this.#json.value }));
  }

  #decode(): Promise<void> {
    return this.#showAnswer(this.#worker.ask('decode', { ...this.#choice(), wire: this.#wire.value }));
  }

  /** Shows an answer, or what is wrong, if nothing was asked since. */
  async #showAnswer(asked: Promise<Filling>): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    const json = this.#json.value;
    try {
      const answer = await asked;
      if (number === this.#asked) {
        this.#fill(answer, answer.json ?? json);
        this.#say('');
      }
    } catch (error) {
      if (number === this.#asked && !(error instanceof StoppedError)) {
        this.#say(textOfError(error));
      }
    }
  }

  #say(text: string): void {
    part('message-problem').textContent = text;
  }

  /** `about` is the JSON that the fields of the form are for. The form in which somebody writes stays. */
  #fill({ json, wire, head, fields }: Filling, about = ''): void {
    if (!this.#form.contains(document.activeElement)) {
      this.#form.replaceChildren(...fields.map((field) => this.#field(field, about)));
    }
    this.#json.value = json ?? this.#json.value;
    this.#wire.value = wire === undefined ? this.#wire.value : readable(wire);
    part('head').textContent = head ?? part('head').textContent;
  }

  /** A field, whose markup is that of the help pages of servers: all texts in it are escaped. */
  #field({ markup, id, path }: FormField, json: string): Node {
    const content = new DOMParser().parseFromString(markup, 'text/html').body;
    const control = content.querySelector<Control>(`#${id}`);
    if (control !== null) {
      const text = String(valueAt(JSON.parse(json), path) ?? '');
      control.value = text;
      if (control.value !== text && control instanceof HTMLInputElement) {
        control.type = 'text';
        control.value = text;
      }
      control.addEventListener('input', () => this.#changed(path, control.value));
    }
    return content.firstElementChild ?? content;
  }

  #changed(path: FormField['path'], text: string): void {
    try {
      const json: unknown = JSON.parse(this.#json.value);
      this.#json.value = JSON.stringify(withValue(json, path, text), undefined, 2);
      this.#encodeSoon();
    } catch {
      this.#say('The JSON has a mistake; correct it, or take another sample.');
    }
  }
}

/** A document of one line with its elements in lines of their own. */
function readable(wire: string): string {
  const isLine = wire.startsWith('<') && !/>\s*\n/.test(wire);
  return isLine
    ? indented(wire)
        .map(({ text }) => text)
        .join('')
    : wire;
}

function valueAt(json: unknown, path: FormField['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], json);
}

/** The same JSON with another value at a place: a number or a truth value where there was one. */
function withValue(json: unknown, [step, ...rest]: FormField['path'], text: string): unknown {
  if (step === undefined) {
    const isNumber = typeof json === 'number' && text.trim() !== '' && Number.isFinite(Number(text));
    const isTruth = typeof json === 'boolean' && (text === 'true' || text === 'false');
    return isNumber ? Number(text) : isTruth ? text === 'true' : text;
  }
  if (Array.isArray(json)) {
    return json.map((item, i) => (i === step ? withValue(item, rest, text) : item));
  }
  const entries = Object.entries((json ?? {}) as object);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === step ? withValue(value, rest, text) : value]),
  );
}
