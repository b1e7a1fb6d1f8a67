import { indentedJson } from './json-text.js';
import { addCopy, make } from './parts.js';
import { type ConsoleRequest, curlOf, fetchOf } from './request.js';
import { faultOf, indented, type TextPiece } from './xml-text.js';

/** Characters of an answer that are shown, and up to which values in it stand out. */
const mostShown = 500_000;
const mostMarked = 100_000;

/** What came as an answer. The text of one that is no text is empty. */
export interface Received {
  readonly type: string;
  readonly text: string;
}

/** The part of a page that sends requests and shows the answers, and how else the request can be sent. */
export class AnswerPart {
  /** What was received, for those who say more of it. */
  readonly content: HTMLElement = make('div');
  readonly #status = make('p', '', { role: 'status' });
  readonly #stop = make('button', 'Stop', { type: 'button', hidden: '' });
  readonly #curl = make('pre', '', { tabindex: '0', 'aria-label': 'Command of curl' });
  readonly #fetch = make('pre', '', { tabindex: '0', 'aria-label': 'Call of fetch' });
  #controller = new AbortController();

  /** After an element. `lacking` is what the request lacks. */
  constructor(after: Element, lacking: string = '') {
    const section = make('section', '', { 'aria-label': 'Answer', class: 'answer' });
    section.append(this.#status, this.#stop, this.content);
    for (const [name, target] of [
      ['curl', this.#curl],
      ['fetch', this.#fetch],
    ] as const) {
      const details = make('details');
      details.append(make('summary', `The same with ${name}${lacking && `, without ${lacking}`}`), target);
      addCopy(target);
      section.append(details);
    }
    this.#stop.addEventListener('click', () => this.#controller.abort(new Error('it was stopped here.')));
    after.after(section);
  }

  /** Shows how else a request can be sent; nothing for none. */
  describe(request: ConsoleRequest | undefined): void {
    for (const [target, textOf] of [
      [this.#curl, curlOf],
      [this.#fetch, fetchOf],
    ] as const) {
      target.textContent = request === undefined ? '' : textOf(request);
      target.closest('details')?.toggleAttribute('hidden', target.textContent === '');
    }
  }

  /** Says that there is no answer, and why. */
  fail(reason: string): void {
    this.#status.textContent = reason;
    this.#status.className = 'bad';
  }

  /** Sends a request and shows the answer; undefined if there is none. Never rejects. */
  async send({ method, url, headers, body }: ConsoleRequest): Promise<Received | undefined> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#status.className = '';
    this.#status.textContent = 'Waiting for the answer…';
    this.#stop.hidden = false;
    this.content.replaceChildren();
    const started = performance.now();
    try {
      const { signal } = controller;
      const answer = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
      return await this.#receive(answer, started);
    } catch (error) {
      // Another request shows its own answer.
      if (this.#controller === controller) {
        this.fail(`There is no ${this.content.hasChildNodes() ? 'more' : 'answer'}: ${messageOf(error)}`);
      }
      return undefined;
    } finally {
      this.#stop.hidden = this.#controller === controller || this.#stop.hidden;
    }
  }

  async #receive(answer: Response, started: number): Promise<Received> {
    const type = answer.headers.get('Content-Type') ?? '';
    const details = make('details');
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    details.append(make('summary', 'Header fields'), make('pre', lines));
    if (/ndjson|json-seq/.test(type) && answer.body !== null) {
      const shown = bodyPart();
      this.content.append(details, shown);
      this.#status.textContent = `${answer.status} · items are coming…`;
      const [octets, items] = await showItems(answer.body, shown);
      this.#say(answer, octets, started, [items === 1 ? '1 item' : `${items} items`]);
      return { type, text: '' };
    }
    const octets = await answer.arrayBuffer();
    const isText = /^text\/|xml|json|urlencoded/.test(type);
    const text = isText ? new TextDecoder(charset(type)).decode(octets) : '';
    const fault = /xml/.test(type) ? faultOf(text) : undefined;
    this.#say(answer, octets.byteLength, started, fault === undefined ? [] : [fault], fault === undefined);
    this.content.append(details, isText ? bodyOf(text, type) : fileOf(octets, type, answer.status));
    return { type, text };
  }

  #say(answer: Response, octets: number, started: number, more: readonly string[], isGood = true): void {
    const time = Math.round(performance.now() - started);
    const size = `${octets.toLocaleString('en')} octets`;
    this.#status.className = answer.ok && isGood ? 'good' : 'bad';
    const status = `${answer.status} ${answer.statusText}`.trim();
    this.#status.textContent = [status, `${time} ms`, size, ...more].join(' · ');
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows items as they come. Returns the octets and the items. */
async function showItems(
  body: ReadableStream<Uint8Array>,
  shown: HTMLElement,
): Promise<readonly [octets: number, items: number]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [octets, items, characters] = [0, 0, 0];
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const text = decoder.decode(step.value, { stream: true }).replaceAll('\u001e', '');
    octets += step.value.length;
    items += text.split('\n').length - 1;
    if (characters <= mostShown) {
      shown.append(text.slice(0, mostShown - characters), ...(characters + text.length > mostShown ? ['\n…'] : []));
    }
    characters += text.length;
  }
  return [octets, items];
}

function charset(type: string): string {
  const [, name = 'utf-8'] = /charset="?([^";\s]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

function bodyPart(): HTMLElement {
  return make('pre', '', { tabindex: '0', 'aria-label': 'Body of the answer' });
}

function bodyOf(text: string, type: string): HTMLElement {
  if (text === '') {
    return make('p', 'The answer has no body.', { class: 'dim' });
  }
  const pre = bodyPart();
  const pieces = text.length > mostMarked ? undefined : piecesOf(text, type);
  if (pieces === undefined) {
    pre.textContent = text.length > mostShown ? `${text.slice(0, mostShown)}\n… ${text.length} characters` : text;
    return pre;
  }
  for (const { text: piece, isValue } of pieces) {
    pre.append(isValue ? make('var', piece) : piece);
  }
  return pre;
}

function piecesOf(text: string, type: string): readonly TextPiece[] | undefined {
  return /json/.test(type) ? indentedJson(text) : /xml/.test(type) ? indented(text) : undefined;
}

/** An answer that is no text, to save. */
function fileOf(octets: ArrayBuffer, type: string, status: number): HTMLElement {
  if (status === 204 || (octets.byteLength === 0 && type === '')) {
    return make('p', 'The answer has no body.', { class: 'dim' });
  }
  const blob = new Blob([octets], { type: 'application/octet-stream' });
  const link = make('a', 'Save the body', { href: URL.createObjectURL(blob), download: 'answer' });
  const line = make('p', `The body is ${type || 'of an unknown type'}. `);
  line.append(link);
  return line;
}
