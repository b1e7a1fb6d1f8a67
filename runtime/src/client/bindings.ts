import type { BindingKind } from '../service/descriptor.js';
import type { ClientBinding } from './binding.js';
import { httpBinding } from './http-plan.js';
import { soapBinding } from './soap-plan.js';

/** The client side of each kind of binding. */
export const clientBindings: Readonly<Record<BindingKind, ClientBinding>> = {
  soap11: soapBinding('soap11'),
  soap12: soapBinding('soap12'),
  httpGet: httpBinding('httpGet'),
  httpPost: httpBinding('httpPost'),
};
