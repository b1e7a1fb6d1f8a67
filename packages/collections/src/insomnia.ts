import type { CollectionAuth, CollectionContent, CollectionRequest } from './model.js';
import { testScript } from './script.js';
import { groupedBy, joined, jsonText, markdown } from './text.js';

/** A collection of Insomnia in its form 5, of YAML, which JSON is. */
export function insomniaFiles({ title, requests, variables, auth }: CollectionContent): ReadonlyMap<string, string> {
  const folders = [...groupedBy(requests, ({ folder }) => folder)].map(([folder, all], i) => ({
    name: all[0]?.service,
    meta: { id: `fld_${folder}`, sortKey: i },
    children: all.map((request, place) => requestOf(request, place, auth)),
  }));
  const data = Object.fromEntries([...variables].map(([name, value]) => [name, value ?? '']));
  const file = {
    type: 'collection.insomnia.rest/5.0',
    schema_version: '5.1',
    name: title,
    meta: { id: 'wrk_collection' },
    collection: folders,
    environments: { name: 'Base Environment', meta: { id: 'env_service' }, data },
  };
  return new Map([['insomnia.yaml', jsonText(file)]]);
}

function requestOf(request: CollectionRequest, sortKey: number, auth: CollectionAuth | undefined): object {
  const { title, documentation, method, headers, body, isXml, folder, file } = request;
  const text = (parts: CollectionRequest['url']) =>
    joined(parts, ({ variable }) => `{{ _.${variable} }}`, "{% uuid 'v4' %}");
  const afterResponse = testScript(request.statuses, request.elements, {
    status: 'insomnia.response.code',
    text: 'insomnia.response.text()',
    test: (name, holds) => `insomnia.test(${name}, () => insomnia.expect(${holds}).to.equal(true));`,
  }).join('\n');
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? (isXml ? 'text/xml' : '');
  return {
    name: title,
    meta: { id: `req_${folder}_${file}`, sortKey, description: markdown(documentation) },
    method,
    url: text(request.url),
    headers: headers.map(([name, value]) => ({ name, value })),
    ...(body && { body: { mimeType: type.split(';', 1)[0], text: text(body) } }),
    ...(auth && { authentication: authentications[auth] }),
    scripts: { afterResponse },
  };
}

const authentications: Readonly<Record<CollectionAuth, object>> = {
  basic: { type: 'basic', username: '{{ _.httpUser }}', password: '{{ _.httpPassword }}' },
  bearer: { type: 'bearer', token: '{{ _.httpToken }}' },
};
