import { type Area, type Family, familiesOf } from '../family.js';
import {
  around,
  count,
  deep,
  each,
  escaped,
  fixed,
  type Grammar,
  type Grammars,
  mix,
  nest,
  repeat,
  times,
} from '../grammar.js';
import { answer, client, fault12Answer, faultAnswer, getClient, header, senderEntry, server } from '../wire.js';

/** Failed calls: faults, pages, texts that look like credentials, what was sent; and the headers of requests and answers. */

const mixture: Grammar = mix(
  repeat('<pin'),
  repeat(';name="'),
  repeat('password='),
  repeat('"'),
  repeat('\r\n'),
  repeat(' '),
  repeat('&lt;'),
);

/** Texts that look like what must be masked. */
const credentials: Grammars = {
  letters: repeat('a'),
  spaces: repeat(' '),
  'spaces and letters': repeat(' a'),
  'line breaks': repeat('\n'),
  names: repeat('pin '),
  'names of parameters': repeat(';name="pin"'),
  'names of parameters with spaces': repeat('; name="password"'),
  'start tags': repeat('<pin '),
  'start tags that end': repeat('<pin>'),
  elements: repeat('<pin>1</pin>'),
  'elements with attributes': repeat('<pin a="1">2</pin>'),
  'elements in elements': repeat('<a><password>'),
  attributes: repeat(' pin="'),
  'attributes that end': repeat(' pin="1"'),
  'names and equals signs': repeat('password='),
  queries: repeat('&password=a'),
  'names and colons': repeat('"password":'),
  'JSON strings': repeat('"password":"'),
  'JSON members': repeat('"password":"a",'),
  'nested quotes': repeat('\\"password\\":\\"'),
  backslashes: repeat('\\'),
  quotes: repeat('"'),
  'authorization headers': repeat('Authorization: Basic '),
  'bearer tokens': repeat('Bearer '),
  'base64 runs': repeat('QUJDRA=='),
  'percent-escapes': repeat('%70%69%6e=1&'),
  'addresses with users': repeat('http://u:p@h/'),
  'addresses without end': repeat('http://u:p'),
  'at signs': repeat('@'),
  colons: repeat(':'),
  slashes: repeat('/'),
  angles: repeat('<'),
  'CDATA sections': repeat('<![CDATA['),
  'escaped markup': repeat('&lt;pin&gt;'),
  'end tags': repeat('</pin>'),
  'form parts': repeat('Content-Disposition: form-data; name="pin"\r\n\r\nx\r\n'),
  'dashed names': repeat('session-id '),
  'long words': repeat(`${'a'.repeat(100)}=`),
  'words of names': repeat('newPasswordOldPassword'),
  'texts that were cut': repeat('pin…'),
  'escapes that were cut': repeat('&am…'),
  'names, quotes and tags': repeat(`password=password=${'&lt;'.repeat(6)}${'"'.repeat(24)}${'<pin'.repeat(6)};name="`),
  mixture,
};

const pages: Grammars = {
  titles: repeat('<title'),
  'titles that end': repeat('<title>a</title>'),
  'a title of spaces': around('<title>', repeat(' '), '</title>'),
  scripts: repeat('<script>'),
  comments: repeat('<!--'),
  'elements without end': repeat('<p '),
  spaces: repeat(' '),
};

const details: Grammars = {
  siblings: repeat('<a/>'),
  text: repeat('a'),
  'declared details': repeat('<Refused xmlns="urn:l"/>'),
  'one declared detail': around('<Refused xmlns="urn:l">', repeat('<child/>'), '</Refused>'),
  'a deep tree': repeat('<a>'.repeat(100) + '</a>'.repeat(100)),
  'deep siblings': deep('<a>', '</a>', 100, repeat('<a/>')),
  prefixes: repeat(`<a${times(50, (i) => ` xmlns:p${i}="u"`)}/>`),
  'elements named like credentials': repeat('<password>a</password>'),
};

const headerTexts: Grammars = {
  letters: repeat('a'),
  spaces: around('a', repeat(' '), 'a'),
  quotes: repeat('"'),
  backslashes: around('"', repeat('\\'), '"'),
  slashes: repeat('a/'),
  semicolons: repeat(';'),
  parameters: repeat('; a=b'),
  commas: repeat(','),
  'quoted parameters': repeat('; a="b"'),
  'percent-escapes': repeat('%41'),
  'a long address': around('"urn:l/', repeat('/'), 'Echo"'),
  colons: repeat(':'),
  dots: repeat('.'),
  brackets: repeat('['),
  equals: repeat('='),
};

