/** What the cases have in common: outcomes as plain data, and clients whose answers a case gives. */
import * as runtime from '@wsdl-codegen/runtime';
import * as schema from '@wsdl-codegen/runtime/schema';
import * as streams from '@wsdl-codegen/runtime/stream';
import * as xml from '@wsdl-codegen/runtime/xml';
import { ShopClient } from 'shop';

const ns = 'urn:shop';

/** The classes of errors by their names: bundlers give classes other names. */
export const errorClasses = Object.entries({ ...schema, ...streams, ...xml, ...runtime }).filter(([name]) =>
  /(?:Error|Fault)$/.test(name),
);
export const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

/** Texts that are new in each run. */
const fresh = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)'],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '(now)'],
  [/\b\w{3}, \d\d \w{3} 20\d\d \d\d:\d\d:\d\d GMT/g, '(now)'],
  [/(Nonce [^>]*>)[^<]+/g, '$1(nonce)'],
];

/** Members that tell the time. */
const times = new Set(['durationMs', 'stack']);

/** A value as JSON has it, with the order of its properties. */
export function show(value, within = []) {
  switch (typeof value) {
    case 'string':
      return fresh.reduce((text, [found, put]) => text.replace(found, put), value);
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : `(${Object.is(value, -0) ? '-0' : value})`;
    case 'bigint':
      return `${value}n`;
    case 'boolean':
      return value;
    case 'undefined':
      return '(undefined)';
    case 'function':
      return '(function)';
    case 'object':
      return within.includes(value) ? '(again)' : showObject(value, [...within, value]);
    default:
      return String(value);
  }
}

function showObject(value, within) {
  if (value === null) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((each) => show(each, within));
  }
  if (value instanceof Uint8Array) {
    return `(bytes ${[...value].map((each) => each.toString(16).padStart(2, '0')).join('')})`;
  }
  if (value instanceof Error) {
    return showError(value, within);
  }
  if (value instanceof Map || value instanceof Set) {
    return [value.constructor.name, ...[...value].map((each) => show(each, within))];
  }
  if (typeof value.forEach === 'function' && typeof value.get === 'function') {
    const fields = [];
    value.forEach((field, name) => {
      fields.push(`${name}: ${show(field)}`);
    });
    return fields.sort();
  }
  return membersOf(value, within);
}

function membersOf(value, within) {
  const members = Object.entries(value).filter(([name]) => !times.has(name));
  // Assigned, a member called __proto__ would be a property on some hosts and the prototype on others.
  return Object.fromEntries(members.map(([name, member]) => [name, show(member, within)]));
}

/** An error with its classes, its message, whatever else it has, and its causes. */
function showError(error, within) {
  const classes = errorClasses.filter(([, type]) => error instanceof type).map(([name]) => name);
  // Hosts give these different members.
  const { message, cause, ...members } = error instanceof DOMException ? {} : error;
  return {
    classes,
    ...membersOf(members, within),
    name: error.name,
    message: show(error.message),
    ...(error.cause !== undefined && { cause: show(error.cause, within) }),
  };
}

/** What a call gives: its value or its error. */
export async function attempt(act) {
  try {
    return { value: show(await act()) };
  } catch (error) {
    return { error: show(error) };
  }
}

/** A message in an envelope of SOAP 1.1, or of the namespace that is given. */
export const envelope = (body, { header = '', namespace = soap11 } = {}) =>
  `<s:Envelope xmlns:s="${namespace}">${header && `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`;

/** The answer of `put` with this content of its order; `id` is there. */
export const putAnswer = (content = '<title>A</title>', attributes = 'id="1"') =>
  envelope(`<PutResponse xmlns="${ns}"><PutResult ${attributes}>${content}</PutResult></PutResponse>`);

/** The answer of `describe`. */
export const describeAnswer = (text) =>
  envelope(`<DescribeResponse xmlns="${ns}"><DescribeResult>${text}</DescribeResult></DescribeResponse>`);

/** A fault of SOAP 1.1. */
export const fault11 = (detail = '', text = 'It failed', code = 's:Client') =>
  envelope(
    `<s:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring>${detail && `<detail>${detail}</detail>`}</s:Fault>`,
  );

/** A fault of SOAP 1.2. */
export const fault12 = (detail = '', text = 'It failed', code = 's:Sender') =>
  envelope(
    `<s:Fault><s:Code><s:Value>${code}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${text}</s:Text></s:Reason>${detail && `<s:Detail>${detail}</s:Detail>`}</s:Fault>`,
    { namespace: soap12 },
  );

/** The smallest order. */
export const order = { id: 1, title: 'A' };

/** Bytes as an answer has them. */
export const bytesOf = (body) => (typeof body === 'string' ? new TextEncoder().encode(body) : body);

/** A text of bytes, for what is sent. */
export const textOf = (body) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : body);

/**
 * A transport that gives answers in turn, the last for all further requests: texts, or objects with `status`, `type`, `headers`, `body`. An error is thrown; a function is
 * called with the request. `sent` gets the requests.
 */
export function transportOf(answers, sent = []) {
  const turns = Array.isArray(answers) ? [...answers] : [answers];
  return async (request) => {
    const { method, url, headers, body } = request;
    sent.push({ method, url, headers: { ...headers }, body: textOf(body) });
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    const answer = typeof turn === 'function' ? await turn(request) : turn;
    if (answer instanceof Error) {
      throw answer;
    }
    const parts = typeof answer === 'object' && !(answer instanceof Uint8Array) ? answer : { body: answer };
    const {
      status = 200,
      statusText = '',
      type = 'text/xml; charset=utf-8',
      headers: more = {},
      body: content,
    } = parts;
    const fields = new Headers({ ...(type && { 'Content-Type': type }), ...more });
    return { status, statusText, headers: fields, body: bytesOf(content ?? '') };
  };
}

/** Calls a method with the answers that a case gives; `requests` shows what was sent as well. */
export async function calling(answers, { method = 'put', input, options, call, requests = false } = {}) {
  const sent = [];
  const given = input ?? (method === 'put' ? { order } : { id: 7 });
  const result = await attempt(() =>
    new ShopClient({ baseUrl: 'http://shop.example', transport: transportOf(answers, sent), ...options })[method](
      given,
      call,
    ),
  );
  return requests ? { sent: show(sent), ...result } : result;
}

/** What is sent for an input. */
export const sending = (input, { method = 'put', options, call } = {}) =>
  calling(method === 'describe' ? describeAnswer('x') : putAnswer(), { method, input, options, call, requests: true });
