import { attributeValue } from '../source/references.js';
import { httpBindingNamespace } from './namespaces.js';
import type { ProtocolReader } from './protocol.js';

/** The extensions of the HTTP GET and POST binding (WSDL 1.1, 4). */
export const httpProtocol: ProtocolReader = {
  namespace: httpBindingNamespace,
  binding: (_, element) => ({ kind: 'http', verb: (attributeValue(element, 'verb') ?? 'GET').toUpperCase() }),
  operation: (_, element) => ({ location: attributeValue(element, 'location') ?? '' }),
  message: (_, { local }, message) => {
    if (local === 'urlEncoded') {
      message.urlEncoded = true;
    }
    if (local === 'urlReplacement') {
      message.urlReplacement = true;
    }
  },
};
