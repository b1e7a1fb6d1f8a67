/** A service with lists and binary content in both directions, for the tests of streams. Not published. */
import { complexType, type ElementDescriptor, element, field, sequence } from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';
import type { OperationDescriptor, ServiceDescriptor } from '../../../runtime/src/service/descriptor.js';

export interface Entry {
  id: number;
  text: string;
}
export interface Load {
  name: string;
  entries: Entry[];
  file?: Uint8Array;
}
export interface Report {
  name: string;
  count: number;
}

const ns = 'urn:store';
const many = { min: 0, max: Number.POSITIVE_INFINITY };
const EntryType = complexType<Entry>(ns, 'Entry', {
  content: sequence([field(ns, 'id', xs.int), field(ns, 'text', xs.string)]),
});
const loadContent = sequence([
  field(ns, 'name', xs.string),
  field(ns, 'entries', EntryType, many),
  field(ns, 'file', xs.base64Binary, { min: 0 }),
]);
const reportContent = sequence([field(ns, 'name', xs.string), field(ns, 'count', xs.int)]);

const Load$element = element<Load>(ns, 'Load', complexType(ns, '', { content: loadContent }));
const Loaded$element = element<Report>(ns, 'Loaded', complexType(ns, '', { content: reportContent }));
const Fetch$element = element<Report>(ns, 'Fetch', complexType(ns, '', { content: reportContent }));
export const Fetched$element: ElementDescriptor<Load> = element<Load>(
  ns,
  'Fetched',
  complexType(ns, '', { content: loadContent }),
);
const Echo$element = element<Load>(ns, 'Echo', complexType(ns, '', { content: loadContent }));
const Entries$element = element<{ Result: Entry[] }>(
  ns,
  'Entries',
  complexType(ns, '', { content: sequence([field(ns, 'Result', EntryType, many)]) }),
);

export interface StoreMethods {
  load: { input: Load; output: Report };
  fetch: { input: Report; output: Load };
  entries: { input: Report; output: Entry[] };
  echo: { input: Load; output: Load };
}

function bindings(name: string): Pick<OperationDescriptor, 'soap11' | 'soap12'> {
  return {
    soap11: { action: `urn:store/${name}`, style: 'document' },
    soap12: { action: `urn:store/${name}`, style: 'document' },
  };
}

export const Store: ServiceDescriptor<StoreMethods> = {
  kind: 'service',
  name: 'Store',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://127.0.0.1/store' },
    { name: 'Soap12', binding: 'soap12', address: 'http://127.0.0.1/store' },
    { name: 'Post', binding: 'httpPost', address: 'http://127.0.0.1/store' },
  ],
  operations: {
    load: {
      name: 'Load',
      method: 'load',
      input: { element: Load$element },
      output: { element: Loaded$element },
      ...bindings('Load'),
      httpPost: { location: '/Load', input: 'xml', parameters: [], output: Loaded$element },
    },
    fetch: {
      name: 'Fetch',
      method: 'fetch',
      input: { element: Fetch$element },
      output: { element: Fetched$element },
      ...bindings('Fetch'),
      httpPost: { location: '/Fetch', input: 'xml', parameters: [], output: Fetched$element },
    },
    entries: {
      name: 'Entries',
      method: 'entries',
      input: { element: Fetch$element },
      output: { element: Entries$element, unwrap: 'Result' },
      ...bindings('Entries'),
    },
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: Echo$element },
      output: { element: Fetched$element },
      ...bindings('Echo'),
    },
  },
};
