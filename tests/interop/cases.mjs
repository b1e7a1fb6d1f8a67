/**
 * The calls: every operation with values that show whether each parameter arrived bit for bit.
 *
 * On the wire between the runner and the drivers a value is text without anything to escape: string: UTF-8 in hex · int,
 * long: decimal · double: its 64 bits in hex, big-endian · char: UTF-16 code unit in decimal · boolean: true or false · enum:
 * member name · a missing string: null
 */
export const namespace = 'http://wallet.example/api';
export const geoNamespace = 'http://geo.example/';
export const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'];

const string = (name) => ({ name, type: 'string' });
const typed = (type, name) => ({ name, type });

/** Services, their operations and parameters in order. */
export const services = {
  AccountApi: {
    MarkAllOperationsAsReadForCurrency: [string('sessionId'), typed('enum', 'currency')],
    MarkAllMessagesAsReadForContact: [string('sessionId'), string('wmid')],
    ContactSetFavorite: [string('sessionId'), string('wmid'), typed('boolean', 'value')],
    TopupAtmCard: [string('sessionId'), typed('long', 'id'), typed('double', 'amount'), string('purseFrom')],
    MarkOperationAsRead: [string('sessionId'), typed('long', 'id')],
  },
  TelepayApi: {
    TelepaySchedulerConfirmCreate: [
      string('sessionId'),
      typed('int', 'profileId'),
      typed('int', 'taskId'),
      string('code'),
    ],
  },
  ExchangerApi: {
    Exchange: [
      string('sessionId'),
      typed('char', 'CurrencyToBuy'),
      typed('char', 'CurrencyToPay'),
      typed('double', 'amountToPay'),
    ],
  },
  PushApi: {
    UnsubscribeWithAuthTicket: [string('ticket'), string('wmid'), string('pushServiceUserId')],
    UnsubscribeApp: [string('appId'), string('userId'), string('pushServiceUserId'), string('authHash')],
  },
  ErrorsApi: {
    GetErrorDesc: [typed('int', 'errorCode'), typed('int', 'cultureCode')],
  },
  AddressLocator: {
    Parse: [string('address')],
    ParseWithHouse: [string('address')],
    GeoCode: [string('address')],
    CheckPostIndex: [string('address')],
  },
};

/** Strings in which stacks go wrong, by a name for the report. */
export const strings = {
  empty: '',
  plain: 'plain',
  markup: `<>&"'`,
  cyrillic: 'Привет, мир',
  emoji: '😀 𝔘',
  spaces: ' lead  trail ',
  blank: '   ',
  form: 'a+b%20c&d=e;f',
  tab: 'tab\tx',
  lf: 'line\nfeed',
  cr: 'carriage\rreturn',
  crlf: 'both\r\nof them',
  cdata: ']]>',
  script: '<script>1</script>',
  percent: '%u041F %zz 100%',
  separators: '\u0085\u2028\u00a0',
  combining: 'e\u0301\u200d',
  long: 'äöü'.repeat(2000),
};

const longs = [0n, 1n, -1n, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)];
const ints = [0, 1, -1, 2147483647, -2147483648];
const doubles = {
  0: 0,
  '-0': -0,
  1.5: 1.5,
  0.1: 0.1,
  '1/3': 1 / 3,
  '1e21': 1e21,
  '1e-7': 1e-7,
  '-1e300': -1e300,
  '17 digits': 123456789012345680,
  'least positive': 5e-324,
  greatest: 1.7976931348623157e308,
  NaN: Number.NaN,
  INF: Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
};
const chars = [...'zruRЯ &+1ü<"\t\n€'];
/** Members of `CurrencyCode`, in the descriptor's order. */
export const currencies =
  'Unknown wme wmz wmr wmc wmd wmx wmg wmu wmy wmb wmv wmk wml mdl TRY wmh trs tnd wmp wmf wmt wms'.split(' ');

/** The answers of `GetErrorDesc` for the error codes 0, 1, 2…; no text for a code beyond, a fault for a negative one. */
export const texts = Object.values(strings);
/** Reason of the fault. */
export const faultReason = 'Отказ: <no> & "why"';

export const hex = (text) => Buffer.from(text, 'utf8').toString('hex');
export const unhex = (text) => Buffer.from(text, 'hex').toString('utf8');

