import locator from '../../../wsdl/address-locator.yaml';
import exchanger from '../../../wsdl/ExchangerApi.wsdl';
import order from '../examples/order.xsd';
import type { Texts } from '../tasks.js';

/** Descriptions to begin with, by what they are called. */
export const examples: ReadonlyMap<string, Texts> = new Map([
  ['A service: ExchangerApi.wsdl', { 'ExchangerApi.wsdl': exchanger }],
  ['A description in YAML: address-locator.yaml', { 'address-locator.yaml': locator }],
  ['A schema: order.xsd', { 'order.xsd': order }],
]);