/** Headers that are taken apart, and others. */
const requestHeaders = ['soapaction', 'content-type', 'host', 'x-forwarded-host', 'content-encoding', 'origin'];
const otherRequestHeaders = ['accept', 'cookie', 'accept-language', 'authorization', 'content-id', 'sec-fetch-site'];
const answerHeaders = ['content-type', 'location', 'retry-after', 'www-authenticate'];
const otherAnswerHeaders = ['set-cookie', 'content-encoding', 'server'];

const headerOf = (name: string, texts: Grammars): readonly Family[] =>
  familiesOf(
    server,
    each(texts, (text) => header(name, text), `${name}, `),
  );
const answerHeaderOf = (name: string, texts: Grammars): readonly Family[] =>
  familiesOf(
    client,
    each(texts, (text) => around(`302 Found\n${name}: `, text, '\n\n<a/>'), `${name}, `),
  );
const faultOf = (reason: Grammar): Grammar => faultAnswer(escaped(reason));
export const faults: Area = {
  name: 'faults',
  families: [
    ...familiesOf(client, each(credentials, faultOf, 'fault, ')),
    ...familiesOf(
      client,
      each(credentials, (text) => answer(text, 'text/plain', '500 Error'), 'text, '),
    ),
    ...familiesOf(
      client,
      each(pages, (text) => answer(text, 'text/html', '500 Error'), 'page, '),
    ),
    ...familiesOf(
      client,
      each(details, (text) => faultAnswer(fixed('x'), text), 'detail, '),
    ),
    ...familiesOf(client, {
      'fault, SOAP 1.2': fault12Answer(repeat('a')),
      'fault, many reasons': fault12Answer(repeat('</e:Text><e:Text xml:lang="de">')),
      'JSON, nested': answer(nest('[', ']'), 'application/json', '500 Error'),
      'JSON, members': answer(
        around(
          '{',
          count((i) => `"k${i}":1`, ','),
          '}',
        ),
        'application/json',
        '500 Error',
      ),
    }),
    ...familiesOf(getClient, { 'text, mixture': answer(mixture, 'text/plain', '500 Error') }),
  ],
};

export const sent: Area = {
  name: 'sent values',
  families: [
    ...familiesOf(senderEntry('soap11'), credentials, 2 ** 20),
    ...familiesOf(senderEntry('httpPost'), credentials, 2 ** 20),
    ...familiesOf(senderEntry('httpGet'), { mixture }, 2 ** 20),
  ],
};

export const headers: Area = {
  name: 'headers',
  families: [
    ...requestHeaders.flatMap((name) => headerOf(name, headerTexts)),
    ...otherRequestHeaders.flatMap((name) => headerOf(name, { semicolons: repeat('; a=b') })),
    ...answerHeaders.flatMap((name) => answerHeaderOf(name, headerTexts)),
    ...otherAnswerHeaders.flatMap((name) => answerHeaderOf(name, { semicolons: repeat('; a=b') })),
    ...familiesOf(server, {
      'a path of slashes': around('POST /', repeat('/'), '\n\n'),
      'a path of escapes': around('POST /Lit.asmx', repeat('%2F'), '\n\n'),
      'a path of dots': around('POST /Lit.asmx', repeat('/..'), '\n\n'),
      'a long path': around('POST /Lit.asmx/', repeat('a'), '\n\n'),
      'a method': around('', repeat('A'), ' /Lit.asmx\n\n'),
      'many headers': around(
        'POST /Lit.asmx\n',
        count((i) => `h${i}: a\n`),
        '\n<a/>',
      ),
      'SOAP headers': around(
        'POST /Lit.asmx\ncontent-type: text/xml\nsoapaction: "urn:l/Echo"\n\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>',
        repeat('<a e:mustUnderstand="1"/>'),
        '</e:Header><e:Body><Echo xmlns="urn:l"/></e:Body></e:Envelope>',
      ),
      'declared SOAP headers': around(
        'POST /Lit.asmx\ncontent-type: text/xml\nsoapaction: "urn:l/Echo"\n\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>',
        repeat('<Ticket xmlns="urn:l"/>'),
        '</e:Header><e:Body><Echo xmlns="urn:l"/></e:Body></e:Envelope>',
      ),
      bodies: around(
        'POST /Lit.asmx\ncontent-type: text/xml\n\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">',
        repeat('<e:Body/>'),
        '</e:Envelope>',
      ),
      'body text': around(
        'POST /Lit.asmx\ncontent-type: text/xml\n\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>',
        repeat(' a'),
        '</e:Body></e:Envelope>',
      ),
      'help page': around('GET /Lit.asmx?', repeat('a'), '\n\n'),
      'page of an operation': around('GET /Lit.asmx?op=', repeat('a'), '\n\n'),
      'page of an operation, escapes': around('GET /Lit.asmx?op=', repeat('%3Cb%3E'), '\n\n'),
      'descriptor, a long host': around('GET /Lit.asmx?WSDL\nhost: ', repeat('a'), '\n\n'),
    }),
  ],
};
