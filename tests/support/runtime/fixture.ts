/**
 * Hand-written descriptors in the shape of generated code, which the tests of clients and servers share: four wallet
 * services in four bindings with open placeholders, and the address locator with open content. Not published.
 */
import {
  char,
  complexType,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  type SimpleType,
  sequence,
  any as wildcard,
} from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';
import type {
  HttpBindingDescriptor,
  HttpParameterDescriptor,
  OperationDescriptor,
  PortDescriptor,
  ServiceDescriptor,
} from '../../../runtime/src/service/descriptor.js';
import type { XmlElement } from '../../../runtime/src/xml/interfaces/tree.js';

const api = '{api_namespace}';
const geo = '{geo_namespace}';

/** Values that tests put in the place of the placeholders. */
export const apiNamespace = 'http://wallet.example/api';
export const geoNamespace = 'http://geo.example/';

export interface Exchange {
  sessionId?: string;
  CurrencyToBuy: string;
  CurrencyToPay: string;
  amountToPay: number;
}
export interface ExchangeResponse {
  ExchangeResult: number;
}
export const Currency = {
  Unknown: 'Unknown',
  wme: 'wme',
  wmz: 'wmz',
  TRY: 'TRY',
  trs: 'trs',
} as const;
export type Currency = (typeof Currency)[keyof typeof Currency];
export interface MarkAllOperationsAsReadForCurrency {
  sessionId?: string;
  currency: Currency;
}
export interface MarkAllOperationsAsReadForCurrencyResponse {
  MarkAllOperationsAsReadForCurrencyResult: number;
}
export interface TopupAtmCard {
  sessionId?: string;
  id: bigint;
  amount: number;
  purseFrom?: string;
}
export interface TopupAtmCardResponse {
  TopupAtmCardResult: number;
}
export interface ContactSetFavorite {
  sessionId?: string;
  wmid?: string;
  value: boolean;
}
export interface ContactSetFavoriteResponse {
  ContactSetFavoriteResult: number;
}
export interface GetErrorDesc {
  errorCode: number;
  cultureCode: number;
}
export interface GetErrorDescResponse {
  GetErrorDescResult?: string;
}
export interface Parse {
  $any: XmlElement[];
}
export interface ParseResponse {
  $any: XmlElement[];
}
export interface AddressFault {
  Code: number;
  Text?: string;
}

const sessionId = field(api, 'sessionId', xs.string, { min: 0 });

export const Exchange$element: ElementDescriptor<Exchange> = element(
  api,
  'Exchange',
  complexType(api, '', {
    content: sequence([
      sessionId,
      field(api, 'CurrencyToBuy', char),
      field(api, 'CurrencyToPay', char),
      field(api, 'amountToPay', xs.double),
    ]),
  }),
);
export const ExchangeResponse$element: ElementDescriptor<ExchangeResponse> = element(
  api,
  'ExchangeResponse',
  complexType(api, '', { content: sequence([field(api, 'ExchangeResult', xs.int)]) }),
);
const CurrencyType: SimpleType<Currency> = enumeration(api, 'Currency', xs.string, Object.values(Currency));
export const MarkAllOperationsAsReadForCurrency$element: ElementDescriptor<MarkAllOperationsAsReadForCurrency> =
  element(
    api,
    'MarkAllOperationsAsReadForCurrency',
    complexType(api, '', { content: sequence([sessionId, field(api, 'currency', () => CurrencyType)]) }),
  );
export const MarkAllOperationsAsReadForCurrencyResponse$element: ElementDescriptor<MarkAllOperationsAsReadForCurrencyResponse> =
  element(
    api,
    'MarkAllOperationsAsReadForCurrencyResponse',
    complexType(api, '', { content: sequence([field(api, 'MarkAllOperationsAsReadForCurrencyResult', xs.int)]) }),
  );
