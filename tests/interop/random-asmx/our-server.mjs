import { createServer } from '@wsdl-codegen/runtime/node';

/** Methods that answer what they get; their number is in their name, as it is in that of the operation. */
function echoing({ operations }) {
  const methods = {};
  for (const { number, kind, style, parameters, headerName } of operations) {
    const answer = answerOf(style, parameters);
    methods[`give${number}`] = () => undefined;
    methods[`${kind === 'oneWay' ? 'tell' : 'echo'}${number}`] = (input, context) => {
      if (headerName !== undefined && context.soapHeaders[headerName] !== undefined) {
        context.responseSoapHeaders[headerName] = context.soapHeaders[headerName];
      }
      return kind === 'oneWay' ? undefined : answer(input);
    };
  }
  return methods;
}

function answerOf(style, parameters) {
  if (style === 'bare') {
    return (input) => input;
  }
  const echoed = parameters.filter((parameter) => parameter.echoed);
  const property = ({ wire, isOptional }) => (wire in {} && isOptional ? `${wire}$element` : wire);
  const [only] = echoed;
  return echoed.length === 1
    ? (input) => input[property(only)]
    : (input) => Object.fromEntries(echoed.map((each) => [property(each), input[property(each)]]));
}

/** Our server of the services, in which each method answers what it gets. */
export async function serve(services, generated) {
  const registrations = services.map((service) => {
    const methods = echoing(service);
    // An operation of which only the half over SOAP could be united is two.
    const other = new Proxy(methods, { get: (target, name) => target[name] ?? (() => undefined), has: () => true });
    return generated[service.name.toLowerCase()](other);
  });
  const server = createServer({ services: registrations });
  const listening = await server.listen(0, '127.0.0.1');
  return { url: listening.url, close: () => listening.close() };
}
