import { parseMediaType } from '../../http/media-type.js';
import { splitTarget } from '../../http/urls.js';
import type { HttpBindingKind } from '../../service/descriptor.js';
import { factsAt } from '../../service/facts.js';
import type { ServerBinding, ServerProtocol } from '../call/binding.js';
import { type Endpoint, hasSoap } from '../routes/endpoint.js';
import { addHttpRoute } from '../routes/http-routes.js';
import { headerValue, type RequestHead } from '../wire/wire.js';
import { answerHttp, isOperation, operationMethods } from './http-endpoint.js';

/** GET and POST below the address of a service, and at the address itself where an operation has no location of its own. */
const httpProtocol: ServerProtocol = {
  methods: operationMethods,
  takes: (endpoint, request, rest) => rest !== '' || isHttpRoot(endpoint, request),
  isOpen: (endpoint, { method }, { rest, query }) => !endpoint.passesOn && !isOperation(endpoint, method, rest, query),
  answer: answerHttp,
};

/** The server side of an HTTP binding. */
export function httpServerBinding(kind: HttpBindingKind): ServerBinding {
  return {
    protocol: httpProtocol,
    addRoute: (endpoint, { service, operation, handler, port }) => {
      const binding = factsAt(operation[kind], port.name);
      if (binding !== undefined) {
        addHttpRoute(endpoint, { service, operation, handler, kind, binding });
      }
    },
  };
}

/** True if an operation of the HTTP bindings answers at the service's address itself. */
function isHttpRoot(endpoint: Endpoint, request: RequestHead): boolean {
  const { method, url } = request;
  // If SOAP is served at the same address, a form is any request that is not a SOAP message.
  return (
    isOperation(endpoint, method, '', splitTarget(url).query) &&
    (method !== 'POST' || !hasSoap(endpoint) || isForm(request))
  );
}

function isForm(request: RequestHead): boolean {
  const type = parseMediaType(headerValue(request.headers, 'content-type'))?.type;
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}
