import type { CollectionAuth, CollectionContent, CollectionRequest } from './model.js';
import { testScript } from './script.js';
import { documentationLines, groupedBy, joined, jsonText } from './text.js';

/** Files of requests for httpyac, one for each service, with an environment. */
export function httpFiles({ requests, variables, auth }: CollectionContent): ReadonlyMap<string, string> {
  const values = Object.fromEntries([...variables].filter(([, value]) => value !== undefined));
  const files = [...groupedBy(requests, ({ folder }) => folder)].map(
    ([folder, all]) => [`${folder}.http`, all.map((request) => requestText(request, auth)).join('\n')] as const,
  );
  return new Map([...files, ['http-client.env.json', jsonText({ service: values })]]);
}

const authorization: Readonly<Record<CollectionAuth, string>> = {
  basic: 'Authorization: Basic {{httpUser}} {{httpPassword}}',
  bearer: 'Authorization: Bearer {{httpToken}}',
};

function requestText(request: CollectionRequest, auth: CollectionAuth | undefined): string {
  const { title, documentation, method, url, headers, body } = request;
  const script = testScript(request.statuses, request.elements, {
    status: 'response.status',
    text: 'response.body',
    test: (name, holds) => `client.test(${name}, () => client.assert(${holds}));`,
  });
  const notes = documentation === '' ? [] : documentationLines(documentation).map((line) => `# | ${line}`.trimEnd());
  const text = body === undefined ? [] : ['', joined(body, undefined, '{{$uuid}}').trimEnd()];
  return [
    `### ${title}`,
    ...notes,
    `${method} ${joined(url)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(auth === undefined ? [] : [authorization[auth]]),
    ...text,
    '',
    '> {%',
    ...script.map((line) => `  ${line}`),
    '%}',
    '',
  ].join('\n');
}
