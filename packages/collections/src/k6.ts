import type { CollectionAuth, CollectionContent, CollectionRequest, TextPart } from './model.js';
import { foundElements, jsText } from './script.js';

/** A script of k6 that sends each request once. Addresses and credentials are environment variables. */
export function k6Files({ requests, variables, auth }: CollectionContent): ReadonlyMap<string, string> {
  const values = [...variables].map(([name, value]) =>
    value === undefined ? `  ${name}: needed(${jsText(name)}),` : `  ${name}: __ENV.${name} || ${jsText(value)},`,
  );
  const lines = [
    ...(auth === 'basic' ? ["import encoding from 'k6/encoding';"] : []),
    "import http from 'k6/http';",
    "import { check } from 'k6';",
    '',
    "export const options = { vus: 1, iterations: 1, thresholds: { checks: ['rate==1'] } };",
    '',
    'const variables = {',
    ...values,
    '};',
    '',
    ...helpers,
    '',
    ...senderLines(auth),
    '',
    'export default function () {',
    ...requests.flatMap(callLines),
    '}',
    '',
  ];
  return new Map([['script.js', lines.join('\n')]]);
}

const helpers: readonly string[] = [
  'function needed(name) {',
  '  if (__ENV[name] === undefined) {',
  "    throw new Error('a value is missing: run k6 with -e ' + name + '=...');",
  '  }',
  '  return __ENV[name];',
  '}',
  '',
  'function xmlText(text) {',
  "  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\"/g, '&quot;');",
  '}',
  '',
  'function uuid() {',
  "  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));",
  '}',
  '',
  'function elementsIn(text) {',
  ...foundElements('text').map((line) => `  ${line}`),
  '  return found;',
  '}',
];

function senderLines(auth: CollectionAuth | undefined): readonly string[] {
  const user = "'Basic ' + encoding.b64encode(variables.httpUser + ':' + variables.httpPassword)";
  const value = auth === 'basic' ? user : "'Bearer ' + variables.httpToken";
  return [
    'function send(title, method, url, headers, body, statuses, elements) {',
    ...(auth === undefined ? [] : [`  headers.Authorization = ${value};`]),
    '  const response = http.request(method, url, body, { headers });',
    '  const found = elementsIn(response.body);',
    "  const tests = { [title + ': status']: () => statuses.includes(response.status) };",
    '  for (const path of elements) {',
    "    tests[title + ': answer has ' + path] = () => found.has(path);",
    '  }',
    '  check(response, tests);',
    '}',
  ];
}

function callLines({ service, title, ...request }: CollectionRequest): readonly string[] {
  const { method, url, headers, body, statuses, elements } = request;
  return [
    '  send(',
    `    ${jsText(`${service}.${title}`)},`,
    `    ${jsText(method)},`,
    `    ${expression(url)},`,
    `    {${headers.map(([name, value]) => ` ${jsText(name)}: ${jsText(value)}`).join(',')} },`,
    `    ${body === undefined ? 'null' : expression(body)},`,
    `    ${jsText(statuses)},`,
    `    ${jsText(elements)},`,
    '  );',
  ];
}

/** An expression for a text; each line of the text has one of its own. */
function expression(parts: readonly TextPart[]): string {
  const pieces = parts.flatMap((part) => {
    if (typeof part === 'string') {
      return part.split(/(?<=\n)/).map(jsText);
    }
    if (!('variable' in part)) {
      return ['uuid()'];
    }
    const value = `variables.${part.variable}`;
    return [part.form === 'xml' ? `xmlText(${value})` : part.form === 'url' ? `encodeURIComponent(${value})` : value];
  });
  return pieces.join(' +\n      ');
}
