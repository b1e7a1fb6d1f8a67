import type { CollectionContent, CollectionRequest } from './model.js';
import { testScript } from './script.js';
import { joined, jsonText, markdown } from './text.js';

/** Name of the environment. */
const environment = 'service';

/** A collection of Bruno: a folder with a file for each request. */
export function brunoFiles({ title, requests, variables, auth }: CollectionContent): ReadonlyMap<string, string> {
  const files = new Map([
    ['bruno.json', jsonText({ version: '1', name: title, type: 'collection', ignore: ['node_modules', '.git'] })],
  ]);
  const [values, secrets] = [[...variables].filter(([, value]) => value !== undefined), [...variables.keys()]];
  const secret = secrets.filter((name) => variables.get(name) === undefined).map((name) => `  ${name}`);
  files.set(
    `environments/${environment}.bru`,
    block(
      'vars',
      values.map(([name, value]) => `${name}: ${value}`),
    ) + (secret.length > 0 ? `vars:secret [\n${secret.join(',\n')}\n]\n` : ''),
  );
  if (auth !== undefined) {
    const fields =
      auth === 'basic' ? ['username: {{httpUser}}', 'password: {{httpPassword}}'] : ['token: {{httpToken}}'];
    files.set('collection.bru', `${block('auth', [`mode: ${auth}`])}\n${block(`auth:${auth}`, fields)}`);
  }
  for (const request of requests) {
    files.set(`${request.folder}/${request.file}.bru`, requestText(request, auth === undefined ? 'none' : 'inherit'));
  }
  return files;
}

function requestText(request: CollectionRequest, auth: string): string {
  const { title, documentation, method, url, headers, body, isXml, statuses, elements } = request;
  const kind = body === undefined ? 'none' : isXml ? 'xml' : 'text';
  const script = testScript(statuses, elements, {
    status: 'res.getStatus()',
    text: 'res.getBody()',
    test: (name, holds) => `test(${name}, () => expect(${holds}).to.equal(true));`,
  });
  const blocks = [
    block('meta', [`name: ${title}`, 'type: http']),
    block(method.toLowerCase(), [`url: ${joined(url)}`, `body: ${kind}`, `auth: ${auth}`]),
    ...(headers.length === 0
      ? []
      : [
          block(
            'headers',
            headers.map(([name, value]) => `${name}: ${value}`),
          ),
        ]),
    ...(body === undefined ? [] : [block(`body:${kind}`, joined(body).split('\n'))]),
    block('tests', script),
    ...(documentation === '' ? [] : [block('docs', markdown(documentation).split('\n'))]),
  ];
  return blocks.join('\n');
}

/** A block: its lines are indented, so that none of them ends it. */
function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
