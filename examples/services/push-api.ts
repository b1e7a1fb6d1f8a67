import type { ServiceContext } from '@wsdl-codegen/runtime';
import type { PushApiService, UnsubscribeApp, UnsubscribeWithAuthTicket } from 'wallet-api';
import { code } from './wallet.js';

/**
 * Implements `PushApiService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class PushApiImplementation implements PushApiService {
  /**
   * Cancels the push notification subscription of a wallet user's device
   */
  async unsubscribeWithAuthTicket(input: UnsubscribeWithAuthTicket, context: ServiceContext): Promise<number> {
    // The second parameter says what there is to know about the call.
    context.responseHeaders['X-Device'] = encodeURIComponent(input.pushServiceUserId ?? '');
    return input.ticket ? code.done : code.wrongValue;
  }

  /**
   * Unsubscribes an application user's device from push notifications
   */
  async unsubscribeApp(input: UnsubscribeApp): Promise<number> {
    return input.authHash ? code.done : code.wrongValue;
  }
}
