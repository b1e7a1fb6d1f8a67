import type { BindingKind } from '../model.js';
import type { ServicesContext } from './context.js';
import { offerHttp } from './http.js';
import type { Offer } from './offer.js';
import { offerSoap, type SoapSource } from './soap.js';

/** An operation of a binding with its port type's half. */
type OfferSource = Omit<SoapSource, 'kind'>;

/** Makes the offer of an operation at a port; undefined if it cannot be offered, which is reported. */
type MakeOffer = (context: ServicesContext, source: OfferSource) => Offer | undefined;

/** How operations are offered over each kind of binding. */
export const offers: Readonly<Record<BindingKind, MakeOffer>> = {
  soap11: (context, source) => offerSoap(context, { ...source, kind: 'soap11' }),
  soap12: (context, source) => offerSoap(context, { ...source, kind: 'soap12' }),
  httpGet: (context, source) => offerHttp(context, { ...source, kind: 'httpGet' }),
  httpPost: (context, source) => offerHttp(context, { ...source, kind: 'httpPost' }),
};
