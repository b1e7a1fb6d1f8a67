/**
 * The words by which names are recognized. They are in lower case; a word that people also write as several (`apiKey`, `api_key`) is written as
 * one. The guide lists them: keep the two alike.
 */

/** Words that make a name secret wherever they are in it. */
export const secretWords: readonly string[] = listed(
  'password passwords passwd pwd pswd passphrase passcode passwort kennwort motdepasse contrasena',
  'contraseña senha wachtwoord пароль secret secrets credential credentials creds token tokens jwt',
  'bearer authorization cookie cookies csrf xsrf samlresponse pin pins pincode mpin tpin otp totp hotp',
  'cvv cvc cvn csc authcode authhash authdata accesscode activationcode backupcode logincode mfacode',
  'recoverycode securitycode smscode verificationcode codeverifier oauthverifier accesskey accountkey',
  'apikey appkey authkey clientkey consumerkey encryptionkey functionskey hmackey licensekey loginkey',
  'masterkey partnerkey privatekey secretkey securitykey serviceskey sessionkey sharedkey signerkey',
  'signingkey storagekey subscriptionkey symmetrickey userkey sessionid sessionguid sessionhash sessid',
  'cardnumber cardno ccnumber creditcard connectionstring securityanswer mnemonic seedphrase',
);

/** Words that make a name secret when they are its last: `userSession`, but not `sessionTitle`. */
export const finalWords: readonly string[] = listed(
  'pass pw userpass dbpass loginpass assertion auth nonce session sid sig signature ticket',
);

/** Words that are secret when they are the whole name. */
export const wholeWords: readonly string[] = listed('hash');

/** Words that make the name of an HTTP header secret as well. */
export const headerWords: readonly string[] = listed('auth authentication key session signature ticket');

/** Parts of words written without any sign of where one ends, in the middle of them. */
export const secretParts: readonly string[] = listed('password passwd passphrase passwort kennwort');

/** The same, at the end of words: `accesstoken`, but not `tokenizer`. */
export const secretEndings: readonly string[] = listed(
  'token tokens secret secrets credentials pwd jwt cvv apikey sessionid sessid',
);

/** Words that say, after a secret word, that a name is about a credential and does not contain one: `tokenType`, `pinCount`. */
export const aboutWords: readonly string[] = listed(
  'age algorithm attempts count enabled error exception expired expires expiration expiry failure fault',
  'length lifetime method mode policy required retries scheme size status strength timeout ttl type',
  'validity',
);

/**
 * Names with such words that contain no credential themselves: containers of WS-Security and WS-Trust, and the names of
 * .NET's assemblies.
 */
export const ordinaryNames: readonly string[] = listed(
  'publickeytoken requestsecuritytoken requestsecuritytokenresponse',
  'requestsecuritytokenresponsecollection securitytokenreference usernametoken',
);

function listed(...lines: readonly string[]): readonly string[] {
  return lines.join(' ').split(' ');
}
