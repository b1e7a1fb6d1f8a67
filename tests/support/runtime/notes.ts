/** A service with headers and a one-way operation over all bindings, for the tests of interceptors and header blocks. Not published. */
import { complexType, element, field, sequence } from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';
import type { BindingKind, ServiceDescriptor } from '../../../runtime/src/service/descriptor.js';

/** Namespace of the service. */
export const notesNamespace = 'urn:notes';

/** The types of the service's methods. */
export interface NoteMethods {
  readonly add: {
    readonly input: { readonly text: string };
    readonly output: string;
    readonly inputHeaders: { readonly tenant?: string; readonly session?: string };
    readonly outputHeaders: { readonly stamp?: string };
  };
  readonly list: {
    readonly input: { readonly text: string };
    readonly output: string;
    readonly inputHeaders: { readonly tenant?: string };
  };
  readonly notify: { readonly input: { readonly text: string }; readonly output: undefined };
}

/** All bindings of the service. */
export const noteBindings: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

const text = (name: string): ReturnType<typeof element> =>
  element(
    notesNamespace,
    name,
    complexType(notesNamespace, '', { content: sequence([field(notesNamespace, 'text', xs.string)]) }),
  );
const header = (name: string, property: string): { property: string; element: ReturnType<typeof element> } => ({
  property,
  element: element(notesNamespace, name, xs.string),
});
const parameters = [{ name: 'text', property: 'text', type: xs.string }];
const tenant = header('Tenant', 'tenant');
const added = {
  action: 'urn:notes/Add',
  style: 'document',
  inputHeaders: [tenant, header('Session', 'session')],
  outputHeaders: [header('Stamp', 'stamp')],
} as const;
const listed = { action: 'urn:notes/List', style: 'document', inputHeaders: [tenant] } as const;
const notified = { action: 'urn:notes/Notify', style: 'document' } as const;
const ports = noteBindings.map((binding) => ({ name: binding, binding, address: 'http://localhost/notes' }));

/** The service. */
export const Notes: ServiceDescriptor<NoteMethods> = {
  kind: 'service',
  name: 'Notes',
  namespace: notesNamespace,
  placeholders: [],
  ports,
  operations: {
    add: {
      name: 'Add',
      method: 'add',
      input: { element: text('Add') },
      output: { element: text('AddResponse'), unwrap: 'text' },
      soap11: added,
      soap12: added,
      httpGet: {
        location: '/Add',
        input: 'urlEncoded',
        parameters,
        output: element(notesNamespace, 'string', xs.string),
      },
      httpPost: { location: '/Add', input: 'form', parameters, output: element(notesNamespace, 'string', xs.string) },
    },
    list: {
      name: 'List',
      method: 'list',
      input: { element: text('List') },
      output: { element: text('ListResponse'), unwrap: 'text' },
      soap11: listed,
      soap12: listed,
    },
    notify: {
      name: 'Notify',
      method: 'notify',
      oneWay: true,
      input: { element: text('Notify') },
      soap11: notified,
      soap12: notified,
    },
  },
};
