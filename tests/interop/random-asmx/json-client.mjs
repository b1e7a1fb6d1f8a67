import { createGateway } from '@wsdl-codegen/gateway';

/**
 * Calls the methods of a client as JSON, through a gateway in front of it: what comes back is JSON and goes back as it is. The options of calls are left out, as callers of a
 * gateway have none.
 */
export function jsonClient(client, service) {
  const gateway = createGateway({ services: [{ client, validateAnswers: false }], includeErrorDetail: true });
  const call = async (method, input) => {
    const response = await gateway.fetch(
      new Request(`http://gateway.example/${service}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        ...(input !== undefined && { body: JSON.stringify(input) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`the gateway answered ${response.status}: ${JSON.parse(text).detail} ${text}`);
    }
    return text === '' ? undefined : JSON.parse(text);
  };
  return new Proxy({}, { get: (_, method) => (input) => call(method, input) });
}
