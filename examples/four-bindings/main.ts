import { createServer } from '@wsdl-codegen/runtime/node';
import {
  AccountApiClient,
  CurrencyCode,
  ErrorsApiClient,
  ExchangerApiClient,
  PushApiClient,
  TelepayApiClient,
} from 'wallet-api';
import { namespaces, walletServices } from '../services/all.js';

const sessionId = 's';
const server = await createServer({ services: walletServices(), namespaces }).listen(0, '127.0.0.1');

for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
  const options = { baseUrl: server.url, namespaces, binding };
  const account = new AccountApiClient(options);
  const telepay = new TelepayApiClient(options);
  const exchanger = new ExchangerApiClient(options);
  const push = new PushApiClient(options);
  const errors = new ErrorsApiClient(options);

  const results = [
    await account.markAllOperationsAsReadForCurrency({ sessionId, currency: CurrencyCode.wmz }),
    await account.markAllMessagesAsReadForContact({ sessionId, wmid: 'Ольга 🙂' }),
    await account.contactSetFavorite({ sessionId, wmid: binding, value: true }),
    await account.contactSetFavorite({ sessionId, wmid: binding, value: true }),
    await account.topupAtmCard({ sessionId, id: 9007199254740993n, amount: 12.5, purseFrom: 'Z123' }),
    await account.markOperationAsRead({ sessionId, id: -1n }),
    await telepay.telepaySchedulerConfirmCreate({ sessionId, profileId: 1, taskId: 2, code: '0071' }),
    await exchanger.exchange({ sessionId, CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 100 }),
    await push.unsubscribeWithAuthTicket({ ticket: 't', wmid: '123456789012', pushServiceUserId: 'device' }),
    await push.unsubscribeApp({ appId: 'a', userId: 'u', pushServiceUserId: 'device', authHash: '' }),
  ];
  const description = await errors.getErrorDesc({ errorCode: -3, cultureCode: 1049 });
  console.log(binding.padEnd(8), results.join(' '), description);
}
await server.close();
