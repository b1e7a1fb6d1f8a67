// The npm package `soap` as a client: a call a line on stdin, its result a line on stdout.
import { createInterface } from 'node:readline';
import { createClientAsync } from 'soap';
import { hex, unbits, unhex } from '../../cases.mjs';

const baseUrl = process.env.INTEROP_BASE_URL;
const geoNamespace = process.env.INTEROP_GEO_NAMESPACE;
const clients = new Map();

async function port(service, binding) {
  const locator = service === 'AddressLocator';
  const url = `${baseUrl}${locator ? '/geosrvex/AddressLocator.svc?wsdl' : `/${service}.asmx?WSDL`}`;
  const key = `${service} ${binding}`;
  if (!clients.has(key)) {
    clients.set(
      key,
      await createClientAsync(url, { forceSoap12Headers: binding === 'soap12', preserveWhitespace: true }),
    );
  }
  const name = locator ? 'BasicEndPoint' : `${service}${binding === 'soap12' ? 'Soap12' : 'Soap'}`;
  return clients.get(key)[service][name];
}

function plainValue({ type, value }) {
  if (type === 'string') {
    return unhex(value);
  }
  if (type === 'double') {
    return unbits(value);
  }
  return type === 'int' || type === 'char' ? Number(value) : value;
}

const escaped = (text) => text.replace(/[<>&\r]/g, (c) => escapes[c]);
const escapes = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\r': '&#13;' };

async function handle(call) {
  const method = (await port(call.service, call.binding))[call.operation];
  const locator = call.service === 'AddressLocator';
  const input = locator
    ? {
        _xml: `<${call.operation} xmlns="${geoNamespace}"><address>${escaped(unhex(call.args[0].value))}</address></${call.operation}>`,
      }
    : Object.fromEntries(call.args.map((a) => [a.name, plainValue(a)]));
  const answer = await new Promise((resolve, reject) => {
    method(input, (error, result) => (error ? reject(error) : resolve(result)));
  });
  const result = answer?.[`${call.operation}Result`];
  if (result === undefined || result === null) {
    return { type: 'null', value: '' };
  }
  if (typeof result === 'object') {
    return { type: 'string', value: hex(result.$value ?? '') };
  }
  return typeof result === 'number' ? { type: 'int', value: String(result) } : { type: 'string', value: hex(result) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  let result;
  try {
    result = await handle(call);
  } catch (error) {
    const fault = error.root?.Envelope?.Body?.Fault;
    const reason = fault?.faultstring ?? fault?.Reason?.Text;
    const text = typeof reason === 'object' ? reason.$value : reason;
    result =
      fault === undefined
        ? { type: 'error', value: hex(String(error.message)) }
        : { type: 'fault', value: hex(String(text)) };
  }
  process.stdout.write(`${JSON.stringify({ id: call.id, ...result })}\n`);
}
