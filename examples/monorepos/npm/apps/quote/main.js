import { RatesClient, rates } from '@example/rates';
import { createServer } from '@wsdl-codegen/runtime/node';

// A stand-in for the service: it is on this machine, so the program runs without a network.
const table = { 'EUR USD': 1.1, 'USD EUR': 0.9 };
const service = rates({ getRate: ({ from, to }) => table[`${from} ${to}`] ?? Number.NaN });
const { url, close } = await createServer({ services: [service] }).listen(0, '127.0.0.1');

const client = new RatesClient({ address: `${url}/Rates.asmx` });
const rate = await client.getRate({ from: 'EUR', to: 'USD' });
console.log(`20 EUR are ${(20 * rate).toFixed(2)} USD`);
await close();
