import { SoapFaultError } from '@wsdl-codegen/runtime';
import { ErrorsApiClient, ExchangerApiClient } from 'wallet-api';

const options = {
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  namespaces: { api_namespace: 'http://wallet.example/api' },
};
const exchanger = new ExchangerApiClient(options); // SOAP 1.1, unless a call says otherwise
const errors = new ErrorsApiClient({ ...options, binding: 'httpGet' });

try {
  const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
  const code = await exchanger.exchange(order, { binding: 'soap12', timeoutMs: 5_000 });
  console.log('exchanged:', code, await errors.getErrorDesc({ errorCode: code, cultureCode: 1033 }));
  await exchanger.exchange({ ...order, CurrencyToPay: 'z' });
} catch (error) {
  console.log('refused:', error instanceof SoapFaultError ? error.reason : error);
}
