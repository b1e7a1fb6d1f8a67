import type { BindingKind } from '@wsdl-codegen/runtime';
import { answerShape } from './answer-shape.js';
import type { CollectionAuth, CollectionRequest, CollectionRequests, CollectionSample, LeftOut } from './model.js';
import { bodyParts, credentialsIn, encoded, urlParts } from './parts.js';

const bindingNames: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/** The requests of samples, with variables in the place of addresses and credentials. */
export function requestsOf(samples: readonly CollectionSample[], auth: CollectionAuth | undefined): CollectionRequests {
  const [variables, names] = addressVariables(samples);
  const requests: CollectionRequest[] = [];
  const leftOut: LeftOut[] = [];
  for (const sample of samples) {
    const reason = obstacle(sample);
    if (reason !== undefined) {
      const { service, operation, binding } = sample;
      leftOut.push({ operation: `${service.name}.${operation.name} over ${binding}`, reason });
      continue;
    }
    const request = requestOf(sample, names.get(sample) ?? '');
    requests.push(request);
    for (const name of credentialsIn([...request.url, ...(request.body ?? [])])) {
      variables.set(name, variables.get(name));
    }
  }
  for (const name of auth === undefined ? [] : authVariables[auth]) {
    variables.set(name, undefined);
  }
  return { requests, variables, leftOut };
}

/** The variables of credentials that are sent in the header of HTTP. */
const authVariables: Readonly<Record<CollectionAuth, readonly string[]>> = {
  basic: ['httpUser', 'httpPassword'],
  bearer: ['httpToken'],
};

/** One variable for each service, or for each of its bindings where their addresses differ. */
function addressVariables(
  samples: readonly CollectionSample[],
): [values: Map<string, string | undefined>, names: ReadonlyMap<CollectionSample, string>] {
  const values = new Map<string, string | undefined>();
  const names = new Map<CollectionSample, string>();
  const addresses = new Map<string, Set<string>>();
  for (const { folder, address } of samples) {
    addresses.set(folder, (addresses.get(folder) ?? new Set()).add(address));
  }
  for (const sample of samples) {
    const { folder, binding } = sample;
    const address = encoded(sample.address);
    const isShared = addresses.get(folder)?.size === 1;
    let name = `${identifier(folder)}${isShared ? '' : capitalized(binding)}Address`;
    while (values.has(name) && values.get(name) !== address) {
      name += '_';
    }
    values.set(name, address);
    names.set(sample, name);
  }
  return [values, names];
}

function requestOf(sample: CollectionSample, variable: string): CollectionRequest {
  const { service, operation, binding, request, folder, file, base } = sample;
  const { method, url, headers, body } = request;
  const text = typeof body === 'string' ? body : undefined;
  return {
    service: plain(service.name),
    folder,
    file,
    title: `${plain(operation.name)} over ${bindingNames[binding]}`,
    documentation: operation.documentation ?? '',
    method,
    url: [{ variable }, ...urlParts(url.slice(base.length))],
    headers: Object.entries(headers),
    ...(text !== undefined && { body: bodyParts(text, base, variable) }),
    isXml: text?.startsWith('<') === true,
    statuses: operation.oneWay === true ? [200, 202, 204] : [200],
    elements: answerShape(sample),
  };
}

/** Why no collection can have a request: it would send another one, or run what the description says. */
function obstacle({ request, base }: CollectionSample): string | undefined {
  if (typeof request.body === 'object') {
    return 'its message has attachments, which are bytes';
  }
  if (Object.values(request.headers).some((value) => /\{[{%#]|[\r\n]/.test(value))) {
    return 'a header field of it would be read as a template';
  }
  return request.url.startsWith(base) ? undefined : 'its address cannot be a variable';
}

/** A name of a description as a text that no format reads as anything else. */
export function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}._ -]/gu, '_');
}

/** A name that every format has for a variable. */
function identifier(name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(ascii) ? ascii : `_${ascii}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
