import type {
  BindingKind,
  HttpBindingDescriptor,
  HttpBindingKind,
  OperationDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import type { Endpoint } from '../routes/endpoint.js';
import { httpSample } from './http-sample.js';
import type { ExchangeSample, SamplePlace } from './sample.js';
import { soapSample } from './soap-sample.js';

/** What pages show of a kind of binding. */
interface PageBinding {
  /** Sample messages for the page of an operation; undefined if the operation is not offered so, or its types have no finite values. */
  sample(endpoint: Endpoint, operation: OperationDescriptor, place: SamplePlace): ExchangeSample | undefined;
  /** The data that a form in a page needs to invoke the operation; absent if a browser cannot send such a request. */
  form?(operation: OperationDescriptor): HttpBindingDescriptor | undefined;
}

/** What pages show of each kind of binding. */
export const pageBindings: Readonly<Record<BindingKind, PageBinding>> = {
  httpGet: httpPageBinding('httpGet'),
  httpPost: httpPageBinding('httpPost'),
  soap11: soapPageBinding('soap11'),
  soap12: soapPageBinding('soap12'),
};

function httpPageBinding(kind: HttpBindingKind): PageBinding {
  return {
    sample: (endpoint, operation, place) => {
      const binding = operation[kind];
      return binding && httpSample(endpoint, kind, binding, place);
    },
    form: (operation) => operation[kind],
  };
}

function soapPageBinding(kind: SoapBindingKind): PageBinding {
  return {
    sample: (endpoint, operation, place) => {
      const binding = operation[kind];
      return binding && soapSample(endpoint, operation, kind, binding, place);
    },
  };
}
