import { SoapFaultError, type XmlElement } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { AddressLocatorClient, addressLocator } from 'address-locator';
import { AddressLocatorImplementation } from '../services/address-locator.js';

const namespaces = { geo_namespace: 'http://geo.example/ns' };
const services = [addressLocator(new AddressLocatorImplementation())];
const server = await createServer({ services, namespaces }).listen(0, '127.0.0.1');
const locator = new AddressLocatorClient({ baseUrl: server.url, namespaces });

// The fields of these messages are not known when code is generated: `$any` holds elements as they are on the wire.
const request = { $any: [field('address', 'Москва, Тверская <улица>, 1')] };
const { $any: found = [] } = await locator.parseWithHouse(request);
for (const element of found) {
  console.log(element.name, element.children.join(''));
}

await locator.parse({ $any: [] }).catch((error) => {
  if (!(error instanceof SoapFaultError)) {
    throw error;
  }
  console.log('refused:', error.reason);
});
await server.close();

function field(name: string, text: string): XmlElement {
  return { namespace: namespaces.geo_namespace, name, attributes: [], children: [text] };
}
