import type {
  AccountApiService,
  ContactSetFavorite,
  MarkAllMessagesAsReadForContact,
  MarkAllOperationsAsReadForCurrency,
  MarkOperationAsRead,
  TopupAtmCard,
} from 'wallet-api';
import { code, requireSession } from './wallet.js';

/**
 * Implements `AccountApiService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class AccountApiImplementation implements AccountApiService {
  readonly #favorites = new Set<string>();

  async markAllOperationsAsReadForCurrency(input: MarkAllOperationsAsReadForCurrency): Promise<number> {
    requireSession(input.sessionId);
    return input.currency === 'Unknown' ? code.wrongValue : code.done;
  }

  async markAllMessagesAsReadForContact(input: MarkAllMessagesAsReadForContact): Promise<number> {
    requireSession(input.sessionId);
    return input.wmid ? code.done : code.wrongValue;
  }

  async contactSetFavorite({ sessionId, wmid, value }: ContactSetFavorite): Promise<number> {
    requireSession(sessionId);
    if (!wmid) return code.wrongValue;
    if (this.#favorites.has(wmid) === value) return code.nothingToDo;
    if (value) this.#favorites.add(wmid);
    else this.#favorites.delete(wmid);
    return code.done;
  }

  async topupAtmCard({ sessionId, id, amount, purseFrom }: TopupAtmCard): Promise<number> {
    requireSession(sessionId);
    return id > 0n && amount > 0 && purseFrom ? code.done : code.wrongValue;
  }

  async markOperationAsRead({ sessionId, id }: MarkOperationAsRead): Promise<number> {
    requireSession(sessionId);
    return id > 0n ? code.done : code.wrongValue;
  }
}
