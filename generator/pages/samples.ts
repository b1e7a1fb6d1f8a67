import type { BindingKind, ServiceDescriptor, TransportResponse } from '@wsdl-codegen/runtime';
import { indentedXml, requestText, responseText } from '../calls/http-text.js';
import { bindingsOf } from '../calls/operations.js';
import { sampleOf } from '../calls/sample.js';

/** Messages of an operation over one binding, as texts of HTTP. */
export interface BindingSample {
  readonly binding: BindingKind;
  readonly request: string;
  /** Absent where nothing answers. */
  readonly answer?: string;
}

/** How large samples become: a page shows what a message looks like, not all that it may contain. */
const size = { depth: 4, maxElements: 400 };

/** Characters of a message that a page shows. */
const mostCharacters = 20_000;

/** A request and its answer over each binding of an operation. Those that cannot be made are left out. */
export async function operationSamples(service: ServiceDescriptor, method: string): Promise<readonly BindingSample[]> {
  const operation = service.operations[method];
  const samples: BindingSample[] = [];
  for (const kind of operation ? bindingsOf({ service, method, operation }) : []) {
    const [sample] = operation ? await sampleOf({ service, method, operation }, kind, {}, size) : [];
    if (sample) {
      const { binding, request, response } = sample;
      const answer = response && { answer: readable(responseText(withTypeOnly(response))) };
      samples.push({ binding, request: readable(requestText(request)), ...answer });
    }
  }
  return samples;
}

/** A message with its XML on lines of its own, and no longer than a page shows. */
function readable(message: string): string {
  const end = message.indexOf('\n\n');
  const head = end < 0 ? message : message.slice(0, end);
  const body = end < 0 ? '' : message.slice(end + 2);
  const text = body.startsWith('<') ? indentedXml(body) : body;
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n…` : text;
  return `${head.trim()}\n\n${cut}`.trim();
}

/** An answer without the headers that only our own server sends. */
function withTypeOnly(response: TransportResponse): TransportResponse {
  const type = response.headers.get('content-type');
  const headers: TransportResponse['headers'] = {
    get: (name) => response.headers.get(name),
    forEach: (callback) => {
      if (type !== null) {
        callback(type, 'Content-Type');
      }
    },
  };
  return { ...response, headers };
}
