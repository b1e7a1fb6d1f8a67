import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { type Exchange, type ExchangerApiService, errorsApi, exchangerApi } from 'wallet-api';

class Exchanger implements ExchangerApiService {
  async exchange({ CurrencyToBuy, CurrencyToPay, amountToPay }: Exchange): Promise<number> {
    if (CurrencyToBuy === CurrencyToPay) {
      throw new SoapFault('These are the same currency.', { code: 'Client' });
    }
    return amountToPay > 0 ? 0 : -1;
  }
}

const server = createServer({
  services: [exchangerApi(new Exchanger()), errorsApi({ getErrorDesc: ({ errorCode }) => `Error ${errorCode}` })],
  namespaces: { api_namespace: 'http://wallet.example/api' },
});
const { url } = await server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1');
console.log(`listening on ${url}`); // four bindings, ExchangerApi.asmx?WSDL, and a help page
