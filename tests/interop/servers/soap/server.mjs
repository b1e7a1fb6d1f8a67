// The npm package `soap` as a server: every method writes what it got to stdout.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from 'soap';
import { answerOf, bits, faultReason, hex, services, texts } from '../../cases.mjs';

const url = new URL(process.argv[2]);
const escapes = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\r': '&#13;' };
const escaped = (text) => text.replace(/[<>&\r]/g, (c) => escapes[c]);

function token({ type }, value) {
  if (value === undefined || value === null) {
    return 'null';
  }
  if (type === 'string') {
    return hex(String(value?.$value ?? value));
  }
  return type === 'double' ? bits(Number(value)) : String(value);
}

/** Methods of one port. */
function methodsOf(service) {
  const methods = {};
  for (const [operation, parameters] of Object.entries(services[service])) {
    methods[operation] = (input) => {
      const args = parameters.map((p) => token(p, input?.[p.name]));
      process.stdout.write(`${JSON.stringify({ operation, args })}\n`);
      const name = `${operation}Result`;
      if (service === 'AddressLocator') {
        const content = escaped(Buffer.from(args[0] === 'null' ? '' : args[0], 'hex').toString());
        return {
          _xml: `<${operation}Response xmlns="${process.env.INTEROP_GEO_NAMESPACE}"><${name}>${content}</${name}></${operation}Response>`,
        };
      }
      if (operation !== 'GetErrorDesc') {
        return { [name]: answerOf(operation, args) };
      }
      const code = Number(args[0]);
      if (code < 0) {
        throw { Fault: { faultcode: 'soap:Server', faultstring: faultReason } };
      }
      return code < texts.length ? { [name]: texts[code] } : {};
    };
  }
  return methods;
}

const http = createServer((_request, response) => response.end());
http.listen(Number(url.port), '127.0.0.1', () => {
  for (const service of Object.keys(services)) {
    const locator = service === 'AddressLocator';
    const methods = methodsOf(service);
    const ports = locator ? { BasicEndPoint: methods } : { [`${service}Soap`]: methods, [`${service}Soap12`]: methods };
    const path = locator ? '/geosrvex/AddressLocator.svc' : `/${service}.asmx`;
    const xml = readFileSync(`${process.env.INTEROP_WSDL}/${service}.wsdl`, 'utf8');
    const server = listen(http, { path, services: { [service]: ports }, xml });
    // The option of `listen` is read by nobody: without this the server trims every text.
    server.wsdl.options.preserveWhitespace = true;
  }
  process.stdout.write(`${JSON.stringify({ ready: url.origin })}\n`);
});