/** The 64 bits of a double in hex; NaN has one form, since no text format carries its payload. */
export function bits(value) {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return canonicalBits(buffer.toString('hex'));
}

export function unbits(text) {
  return Buffer.from(text, 'hex').readDoubleBE(0);
}

/** One form for all NaNs. */
export function canonicalBits(text) {
  return /^[7f]ff[0-9a-f]{13}$/.test(text) && !/^[7f]ff0{13}$/.test(text) ? '7ff8000000000000' : text;
}

/** The integer that every server answers: a hash of what arrived, so that a wrong result is seen too. */
export function answerOf(operation, args) {
  let hash = 7;
  for (const byte of Buffer.from(`${operation},${args.join(',')}`, 'latin1')) {
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return hash;
}

function call(service, operation, name, values) {
  const parameters = services[service][operation];
  return { service, operation, name, args: parameters.map((p, i) => ({ ...p, value: values[i] })) };
}

function stringCalls() {
  return Object.entries(strings).flatMap(([name, text]) => {
    const here = hex(text);
    return [
      call('AccountApi', 'MarkAllMessagesAsReadForContact', `string ${name}`, [here, hex('wmid')]),
      call('TelepayApi', 'TelepaySchedulerConfirmCreate', `string ${name}`, [hex('s'), '1', '2', here]),
      call('PushApi', 'UnsubscribeWithAuthTicket', `string ${name}`, [hex('t'), here, hex('u')]),
      call('PushApi', 'UnsubscribeApp', `string ${name}`, [hex('a'), hex('u'), here, hex('h')]),
    ];
  });
}

/** Every call of the wallet services, for one binding. */
export function walletCalls() {
  const s = hex('session');
  return [
    ...stringCalls(),
    ...currencies.map((c) => call('AccountApi', 'MarkAllOperationsAsReadForCurrency', `enum ${c}`, [s, c])),
    ...['true', 'false'].map((v) => call('AccountApi', 'ContactSetFavorite', `boolean ${v}`, [s, hex('w'), v])),
    ...longs.map((id) => call('AccountApi', 'MarkOperationAsRead', `long ${id}`, [s, String(id)])),
    ...longs.map((id) => call('AccountApi', 'TopupAtmCard', `long ${id}`, [s, String(id), bits(1.5), hex('Z1')])),
    ...Object.entries(doubles).map(([name, value]) =>
      call('AccountApi', 'TopupAtmCard', `double ${name}`, [s, '1', bits(value), hex('Z1')]),
    ),
    ...ints.map((i) =>
      call('TelepayApi', 'TelepaySchedulerConfirmCreate', `int ${i}`, [s, String(i), String(-(i + 1)), hex('c')]),
    ),
    ...chars.map((c) =>
      call('ExchangerApi', 'Exchange', `char ${JSON.stringify(c)}`, [s, String(c.charCodeAt(0)), '122', bits(1)]),
    ),
    ...Object.entries(doubles).map(([name, value]) =>
      call('ExchangerApi', 'Exchange', `double ${name}`, [s, '122', '114', bits(value)]),
    ),
    ...texts.map((_, i) => call('ErrorsApi', 'GetErrorDesc', `text ${Object.keys(strings)[i]}`, [String(i), '1033'])),
    call('ErrorsApi', 'GetErrorDesc', 'no text', [String(texts.length), '1049']),
    call('ErrorsApi', 'GetErrorDesc', 'fault', ['-1', '1049']),
  ];
}

/** Every call of the address locator. */
export function geoCalls() {
  return Object.keys(services.AddressLocator).flatMap((operation) =>
    Object.entries(strings).map(([name, text]) => call('AddressLocator', operation, `string ${name}`, [hex(text)])),
  );
}

/** The result that the driver of a client must report for a call: that of our server or of another one, which follow one rule. */
export function expectedResult({ service, operation, name, args, expected }) {
  if (expected !== undefined) {
    return expected;
  }
  if (operation === 'GetErrorDesc') {
    const code = Number(args[0].value);
    if (code < 0) {
      return { type: 'fault', value: hex(faultReason), name };
    }
    return code < texts.length ? { type: 'string', value: hex(texts[code]) } : { type: 'null', value: '' };
  }
  if (service === 'AddressLocator') {
    return { type: 'string', value: args[0].value };
  }
  return {
    type: 'int',
    value: String(
      answerOf(
        operation,
        args.map((a) => a.value),
      ),
    ),
  };
}
