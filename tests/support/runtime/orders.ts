/** A service with lists in its requests and answers, for the tests of streams. Not published. */
import { complexType, element, field, sequence } from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';
import type { ServiceDescriptor } from '../../../runtime/src/service/descriptor.js';

const ns = 'urn:orders';

/** An item of the lists. */
export interface Order {
  readonly id: number;
  readonly note?: string;
  readonly scan?: Uint8Array;
}

/** A document with a list in the middle. */
export interface OrderList {
  readonly title: string;
  readonly orders: readonly Order[];
  readonly total?: number;
}

/** The types of the service's methods. */
export interface OrderMethods {
  readonly listOrders: { readonly input: { readonly count: number }; readonly output: OrderList };
  readonly getOrders: { readonly input: { readonly count: number }; readonly output: readonly Order[] };
  readonly putOrders: { readonly input: OrderList; readonly output: number };
  readonly putFile: {
    readonly input: { readonly name: string; readonly content: Uint8Array };
    readonly output: number;
  };
  readonly getFile: { readonly input: { readonly count: number }; readonly output: { readonly content: Uint8Array } };
}

const order = complexType<Order>(ns, 'Order', () => ({
  content: sequence([
    field(ns, 'id', xs.int),
    field(ns, 'note', xs.string, { min: 0 }),
    field(ns, 'scan', xs.base64Binary, { min: 0 }),
  ]),
}));
const arrayOfOrder = complexType<readonly Order[]>(ns, 'ArrayOfOrder', () => ({
  content: sequence([field(ns, 'Order', order, { list: true, min: 0, max: Infinity })]),
  unwrap: 'Order',
}));
const orderFields = sequence([
  field(ns, 'title', xs.string),
  field(ns, 'order', order, { property: 'orders', list: true, min: 0, max: Infinity }),
  field(ns, 'total', xs.int, { min: 0 }),
]);
const counted = complexType<{ readonly count: number }>(ns, '', () => ({
  content: sequence([field(ns, 'count', xs.int)]),
}));
const fault = element<{ readonly why: string }>(
  ns,
  'Broken',
  complexType(ns, '', () => ({ content: sequence([field(ns, 'why', xs.string)]) })),
);
const soap = (action: string): object => ({
  soap11: { action: `urn:orders/${action}`, style: 'document' as const },
  soap12: { action: `urn:orders/${action}`, style: 'document' as const },
});
const parameters = [{ name: 'count', property: 'count', type: xs.int }];

/** The service. */
export const Orders: ServiceDescriptor<OrderMethods> = {
  kind: 'service',
  name: 'Orders',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://localhost/orders' },
    { name: 'Soap12', binding: 'soap12', address: 'http://localhost/orders' },
    { name: 'Get', binding: 'httpGet', address: 'http://localhost/orders' },
    { name: 'Post', binding: 'httpPost', address: 'http://localhost/orders' },
  ],
  operations: {
    listOrders: {
      name: 'ListOrders',
      method: 'listOrders',
      input: { element: element(ns, 'ListOrders', counted) },
      output: {
        element: element(
          ns,
          'ListOrdersResponse',
          complexType(ns, '', () => ({ content: orderFields })),
        ),
      },
      faults: [{ name: 'Broken', element: fault }],
      ...soap('List'),
    },
    getOrders: {
      name: 'GetOrders',
      method: 'getOrders',
      input: { element: element(ns, 'GetOrders', counted) },
      output: {
        element: element(
          ns,
          'GetOrdersResponse',
          complexType(ns, '', () => ({ content: sequence([field(ns, 'GetOrdersResult', arrayOfOrder, { min: 0 })]) })),
        ),
        unwrap: 'GetOrdersResult',
      },
      ...soap('Get'),
      httpGet: {
        location: '/GetOrders',
        input: 'urlEncoded',
        parameters,
        output: element(ns, 'ArrayOfOrder', arrayOfOrder),
      },
      httpPost: {
        location: '/GetOrders',
        input: 'form',
        parameters,
        output: element(ns, 'ArrayOfOrder', arrayOfOrder),
      },
    },
    putOrders: {
      name: 'PutOrders',
      method: 'putOrders',
      input: {
        element: element(
          ns,
          'PutOrders',
          complexType(ns, '', () => ({ content: orderFields })),
        ),
      },
      output: {
        element: element(
          ns,
          'PutOrdersResponse',
          complexType(ns, '', () => ({ content: sequence([field(ns, 'PutOrdersResult', xs.int)]) })),
        ),
        unwrap: 'PutOrdersResult',
      },
      ...soap('Put'),
    },
    putFile: {
      name: 'PutFile',
      method: 'putFile',
      input: {
        element: element(
          ns,
          'PutFile',
          complexType(ns, '', () => ({
            content: sequence([field(ns, 'name', xs.string), field(ns, 'content', xs.base64Binary)]),
          })),
        ),
      },
      output: {
        element: element(
          ns,
          'PutFileResponse',
          complexType(ns, '', () => ({ content: sequence([field(ns, 'PutFileResult', xs.int)]) })),
        ),
        unwrap: 'PutFileResult',
      },
      ...soap('PutFile'),
    },
    getFile: {
      name: 'GetFile',
      method: 'getFile',
      input: { element: element(ns, 'GetFile', counted) },
      output: {
        element: element(
          ns,
          'GetFileResponse',
          complexType(ns, '', () => ({ content: sequence([field(ns, 'content', xs.base64Binary)]) })),
        ),
      },
      ...soap('File'),
    },
  },
};
