/**
 * One call of every operation, written from the service's specification alone: names, order and types of the parameters are
 * repeated here by hand, so that a mistake in the descriptors or in the generator cannot hide in what it is compared with.
 */

/** A parameter of a call and how it must look on the wire. */
export interface ExpectedParameter {
  readonly name: string;
  readonly value: string | number | bigint | boolean;
  /** Text of its element in a SOAP body. */
  readonly soap: string;
  /** Text in a query or form, before escaping, where that is another one. */
  readonly form?: string;
}

/** A call of an operation. */
export interface ExpectedCall {
  readonly group: string;
  readonly path: string;
  readonly operation: string;
  readonly parameters: readonly ExpectedParameter[];
  /** Root element of GET and POST answers. */
  readonly root: 'int' | 'string';
  readonly result: number | string;
}

const text = (name: string, value: string): ExpectedParameter => ({ name, value, soap: value });
const int = (name: string, value: number): ExpectedParameter => ({ name, value, soap: String(value) });
const long = (name: string, value: bigint): ExpectedParameter => ({ name, value, soap: String(value) });
const boolean = (name: string, value: boolean): ExpectedParameter => ({ name, value, soap: value ? 'true' : 'false' });
const double = (name: string, value: number, soap: string): ExpectedParameter => ({ name, value, soap });
const char = (name: string, value: string, codeUnit: number): ExpectedParameter => ({
  name,
  value,
  soap: String(codeUnit),
  form: value,
});

const account = { group: 'AccountApi', path: '/AccountApi.asmx', root: 'int' } as const;
const push = { group: 'PushApi', path: '/PushApi.asmx', root: 'int' } as const;

/** The ten operations of the wallet API. */
export const walletCalls: readonly ExpectedCall[] = [
  {
    ...account,
    operation: 'MarkAllOperationsAsReadForCurrency',
    parameters: [text('sessionId', '4f1c'), text('currency', 'TRY')],
    result: 17,
  },
  {
    ...account,
    operation: 'MarkAllMessagesAsReadForContact',
    parameters: [text('sessionId', '<a> & "b" \'c\''), text('wmid', 'Ольга 🙂')],
    result: 2147483647,
  },
  {
    ...account,
    operation: 'ContactSetFavorite',
    parameters: [text('sessionId', ''), text('wmid', '  two  spaces  '), boolean('value', false)],
    result: 0,
  },
  {
    ...account,
    operation: 'TopupAtmCard',
    parameters: [
      text('sessionId', '4f1c'),
      long('id', -9223372036854775808n),
      double('amount', 1e21, '1E+21'),
      text('purseFrom', 'Z1+1=2&x=y;100%'),
    ],
    result: -2147483648,
  },
  {
    ...account,
    operation: 'MarkOperationAsRead',
    parameters: [text('sessionId', 'line 1\nline 2\ttab'), long('id', 9223372036854775807n)],
    result: -1,
  },
  {
    group: 'TelepayApi',
    path: '/TelepayApi.asmx',
    root: 'int',
    operation: 'TelepaySchedulerConfirmCreate',
    parameters: [
      text('sessionId', '4f1c'),
      int('profileId', -2147483648),
      int('taskId', 2147483647),
      text('code', '0071'),
    ],
    result: 1,
  },
  {
    group: 'ExchangerApi',
    path: '/ExchangerApi.asmx',
    root: 'int',
    operation: 'Exchange',
    parameters: [
      text('sessionId', '4f1c'),
      char('CurrencyToBuy', 'z', 122),
      char('CurrencyToPay', 'r', 114),
      double('amountToPay', 0.1, '0.1'),
    ],
    result: 100500,
  },
  {
    ...push,
    operation: 'UnsubscribeWithAuthTicket',
    parameters: [text('ticket', 'T/1?'), text('wmid', '123456789012'), text('pushServiceUserId', 'é~-_.!*()')],
    result: 0,
  },
  {
    ...push,
    operation: 'UnsubscribeApp',
    parameters: [
      text('appId', 'app'),
      text('userId', 'u'),
      text('pushServiceUserId', 'device 1'),
      text('authHash', 'q83vEjRWeJA='),
    ],
    result: 0,
  },
  {
    group: 'ErrorsApi',
    path: '/ErrorsApi.asmx',
    root: 'string',
    operation: 'GetErrorDesc',
    parameters: [int('errorCode', -5), int('cultureCode', 1049)],
    result: 'Нет <средств> & "лимит" 🙁',
  },
];

/** The four operations of the address locator, with the text that each case sends and gets in an element of its own. */
export const locatorOperations: readonly string[] = ['Parse', 'ParseWithHouse', 'GeoCode', 'CheckPostIndex'];