export const TopupAtmCard$element: ElementDescriptor<TopupAtmCard> = element(
  api,
  'TopupAtmCard',
  complexType(api, '', {
    content: sequence([
      sessionId,
      field(api, 'id', xs.long),
      field(api, 'amount', xs.double),
      field(api, 'purseFrom', xs.string, { min: 0 }),
    ]),
  }),
);
export const TopupAtmCardResponse$element: ElementDescriptor<TopupAtmCardResponse> = element(
  api,
  'TopupAtmCardResponse',
  complexType(api, '', { content: sequence([field(api, 'TopupAtmCardResult', xs.int)]) }),
);
export const ContactSetFavorite$element: ElementDescriptor<ContactSetFavorite> = element(
  api,
  'ContactSetFavorite',
  complexType(api, '', {
    content: sequence([sessionId, field(api, 'wmid', xs.string, { min: 0 }), field(api, 'value', xs.boolean)]),
  }),
);
export const ContactSetFavoriteResponse$element: ElementDescriptor<ContactSetFavoriteResponse> = element(
  api,
  'ContactSetFavoriteResponse',
  complexType(api, '', { content: sequence([field(api, 'ContactSetFavoriteResult', xs.int)]) }),
);
export const GetErrorDesc$element: ElementDescriptor<GetErrorDesc> = element(
  api,
  'GetErrorDesc',
  complexType(api, '', { content: sequence([field(api, 'errorCode', xs.int), field(api, 'cultureCode', xs.int)]) }),
);
export const GetErrorDescResponse$element: ElementDescriptor<GetErrorDescResponse> = element(
  api,
  'GetErrorDescResponse',
  complexType(api, '', { content: sequence([field(api, 'GetErrorDescResult', xs.string, { min: 0 })]) }),
);
export const int$element: ElementDescriptor<number> = element(api, 'int', xs.int);
export const string$element: ElementDescriptor<string | null> = element(api, 'string', xs.string, { nillable: true });

const open = (): ReturnType<typeof wildcard> =>
  wildcard({ namespaces: 'any', process: 'lax', min: 0, max: Number.POSITIVE_INFINITY });
export const Parse$element: ElementDescriptor<Parse> = element(
  geo,
  'Parse',
  complexType(geo, '', { content: sequence([open()]) }),
);
export const ParseResponse$element: ElementDescriptor<ParseResponse> = element(
  geo,
  'ParseResponse',
  complexType(geo, '', { content: sequence([open()]) }),
);
export const AddressFault$element: ElementDescriptor<AddressFault> = element(
  geo,
  'AddressFault',
  complexType(geo, 'AddressFault', {
    content: sequence([field(geo, 'Code', xs.int), field(geo, 'Text', xs.string, { min: 0 })]),
  }),
);

/** The four ports of an `.asmx`. */
function asmxPorts(service: string): PortDescriptor[] {
  const address = `{base_url}/${service}.asmx`;
  return [
    { name: `${service}Soap`, binding: 'soap11', address },
    { name: `${service}Soap12`, binding: 'soap12', address },
    { name: `${service}HttpGet`, binding: 'httpGet', address },
    { name: `${service}HttpPost`, binding: 'httpPost', address },
  ];
}

/** The facts of one operation of an `.asmx` in its four bindings. */
function asmxBindings(
  name: string,
  parameters: readonly HttpParameterDescriptor[],
  output: ElementDescriptor,
): Pick<OperationDescriptor, 'soap11' | 'soap12' | 'httpGet' | 'httpPost'> {
  const http = (input: 'urlEncoded' | 'form'): HttpBindingDescriptor => ({
    location: `/${name}`,
    input,
    parameters,
    output,
  });
  return {
    soap11: { action: `{api_namespace}/${name}`, style: 'document' },
    soap12: { action: `{api_namespace}/${name}`, style: 'document' },
    httpGet: http('urlEncoded'),
    httpPost: http('form'),
  };
}

function parameter(name: string, type: HttpParameterDescriptor['type']): HttpParameterDescriptor {
  return { name, property: name, type };
}

export interface ExchangerApiMethods {
  exchange: { input: Exchange; output: number };
}
export const ExchangerApi: ServiceDescriptor<ExchangerApiMethods> = {
  kind: 'service',
  name: 'ExchangerApi',
  namespace: api,
  placeholders: ['api_namespace'],
  ports: asmxPorts('ExchangerApi'),
  operations: {
    exchange: {
      name: 'Exchange',
      method: 'exchange',
      input: { element: Exchange$element },
      output: { element: ExchangeResponse$element, unwrap: 'ExchangeResult' },
      ...asmxBindings(
        'Exchange',
        [
          parameter('sessionId', xs.string),
          parameter('CurrencyToBuy', char),
          parameter('CurrencyToPay', char),
          parameter('amountToPay', xs.double),
        ],
        int$element,
      ),
    },
  },
  documents: () => [
    {
      name: 'ExchangerApi.wsdl',
      text:
        '<?xml version="1.0" encoding="utf-8"?>\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"' +
        ' xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="{api_namespace}"><wsdl:service name="ExchangerApi">' +
        '<wsdl:port name="ExchangerApiSoap" binding="tns:ExchangerApiSoap" xmlns:tns="{api_namespace}">' +
        '<soap:address location="{base_url}/ExchangerApi.asmx"/></wsdl:port></wsdl:service></wsdl:definitions>\n',
    },
  ],
};

