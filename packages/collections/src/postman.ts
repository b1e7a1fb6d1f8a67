import type { CollectionContent, CollectionRequest } from './model.js';
import { testScript } from './script.js';
import { documentationLines, groupedBy, joined, jsonText } from './text.js';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection of Postman 2.1, and an environment with its variables. */
export function postmanFiles({ title, requests, variables, auth }: CollectionContent): ReadonlyMap<string, string> {
  const item = [...groupedBy(requests, ({ folder }) => folder).values()].map((all) => ({
    name: all[0]?.service,
    item: all.map(itemOf),
  }));
  const values = [...variables].map(([key, value]) => ({
    key,
    value: value ?? '',
    type: value === undefined ? 'secret' : 'default',
    enabled: true,
  }));
  const collection = { info: { name: title, schema }, ...(auth && { auth: authOf(auth) }), item };
  return new Map([
    ['collection.json', jsonText(collection)],
    ['environment.json', jsonText({ name: title, values, _postman_variable_scope: 'environment' })],
  ]);
}

function authOf(auth: 'basic' | 'bearer'): object {
  const pair = (key: string, variable: string) => ({ key, value: `{{${variable}}}`, type: 'string' });
  return auth === 'basic'
    ? { type: 'basic', basic: [pair('username', 'httpUser'), pair('password', 'httpPassword')] }
    : { type: 'bearer', bearer: [pair('token', 'httpToken')] };
}

function itemOf({ title, documentation, method, url, headers, body, isXml, ...answer }: CollectionRequest): object {
  const exec = testScript(answer.statuses, answer.elements, {
    status: 'pm.response.code',
    text: 'pm.response.text()',
    test: (name, holds) => `pm.test(${name}, () => pm.expect(${holds}).to.equal(true));`,
  });
  const language = isXml ? 'xml' : 'text';
  return {
    name: title,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
    request: {
      method,
      header: headers.map(([key, value]) => ({ key, value })),
      ...(body && { body: { mode: 'raw', raw: joined(body), options: { raw: { language } } } }),
      url: joined(url),
      ...(documentation !== '' && {
        description: { content: documentationLines(documentation).join('\n'), type: 'text/plain' },
      }),
    },
  };
}
