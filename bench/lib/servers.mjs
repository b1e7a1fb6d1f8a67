import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { namespace, pingInput, plain, recordsIn100kB, recordsOf } from './records.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const fields = (value) =>
  Object.entries(value)
    .map(([name, text]) => `<${name}>${String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;')}</${name}>`)
    .join('');
const envelope = (name, content) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${name} xmlns="${namespace}">${content}</${name}></soap:Body></soap:Envelope>`;

const many = recordsOf(recordsIn100kB);
const inputs = {
  Ping: [fields(pingInput), pingInput],
  Put: [many.map((record) => `<record>${fields(record)}</record>`).join(''), { record: plain(many) }],
  List: [`<count>${recordsIn100kB}</count>`, { count: recordsIn100kB }],
};

/** The request for an operation, as the load process sends it: SOAP 1.1, or JSON. */
function requestFor(operation, isJson) {
  const [content, value] = inputs[operation];
  return isJson
    ? { path: `/${operation}`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }
    : {
        path: '/Records.asmx',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}/${operation}"` },
        body: envelope(operation, content),
      };
}

const answerOf = async (child, message) => {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
};

/** Starts the load process. */
export function startLoad() {
  return fork(here('load.mjs'));
}

/** Starts a server of a kind; `build` is the folder of another build of the product. */
export async function startServer(kind, build) {
  const child = fork(here('serve.mjs'), build === undefined ? [kind] : [kind, build]);
  const [{ port }] = await once(child, 'message');
  return { child, port, isJson: kind.endsWith('JSON') };
}

/** Loads a server for a time: requests a second, latencies in milliseconds, and the processor time of the server's process for each request in microseconds. */
export async function measure(load, { child, port, isJson }, { operation, connections, milliseconds }) {
  const before = await answerOf(child, 'usage');
  const result = await answerOf(load, { ...requestFor(operation, isJson), port, connections, milliseconds });
  const after = await answerOf(child, 'usage');
  return { ...result, cpu: (after.cpu - before.cpu) / result.requests, memory: after.memory };
}
