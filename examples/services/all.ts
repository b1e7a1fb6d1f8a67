import type { ServiceRegistration } from '@wsdl-codegen/runtime';
import { accountApi, errorsApi, exchangerApi, pushApi, telepayApi } from 'wallet-api';
import { AccountApiImplementation } from './account-api.js';
import { ErrorsApiImplementation } from './errors-api.js';
import { ExchangerApiImplementation } from './exchanger-api.js';
import { PushApiImplementation } from './push-api.js';
import { TelepayApiImplementation } from './telepay-api.js';

/** The wallet's five services, for `createServer`. */
export function walletServices(): readonly ServiceRegistration[] {
  return [
    accountApi(new AccountApiImplementation()),
    telepayApi(new TelepayApiImplementation()),
    exchangerApi(new ExchangerApiImplementation()),
    pushApi(new PushApiImplementation()),
    errorsApi(new ErrorsApiImplementation()),
  ];
}

/** The value of `{api_namespace}` in these examples. */
export const namespaces = { api_namespace: 'http://wallet.example/api' };
