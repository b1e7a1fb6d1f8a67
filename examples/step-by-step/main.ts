import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CompareRule, fallback, shadow, unfinished } from '@wsdl-codegen/migration';
import { createServer, type NodeServer } from '@wsdl-codegen/runtime/node';
import { AccountApiClient, type AccountApiService, accountApi, ErrorsApiClient, errorsApi } from 'wallet-api';
import { AccountApiImplementation } from '../services/account-api.js';
import { namespaces, walletServices } from '../services/all.js';

// Replaces the wallet's AccountApi.asmx one operation after the other, while it is in use. The older service is at the address on the command line; without one,
// a server of this process takes its part.
const standIn = process.argv[2] === undefined ? createServer({ services: walletServices(), namespaces }) : undefined;
const listening = await standIn?.listen(0, '127.0.0.1');
const older = process.argv[2] ?? listening?.url ?? '';

const order = [
  'markOperationAsRead',
  'markAllOperationsAsReadForCurrency',
  'markAllMessagesAsReadForContact',
  'contactSetFavorite',
  'topupAtmCard',
] as const satisfies readonly (keyof AccountApiService)[];
const rules: readonly CompareRule[] = [{ path: '//faultstring', as: 'ignored' }];
const differences = new Set<string>();
const outcomes = new Map<string, number>();

/** The server with so many operations of its own; all others are those of the older service. */
function serverWith(count: number): NodeServer {
  const account = new AccountApiImplementation();
  const methods = order.slice(0, count).map((name) => [name, account[name].bind(account)]);
  return createServer({
    services: [
      accountApi(unfinished<AccountApiService>(Object.fromEntries(methods))),
      // A mistake that callers are not to see: they get the older answer until it is mended.
      errorsApi({ getErrorDesc: ({ errorCode }) => (errorCode === 0 ? 'Done!' : undefined) }),
    ],
    namespaces,
    fallback: fallback({ baseUrl: older, pages: true, otherPaths: true }),
    shadow: shadow({
      baseUrl: older,
      operations: ['GetErrorDesc'],
      answer: 'older',
      rules,
      onDifference: ({ operation, differences: found }) => {
        for (const { path, here, there } of found) {
          differences.add(`${operation} ${path}: ${here} here, ${there} there`);
        }
      },
      onCompared: (_, outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1),
    }),
  });
}

let current = serverWith(0);
const front = createHttpServer((request, response) => current.nodeListener(request, response));
front.listen(0, '127.0.0.1');
await once(front, 'listening');
const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

const sessionId = 's';
const errors = new ErrorsApiClient({ baseUrl, namespaces });

/** One call of each operation, over one binding; how many gave no right answer. */
async function callAll(binding: 'soap11' | 'soap12' | 'httpGet' | 'httpPost'): Promise<number> {
  const account = new AccountApiClient({ baseUrl, namespaces, binding });
  const calls = await Promise.allSettled([
    account.markOperationAsRead({ sessionId, id: 1n }),
    account.markAllOperationsAsReadForCurrency({ sessionId, currency: 'wmz' }),
    account.markAllMessagesAsReadForContact({ sessionId, wmid: 'w' }),
    account.contactSetFavorite({ sessionId, wmid: binding, value: true }),
    account.topupAtmCard({ sessionId, id: 5n, amount: 1.5, purseFrom: 'Z1' }),
    errors.getErrorDesc({ errorCode: 0, cultureCode: 1033 }, { binding }),
  ]);
  return calls.filter((call) => call.status === 'rejected' || call.value === 'Done!').length;
}

let lost = 0;
for (let count = 0; count <= order.length; count++) {
  // The server changes while calls are under way.
  const calls = (['soap11', 'soap12', 'httpGet', 'httpPost'] as const)
    .flatMap((each) => [each, each, each])
    .map(callAll);
  current = serverWith(count);
  lost += (await Promise.all(calls)).reduce((sum, each) => sum + each, 0);
  console.log(`${count} of ${order.length} operations are here, calls lost: ${lost}`);
}
while ([...outcomes.values()].reduce((sum, each) => sum + each, 0) < 12 * (order.length + 1)) {
  await new Promise((resolve) => setTimeout(resolve, 10));
}
console.log([...differences].sort().join('\n'));
front.close();
front.closeAllConnections();
await listening?.close();
