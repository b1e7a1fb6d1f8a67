import type { BindingKind } from '../../service/descriptor.js';
import { soap11, soap12 } from '../../service/soap-version.js';
import { translateNamespaces } from '../../service/translation.js';
import { declaredFaults } from '../../soap/declared-faults.js';
import { encodedMessages } from '../../soap/encoded.js';
import { rpcMessages } from '../../soap/rpc.js';
import type { ClientBinding } from '../call/context.js';
import type { ClientParts } from '../options/parts.js';
import { httpBinding } from './http-plan.js';
import { messageSecurity } from './message-security.js';
import { soap11Headers, soap12Headers, soapBinding } from './soap-plan.js';

/** Calls over SOAP 1.1. */
export const soap11Calls: ClientBinding = soapBinding('soap11', soap11, soap11Headers);
/** Calls over SOAP 1.2. */
export const soap12Calls: ClientBinding = soapBinding('soap12', soap12, soap12Headers);
/** Calls over HTTP GET. */
export const httpGetCalls: ClientBinding = httpBinding('httpGet');
/** Calls over HTTP POST. */
export const httpPostCalls: ClientBinding = httpBinding('httpPost');

/** The client side of each kind of binding, and what the messages of any service need. */
export const clientBindings: ClientParts & Readonly<Record<BindingKind, ClientBinding>> = {
  soap11: soap11Calls,
  soap12: soap12Calls,
  httpGet: httpGetCalls,
  httpPost: httpPostCalls,
  encoded: encodedMessages,
  rpc: rpcMessages,
  faults: declaredFaults,
  placeholders: translateNamespaces,
  security: messageSecurity,
};
