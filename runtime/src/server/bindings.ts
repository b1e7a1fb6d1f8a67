import type { BindingKind } from '../service/descriptor.js';
import type { ServerBinding } from './binding.js';
import { httpServerBinding } from './http-binding.js';
import type { ServerProtocol } from './protocol.js';
import { soapServerBinding } from './soap-binding.js';

/** What servers do with each kind of binding. HTTP comes first: what its operations do not take at an address may be SOAP. */
export const serverBindings: Readonly<Record<BindingKind, ServerBinding>> = {
  httpGet: httpServerBinding('httpGet'),
  httpPost: httpServerBinding('httpPost'),
  soap11: soapServerBinding('soap11'),
  soap12: soapServerBinding('soap12'),
};

/** The protocols of all kinds, in the order in which they are asked. */
export const serverProtocols: readonly ServerProtocol[] = [
  ...new Set(Object.values(serverBindings).map(({ protocol }) => protocol)),
];
