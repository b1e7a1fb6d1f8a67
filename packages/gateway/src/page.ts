import type { WireResponse } from '@wsdl-codegen/runtime';

/** The style of the page for people. */
const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:60rem;padding:1rem}
details{border-top:1px solid #8888}summary{cursor:pointer;padding:.5rem 0}code,textarea,pre,input{font:14px/1.4 ui-monospace,monospace}
textarea{box-sizing:border-box;width:100%;min-height:9rem}pre{overflow:auto;white-space:pre-wrap}label{display:block;margin:.5rem 0}`;

/** The script of the page. It reads the document, and puts texts of it into the page only as texts. */
const script = `const make = (name, text, parent) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
};
const pretty = (text) => {
  try {
    // Numbers are shown with the digits that they came with.
    const digits = text.match(/"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g) ?? [];
    return digits.some((each) => each[0] !== '"' && String(Number(each)) !== each) ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
const field = (parameter, parent) => {
  const label = make('label', parameter.name + (parameter.required ? ' *' : '') + ' ', parent);
  const input = make('input', '', label);
  input.value = parameter.example ?? '';
  return { parameter, input };
};
const addressOf = (path, fields) => {
  const query = new URLSearchParams();
  let address = path;
  for (const { parameter, input } of fields) {
    if (parameter.in === 'path') {
      address = address.replace('{' + parameter.name + '}', encodeURIComponent(input.value));
    } else if (parameter.in === 'query' && input.value !== '') {
      query.append(parameter.name, input.value);
    }
  }
  return base + address + (query.size > 0 ? '?' + query : '');
};
const base = new URL('.', document.location).pathname.replace(/\\/$/, '');
const add = (path, verb, operation, main) => {
  const details = make('details', '', main);
  make('summary', '', details).append(Object.assign(document.createElement('code'), { textContent: verb.toUpperCase() + ' ' + path }));
  make('p', operation.description ?? operation.summary ?? '', details);
  const fields = (operation.parameters ?? []).map((each) => field(each, details));
  const content = operation.requestBody?.content?.['application/json'];
  const body = content === undefined ? undefined : make('textarea', JSON.stringify(content.example ?? {}, null, 2), details);
  body?.setAttribute('aria-label', 'Body');
  const token = field({ name: 'Authorization' }, details);
  const button = make('button', 'Send', details);
  const answer = make('pre', '', details);
  button.addEventListener('click', async () => {
    const headers = { Accept: 'application/json' };
    for (const { parameter, input } of fields) {
      if (parameter.in === 'header' && input.value !== '') {
        headers[parameter.name] = input.value;
      }
    }
    if (token.input.value !== '') {
      headers.Authorization = token.input.value;
    }
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
    }
    answer.textContent = '…';
    try {
      const response = await fetch(addressOf(path, fields), { method: verb.toUpperCase(), headers, body: body?.value });
      answer.textContent = response.status + ' ' + response.statusText + '\\n' + pretty(await response.text());
    } catch (error) {
      answer.textContent = String(error);
    }
  });
};
fetch('openapi.json').then((response) => response.json()).then((api) => {
  const main = document.querySelector('main');
  document.title = api.info.title;
  make('h1', api.info.title, main);
  make('p', api.info.description ?? '', main);
  for (const [path, verbs] of Object.entries(api.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      add(path, verb, operation, main);
    }
  }
});`;

const html = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Services</title><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css"></head>
<body><main></main><p><a href="openapi.json">openapi.json</a></p><script src="page.js"></script></body>
</html>
`;

/** What may run and load on the page: its own files, and nothing that a text of a contract says. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The files of the page for people, by their paths below the gateway. */
export function pageFiles(document: string): ReadonlyMap<string, WireResponse> {
  return new Map([
    ['/', fileOf('text/html; charset=utf-8', html)],
    ['/page.css', fileOf('text/css; charset=utf-8', style)],
    ['/page.js', fileOf('text/javascript; charset=utf-8', script)],
    ['/openapi.json', fileOf('application/json', document)],
  ]);
}

function fileOf(type: string, body: string): WireResponse {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
  };
  return { status: 200, headers, body };
}
