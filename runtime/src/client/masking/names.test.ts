import { SecretNames, wordsOf } from './names.js';
import { aboutWords, finalWords, secretEndings, secretParts, secretWords } from './words.js';

const names = new SecretNames();

describe('words of a name', () => {
  it.each([
    ['newPassword', 'new password'],
    ['APIKey', 'api key'],
    ['sessionID', 'session id'],
    ['X-Api-Key', 'x api key'],
    ['client_secret', 'client secret'],
    ['cvv2', 'cvv 2'],
    ['user[password]', 'user password'],
    ['connect.sid', 'connect sid'],
    ['НовыйПароль', 'новый пароль'],
    ['', ''],
    ['--', ''],
  ])('%s', (name, words) => {
    expect(wordsOf(name).join(' ')).toBe(words);
  });
});

describe('secret names', () => {
  it.each([
    ...[
      'newPassword',
      'oldPassword',
      'userPassword',
      'PasswordHash',
      'passwordConfirm',
      'PASSWORD',
      'pass_word',
      'login_pass',
    ],
    ...[
      'session_id',
      'sessionID',
      'SESSIONID',
      'SessionKey',
      'sid',
      'connect.sid',
      'PHPSESSID',
      'userSession',
      'session',
    ],
    ...[
      'auth_token',
      'authToken',
      'id_token',
      'accessTokenSecret',
      'accesstoken',
      'refreshToken2',
      'X-Vault-Token',
      'jwt',
      'Bearer',
    ],
    ...[
      'client_secret',
      'clientsecret',
      'apiSecret',
      'SecretKey',
      'private_key',
      'PrivateKey',
      'X-Api-Key',
      'APIKey',
      'APIkey',
      'accessKey',
    ],
    ...[
      'AuthKey',
      'authHash',
      'X-Auth',
      'authTicket',
      'ticket',
      'AWSAccessKeyId',
      'X-Amz-Signature',
      'Ocp-Apim-Subscription-Key',
    ],
    ...[
      'otp',
      'OTPCode',
      'smsCode',
      'pin',
      'PinCode',
      'pinCode',
      'PINCode',
      'user_pin',
      'cvv',
      'cvv2',
      'credit card cvc',
      'cardNumber',
    ],
    ...[
      'passphrase',
      'passcode',
      'credential',
      'UserCredentials',
      'hash',
      'Signature',
      'Authorization',
      'Set-Cookie',
      'csrf_token',
    ],
    ...[
      'wsse:Password',
      'wsse:BinarySecurityToken',
      'a:SESSIONID',
      'user[password]',
      'connectionString',
      'Passwort',
      'contraseña',
      'motDePasse',
    ],
  ])('%s', (name) => {
    expect(names.isSecret(name)).toBe(true);
  });

  it.each([
    ...[
      'author',
      'authors',
      'authority',
      'tokenize',
      'tokenizer',
      'passenger',
      'compass',
      'passport',
      'bypass',
      'keyboard',
      'monkey',
      'key',
    ],
    ...[
      'shopping',
      'spinner',
      'pinned',
      'opinion',
      'secretary',
      'sessions',
      'obsession',
      'hashtag',
      'contentHash',
      'piñata',
    ],
    ...[
      'pinCount',
      'tokenType',
      'token_type',
      'passwordLength',
      'sessionTimeout',
      'passwordPolicy',
      'sessionTitle',
      'ticketId',
    ],
    ...[
      'primaryKey',
      'foreignKey',
      'id',
      'name',
      'code',
      'errorCode',
      'p_in',
      'token:Order',
      'InvalidTokenFault',
      'PublicKeyToken',
    ],
    ...['wsse:UsernameToken', 'SecurityTokenReference', '', '_', '42'],
  ])('not %s', (name) => {
    expect(names.isSecret(name)).toBe(false);
  });

  it.each([
    'Key',
    'X-Key',
    'X-Session-Ref',
    'Authentication-Info',
    'Proxy-Authorization',
    'cookie2',
    'Signature-Input',
  ])('of headers: %s', (name) => {
    expect(names.isSecretHeader(name)).toBe(true);
  });

  it.each(['Accept', 'Keep-Alive', 'WWW-Authenticate', 'X-Author', 'SOAPAction', 'Content-Type', 'X-Auth-Method'])(
    'not of headers: %s',
    (name) => {
      expect(names.isSecretHeader(name)).toBe(false);
    },
  );

  it('are looked at near their end, however long they are', () => {
    expect(names.isSecret(`${'a.'.repeat(100_000)}password`)).toBe(true);
    expect(names.isSecret(`password${'.a'.repeat(100_000)}`)).toBe(false);
  });

  it('include those that the user adds, but not those that the user excludes', () => {
    const own = new SecretNames({ words: ['customer number', 'x1', 'key.+', '!'], except: ['PIN_Code', 'Ticket'] });
    for (const name of ['customerNumber', 'old_customer_number', 'CUSTOMERNUMBER', 'x1', 'x_1', 'key', 'password']) {
      expect([name, own.isSecret(name)]).toEqual([name, true]);
    }
    for (const name of ['customer', 'number', 'pinCode', 'ticket', 'x2']) {
      expect([name, own.isSecret(name)]).toEqual([name, false]);
    }
    expect(own.isSecret('newPinCode')).toBe(true);
  });
});

it('the words are in the form in which they are compared', () => {
  for (const word of [...secretWords, ...finalWords, ...aboutWords, ...secretParts, ...secretEndings]) {
    expect(wordsOf(word)).toEqual([word]);
  }
});
