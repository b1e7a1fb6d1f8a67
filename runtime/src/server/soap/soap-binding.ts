import { versionOfKind } from '../../service/binding-kinds.js';
import type { SoapBindingKind } from '../../service/descriptor.js';
import { factsAt } from '../../service/facts.js';
import { fillAction } from '../../service/placeholders.js';
import type { ServerBinding, ServerProtocol } from '../call/binding.js';
import { needsPreflight } from '../door/cross-site.js';
import { type Endpoint, hasSoap } from '../routes/endpoint.js';
import { addSoapRoute } from '../routes/soap-routes.js';
import type { RequestHead } from '../wire/wire.js';
import { serverBodyCodec } from './soap-body.js';
import { answerSoap } from './soap-endpoint.js';

/** POST at the address of a service, in either version. */
const soapProtocol: ServerProtocol = {
  methods: (endpoint, rest) => (rest === '' && hasSoap(endpoint) ? ['POST'] : []),
  takes: (endpoint: Endpoint, { method }: RequestHead, rest: string) =>
    rest === '' && method === 'POST' && hasSoap(endpoint),
  isOpen: (_endpoint, request) => needsPreflight(request),
  answer: answerSoap,
};

/** The server side of a SOAP binding. */
export function soapServerBinding(kind: SoapBindingKind): ServerBinding {
  return {
    protocol: soapProtocol,
    addRoute: (endpoint, { service, operation, handler, port, namespaces }) => {
      const binding = factsAt(operation[kind], port.name);
      if (binding !== undefined) {
        endpoint[kind] ??= { actions: new Map(), elements: new Map() };
        const codec = serverBodyCodec(endpoint, binding, versionOfKind(kind));
        const action = fillAction(binding.action, namespaces);
        const route = { service, operation, handler, kind, binding, codec, action, placeholders: namespaces };
        addSoapRoute(endpoint.path, endpoint[kind], route, namespaces);
      }
    },
  };
}
