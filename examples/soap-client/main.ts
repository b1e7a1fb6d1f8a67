import { createServer } from '@wsdl-codegen/runtime/node';
import { createClientAsync } from 'soap';
import { namespaces, walletServices } from '../services/all.js';

const server = await createServer({ services: walletServices(), namespaces }).listen(0, '127.0.0.1');

// The package `soap` knows our service from its WSDL alone.
const client = await createClientAsync(`${server.url}/ExchangerApi.asmx?WSDL`);
const order = { sessionId: 's', CurrencyToBuy: 'z'.charCodeAt(0), CurrencyToPay: 'r'.charCodeAt(0), amountToPay: 12.5 };
const { ExchangerApi } = client as unknown as { ExchangerApi: Record<string, Record<string, SoapMethod>> };

for (const port of ['ExchangerApiSoap', 'ExchangerApiSoap12']) {
  const result = await called(ExchangerApi[port]?.Exchange, order);
  console.log(port, result);
}
await server.close();

type SoapMethod = (input: object, callback: (error: unknown, result: unknown) => void) => void;

function called(method: SoapMethod | undefined, input: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    method?.(input, (error, result) => (error ? reject(error) : resolve(result)));
  });
}
