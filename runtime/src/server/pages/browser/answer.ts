import type { ConsoleRequest } from './request.js';
import { faultOf, indented } from './xml-text.js';

/** Characters of an answer that are shown, and up to which values in it stand out. */
const mostShown = 500_000;
const mostMarked = 100_000;

/** Makes an element with a text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

/** Sends a request and shows the answer in a part of the page. Never rejects. */
export async function send(
  { method, url, headers, body }: ConsoleRequest,
  status: HTMLElement,
  content: HTMLElement,
): Promise<void> {
  status.textContent = 'Waiting for the answer…';
  content.replaceChildren();
  const started = performance.now();
  try {
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const octets = await answer.arrayBuffer();
    const time = Math.round(performance.now() - started);
    show(answer, octets, time, status, content);
  } catch (error) {
    status.textContent = `There is no answer: ${error instanceof Error ? error.message : String(error)}`;
    status.className = 'bad';
  }
}

function show(answer: Response, octets: ArrayBuffer, time: number, status: HTMLElement, content: HTMLElement): void {
  const type = answer.headers.get('Content-Type') ?? '';
  const isText = /^text\/|xml|json|urlencoded/.test(type);
  const text = isText ? new TextDecoder(charset(type)).decode(octets) : '';
  const fault = /xml/.test(type) ? faultOf(text) : undefined;
  const size = `${octets.byteLength.toLocaleString('en')} octets`;
  status.className = answer.ok && fault === undefined ? 'good' : 'bad';
  status.textContent = [
    `${answer.status} ${answer.statusText}`.trim(),
    `${time} ms`,
    size,
    ...(fault === undefined ? [] : [fault]),
  ].join(' · ');
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const details = make('details');
  details.append(make('summary', 'Header fields'), make('pre', lines));
  content.append(details, isText ? bodyOf(text, type) : fileOf(octets, type));
}

function charset(type: string): string {
  const [, name = 'utf-8'] = /charset="?([^";\s]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

function bodyOf(text: string, type: string): HTMLElement {
  if (text === '') {
    return make('p', 'The answer has no body.', { class: 'dim' });
  }
  const pre = make('pre', '', { tabindex: '0', 'aria-label': 'Body of the answer' });
  if (text.length > mostMarked || !/xml/.test(type)) {
    pre.textContent = text.length > mostShown ? `${text.slice(0, mostShown)}\n… ${text.length} characters` : text;
    return pre;
  }
  for (const { text: piece, isValue } of indented(text)) {
    pre.append(isValue ? make('var', piece) : piece);
  }
  return pre;
}

/** An answer that is no text, to save. */
function fileOf(octets: ArrayBuffer, type: string): HTMLElement {
  const blob = new Blob([octets], { type: 'application/octet-stream' });
  const link = make('a', 'Save the body', { href: URL.createObjectURL(blob), download: 'answer' });
  const line = make('p', `The body is ${type || 'of an unknown type'}. `);
  line.append(link);
  return line;
}
