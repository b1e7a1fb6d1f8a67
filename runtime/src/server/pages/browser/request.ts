import { curlOfParts, shellArgument } from '../../../http/shell-command.js';
import { jsonExpression } from './json-text.js';
import { withText } from './xml-text.js';

/** What a form says about the request to send. */
export interface ConsoleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: [name: string, value: string][];
  readonly body: string | FormData | File | undefined;
}

type Field = HTMLInputElement | HTMLSelectElement;

/** The fields of parameters. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('[data-field]')];
}

/** The binding that is chosen. */
export function chosenBinding(form: HTMLFormElement): HTMLInputElement | undefined {
  return form.querySelector<HTMLInputElement>('[data-method]:checked') ?? undefined;
}

/** The request of a form. `message` is the envelope of a binding of SOAP. */
export function requestOf(
  form: HTMLFormElement,
  binding: HTMLInputElement,
  message: string,
  more: string,
  further: readonly [name: string, value: string][],
): ConsoleRequest {
  const { method = 'POST', url = '', type = '', action } = binding.dataset;
  const target = new URL(url, location.href);
  const headers = [...further, ...headerLines(more)];
  if (type === 'multipart/form-data') {
    const parts = new FormData();
    for (const { name, value } of fieldsOf(form)) {
      parts.append(name, value);
    }
    return { method, url: target.href, headers, body: parts };
  }
  if (action !== undefined) {
    headers.unshift(['SOAPAction', action]);
  }
  if (type !== '') {
    headers.unshift(['Content-Type', type]);
  }
  const query = new URLSearchParams(fieldsOf(form).map((field) => [field.name, field.value])).toString();
  if (method === 'GET') {
    target.search = query;
  }
  const body = method === 'GET' ? undefined : binding.dataset.soap === undefined ? query : message;
  return { method, url: target.href, headers, body };
}

/** The envelope with the values of the fields in it. */
export function filled(message: string, form: HTMLFormElement): string {
  return fieldsOf(form).reduce(
    (text, field) =>
      withText(
        text,
        field.name,
        field.dataset.code !== undefined && field.value !== '' ? String(field.value.charCodeAt(0)) : field.value,
      ),
    message,
  );
}

/** Fields of a header, each in a line. */
export function headerLines(text: string): [name: string, value: string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
  });
}

/** The same request as a command of curl for a POSIX shell. */
export function curlOf({ method, url, headers, body }: ConsoleRequest): string {
  return curlOfParts({
    method,
    url: [url],
    headers: headers.map(([name, value]) => [`${name}: ${value}`]),
    options: [
      ...(typeof body === 'string' ? [`--data-raw ${shellArgument([body])}`] : []),
      ...(body instanceof File ? [`--data-binary ${shellArgument([`@${body.name}`])}`] : []),
      ...(body instanceof FormData
        ? [...body].map(([name, value]) => `--form-string ${shellArgument([`${name}=${String(value)}`])}`)
        : []),
    ],
  });
}

/** The same request as a call of `fetch`; nothing where its body is none that a program has as a text. */
export function fetchOf({ method, url, headers, body }: ConsoleRequest): string {
  if (typeof body === 'object') {
    return '';
  }
  const names = headers.map(([name]) => name.toLowerCase());
  const fields = new Set(names).size === names.length ? Object.fromEntries(headers) : headers;
  const options = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length === 0 ? [] : [`headers: ${JSON.stringify(fields)}`]),
    ...(body === undefined ? [] : [`body: ${jsonExpression(body)?.replaceAll('\n', '\n  ') ?? textExpression(body)}`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${options.join(',\n  ')},\n});`;
}

/** A text as an expression of JavaScript; one of several lines as it is read. */
function textExpression(text: string): string {
  return text.includes('\n') ? `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\`` : JSON.stringify(text);
}