export interface AccountApiMethods {
  contactSetFavorite: { input: ContactSetFavorite; output: number };
  markAllOperationsAsReadForCurrency: { input: MarkAllOperationsAsReadForCurrency; output: number };
  topupAtmCard: { input: TopupAtmCard; output: number };
}
export const AccountApi: ServiceDescriptor<AccountApiMethods> = {
  kind: 'service',
  name: 'AccountApi',
  namespace: api,
  placeholders: ['api_namespace'],
  ports: asmxPorts('AccountApi'),
  operations: {
    contactSetFavorite: {
      name: 'ContactSetFavorite',
      method: 'contactSetFavorite',
      input: { element: ContactSetFavorite$element },
      output: { element: ContactSetFavoriteResponse$element, unwrap: 'ContactSetFavoriteResult' },
      ...asmxBindings(
        'ContactSetFavorite',
        [parameter('sessionId', xs.string), parameter('wmid', xs.string), parameter('value', xs.boolean)],
        int$element,
      ),
    },
    markAllOperationsAsReadForCurrency: {
      name: 'MarkAllOperationsAsReadForCurrency',
      method: 'markAllOperationsAsReadForCurrency',
      input: { element: MarkAllOperationsAsReadForCurrency$element },
      output: {
        element: MarkAllOperationsAsReadForCurrencyResponse$element,
        unwrap: 'MarkAllOperationsAsReadForCurrencyResult',
      },
      ...asmxBindings(
        'MarkAllOperationsAsReadForCurrency',
        [parameter('sessionId', xs.string), parameter('currency', () => CurrencyType)],
        int$element,
      ),
    },
    topupAtmCard: {
      name: 'TopupAtmCard',
      method: 'topupAtmCard',
      input: { element: TopupAtmCard$element },
      output: { element: TopupAtmCardResponse$element, unwrap: 'TopupAtmCardResult' },
      ...asmxBindings(
        'TopupAtmCard',
        [
          parameter('sessionId', xs.string),
          parameter('id', xs.long),
          parameter('amount', xs.double),
          parameter('purseFrom', xs.string),
        ],
        int$element,
      ),
    },
  },
};

export interface ErrorsApiMethods {
  getErrorDesc: { input: GetErrorDesc; output: string | undefined };
}
export const ErrorsApi: ServiceDescriptor<ErrorsApiMethods> = {
  kind: 'service',
  name: 'ErrorsApi',
  namespace: api,
  placeholders: ['api_namespace'],
  ports: asmxPorts('ErrorsApi'),
  operations: {
    getErrorDesc: {
      name: 'GetErrorDesc',
      method: 'getErrorDesc',
      input: { element: GetErrorDesc$element },
      output: { element: GetErrorDescResponse$element, unwrap: 'GetErrorDescResult' },
      ...asmxBindings(
        'GetErrorDesc',
        [parameter('errorCode', xs.int), parameter('cultureCode', xs.int)],
        string$element,
      ),
    },
  },
};

export interface AddressLocatorMethods {
  parse: { input: Parse; output: ParseResponse };
}
export const AddressLocator: ServiceDescriptor<AddressLocatorMethods> = {
  kind: 'service',
  name: 'AddressLocator',
  namespace: geo,
  placeholders: ['geo_namespace'],
  ports: [{ name: 'BasicEndPoint', binding: 'soap11', address: '{geo_base_url}/geosrvex/AddressLocator.svc' }],
  operations: {
    parse: {
      name: 'Parse',
      method: 'parse',
      input: { element: Parse$element },
      output: { element: ParseResponse$element },
      faults: [{ name: 'AddressFaultFault', element: AddressFault$element }],
      soap11: {
        action: '{geo_namespace}/IAddressLocator/Parse',
        style: 'document',
      },
    },
  },
};
