import type { ErrorsApiService, GetErrorDesc } from 'wallet-api';
import { code } from './wallet.js';

const russian = 1049;

/**
 * Implements `ErrorsApiService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class ErrorsApiImplementation implements ErrorsApiService {
  async getErrorDesc({ errorCode, cultureCode }: GetErrorDesc): Promise<string | undefined> {
    const inRussian = cultureCode === russian;
    switch (errorCode) {
      case code.done:
        return inRussian ? 'Выполнено' : 'Done';
      case code.wrongValue:
        return inRussian ? 'Неверное значение' : 'A value is wrong';
      case code.wrongCode:
        return inRussian ? 'Неверный код' : 'The code is wrong';
      case code.nothingToDo:
        return inRussian ? 'Уже сделано' : 'That is so already';
      default:
        return undefined;
    }
  }
}
