import { formatTree, parseTree } from '@wsdl-codegen/runtime';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { parseForm } from '../../../runtime/src/http/form.js';
import { parseMediaType } from '../../../runtime/src/http/media-type.js';
import { parseMultipartForm } from '../../../runtime/src/http/multipart-form.js';
import { compilePattern } from '../../../runtime/src/schema/regex/regex.js';
import { formatRelated, readRelated } from '../../../runtime/src/soap/mime.js';
import { openMessage } from '../../../runtime/src/soap/xop.js';
import type { Entry } from './family.js';

/** Parts that read bytes by themselves, without a server or client around them. */

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** Documents as trees, read without limits and written again. */
export const trees: Entry = {
  name: 'tree',
  prepare: (input) => () =>
    formatTree(parseTree(input, { limits: { maxAttributes: 1e6, maxNamespaces: 1e6, maxDepth: 500 } })),
};

/** Bytes of documents in the encoding that they declare. */
export const encodings: Entry = {
  name: 'bytes of XML',
  prepare: (input) => {
    const body = bytes(input);
    return () => decodeXmlBytes(body, undefined);
  },
};

/** Packages that are opened; the boundary is `b`. */
export const packages: Entry = {
  name: 'package',
  prepare: (input) => {
    const body = bytes(input);
    return () => openMessage(body, 'multipart/related; boundary=b; type="text/xml"');
  },
};

/** Packages that are made of a file. */
export const packing: Entry = {
  name: 'packing',
  prepare: (input) => {
    const content = bytes(input);
    const root = { contentType: 'text/xml', contentId: 'r', content: bytes('<a/>') };
    return () => formatRelated(root, [{ contentType: 'text/plain', contentId: 'f', content }], { type: 'text/xml' });
  },
};

/** Packages whose boundary is the first line of the input. */
export const boundaries: Entry = {
  name: 'boundary',
  prepare: (input) => {
    const [boundary = ''] = input.split('\n', 1);
    const body = bytes(input.slice(boundary.length + 1));
    return () => readRelated(body, `multipart/related; boundary="${boundary}"`);
  },
};

/** Values of Content-Type. */
export const mediaTypes: Entry = { name: 'media type', prepare: (input) => () => parseMediaType(input) };

/** Forms without a limit of fields. */
export const forms: Entry = {
  name: 'form fields',
  prepare: (input) => () => parseForm(input, { maxFields: 1e9 }),
};

/** Forms of browsers that send files; the boundary is `b`. */
export const multipartForms: Entry = {
  name: 'multipart form',
  prepare: (input) => {
    const body = bytes(input);
    return () => parseMultipartForm(body, 'b', 1e9);
  },
};

let made = 0;

/** A pattern, and after a line break the text that is tested. A number at its end makes it one that has not been compiled before. */
export const patterns: Entry = {
  name: 'pattern',
  prepare: (input) => {
    const [pattern = '', text = ''] = input.split('\n');
    const unknown = `${pattern}${made++}`;
    return () => compilePattern(unknown).test(text);
  },
};
