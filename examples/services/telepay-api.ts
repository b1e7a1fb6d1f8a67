import type { TelepayApiService, TelepaySchedulerConfirmCreate } from 'wallet-api';
import { code, requireSession } from './wallet.js';

/**
 * Implements `TelepayApiService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class TelepayApiImplementation implements TelepayApiService {
  async telepaySchedulerConfirmCreate(input: TelepaySchedulerConfirmCreate): Promise<number> {
    requireSession(input.sessionId);
    return /^\d{4}$/.test(input.code ?? '') ? code.done : code.wrongCode;
  }
}
