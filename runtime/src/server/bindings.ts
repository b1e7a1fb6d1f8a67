import type { BindingKind } from '../service/descriptor.js';
import type { ServerBinding, ServerProtocol } from './call/binding.js';
import { httpServerBinding } from './http/http-binding.js';
import { soapServerBinding } from './soap/soap-binding.js';

/** The server side of each kind of binding. HTTP comes first: a request at its address that it does not handle may be SOAP. */
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
