import type { Exchange, ExchangerApiService } from 'wallet-api';
import { code, requireSession } from './wallet.js';

/**
 * Implements `ExchangerApiService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class ExchangerApiImplementation implements ExchangerApiService {
  async exchange({ sessionId, CurrencyToBuy, CurrencyToPay, amountToPay }: Exchange): Promise<number> {
    requireSession(sessionId);
    if (CurrencyToBuy === CurrencyToPay) return code.nothingToDo;
    return amountToPay > 0 ? code.done : code.wrongValue;
  }
}
