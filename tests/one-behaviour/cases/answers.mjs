/** Answers that are right, and those that are nearly right. */
import { calling, describeAnswer, envelope, order, putAnswer, soap11, soap12 } from '../kit.mjs';

const shop = (content, open = 'xmlns="urn:shop"') => envelope(`<PutResponse ${open}>${content}</PutResponse>`);
const full =
  '<title>A &amp; B</title><count>3</count><price>1.50</price><weight>1.5E3</weight><big>9007199254740993</big>' +
  '<at>2024-05-06T07:08:09Z</at><day>2024-05-06</day><state>paid</state><sizes>1 2 3</sizes><paid>true</paid><card>c1</card>' +
  '<item code="x"><name>n</name><amount>2</amount></item><item><name>m</name></item><scan>AQID</scan>' +
  '<o:extra xmlns:o="urn:other" at="1">text<o:in/></o:extra>';

const contents = {
  'the whole of an order': full,
  'an order with the least': '<title>A</title>',
  'an empty text': '<title/>',
  'texts with white space': '<title> A\n B </title><count> 3 </count><paid>\t1\n</paid><sizes> 1\n 2 </sizes>',
  CDATA: '<title><![CDATA[A <b> & ]]>]]&gt;<![CDATA[c]]></title><count><![CDATA[3]]></count>',
  'comments and instructions': '<!-- a --><title>A<!-- b -->B</title><?go on?><count>1<!-- c -->2</count>',
  'references to characters': '<title>&#x41;&#66;&lt;&quot;&apos;&#128512;</title>',
  'lines that end with CR': '<title>a\r\nb\rc&#13;d</title>',
  'characters beyond ASCII': '<title>Жжé😀</title>',
  'elements in another order': '<count>3</count><title>A</title><price>1</price>',
  'a choice in another place': '<cash>1.0</cash><title>A</title>',
  'two branches of a choice': '<title>A</title><card>c</card><cash>1</cash>',
  'an element that is not known': '<title>A</title><other>x</other><count>1</count>',
  'an element twice': '<title>A</title><title>B</title>',
  'text between elements': '<title>A</title>text<count>1</count>',
  'elements in no namespace': '<title xmlns="">A</title><count xmlns="">3</count>',
  'elements in another namespace': '<x:title xmlns:x="urn:x">A</x:title>',
  'elements of two other namespaces': '<x:title xmlns:x="urn:x">A</x:title><y:title xmlns:y="urn:y">B</y:title>',
  'an optional number that is empty': '<title>A</title><count/><price></price><paid/><state/><day/>',
  'nil where it is allowed':
    '<title>A</title><count xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
  'nil where it is not': '<title>A</title><price xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
  'a derived type':
    '<title>A</title><item xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Gift"><name>n</name><card>c</card></item>',
  'a type that is not known':
    '<title>A</title><item xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Nothing"><name>n</name></item>',
  'signs and zeros of numbers':
    '<title>A</title><count>-007</count><price>+1.500</price><weight>-0</weight><big>-0</big>',
  'numbers without end': '<title>A</title><weight>-INF</weight>',
  'not a number': '<title>A</title><weight>NaN</weight>',
  'base64 with white space': '<title>A</title><scan> AQ\nID BA== </scan>',
  'trees of other namespaces':
    '<title>A</title><a xmlns="urn:a" b="1" c:d="2" xmlns:c="urn:c">t<e/><![CDATA[u]]></a><b xmlns="urn:b"/>',
  'prefixes that are declared anew': '<p:title xmlns:p="urn:shop">A</p:title><q:count xmlns:q="urn:shop">4</q:count>',
  'a hundred items': `<title>A</title>${'<item><name>n</name></item>'.repeat(100)}`,
};
const wrongContents = {
  'a required element is missing': '<count>1</count>',
  'a number that is none': '<title>A</title><count>three</count>',
  'a number that is out of range': '<title>A</title><count>2147483648</count>',
  'a decimal with an exponent': '<title>A</title><price>1.5E3</price>',
  'a boolean in capitals': '<title>A</title><paid>True</paid>',
  'a date that is none': '<title>A</title><day>2024-02-30</day>',
  'an instant with a space': '<title>A</title><at>2024-05-06 07:08:09</at>',
  'a value that an enumeration does not have': '<title>A</title><state>lost</state>',
  'a list with a wrong value': '<title>A</title><sizes>1 b 3</sizes>',
  'base64 that is none': '<title>A</title><scan>A*ID</scan>',
  'elements in a simple value': '<title>A<b>c</b></title>',
  'the second item lacks its name': '<title>A</title><item><name>n</name></item><item><amount>1</amount></item>',
};

const tolerances = {
  strict: { strict: true },
  'with everything tolerated': { tolerate: 'all' },
};

const cases = {};
for (const [name, content] of Object.entries({ ...contents, ...wrongContents })) {
  cases[`answer: ${name}`] = () => told(putAnswer(content));
}
for (const [how, options] of Object.entries(tolerances)) {
  for (const [name, content] of Object.entries({ ...contents, ...wrongContents })) {
    cases[`answer, ${how}: ${name}`] = () => told(putAnswer(content), options);
  }
}

/** Calls, and shows what `onUnknown` was told. */
async function told(answer, options = {}, more = {}) {
  const unknown = [];
  const result = await calling(answer, {
    options: { onUnknown: (content) => unknown.push(content), ...options },
    ...more,
  });
  return { ...result, unknown: JSON.parse(JSON.stringify(unknown)) };
}

export const answers = {
  ...cases,
  'answer: attributes': () => told(putAnswer('<title>A</title>', 'id=" 5 " note="a&#10;b\tc" more="x"')),
  'answer: a required attribute is missing': () => told(putAnswer('<title>A</title>', '')),
  'answer: an attribute that is no number': () => told(putAnswer('<title>A</title>', 'id="x"')),
  'answer: attributes with the prefix of their element': () =>
    told(shop('<t:PutResult t:id="5" t:note="n" xmlns:t="urn:shop"><t:title>A</t:title></t:PutResult>')),
  'answer: no result': () => told(shop('')),
  'answer: the response in no namespace': () => told(shop('<PutResult id="1"><title>A</title></PutResult>', '')),
  'answer: the response in another namespace': () =>
    told(shop('<PutResult id="1"><title>A</title></PutResult>', 'xmlns="urn:b"')),
  'answer: an XML declaration and a byte order mark': () =>
    told(`\ufeff<?xml version="1.0" encoding="utf-8"?>\n${putAnswer()}\n`),
  'answer: UTF-16': () => {
    const text = `\ufeff<?xml version="1.0" encoding="utf-16"?>${putAnswer('<title>Ж</title>')}`;
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at++) {
      bytes.set([text.charCodeAt(at) % 256, text.charCodeAt(at) >> 8], 2 * at);
    }
    return told({ type: 'text/xml; charset=utf-16', body: bytes });
  },
  'answer: Latin 1 by its declaration': () =>
    told({
      type: 'text/xml',
      body: latin1(`<?xml version="1.0" encoding="iso-8859-1"?>${putAnswer('<title>é</title>')}`),
    }),
  'answer: windows-1251 by its content type': () =>
    told({ type: 'text/xml; charset=windows-1251', body: latin1(putAnswer('<title>\u00c6</title>')) }),
  'answer: an encoding that nobody knows': () => told({ type: 'text/xml; charset=nothing', body: putAnswer() }),
  'answer: bytes that are not UTF-8': () => told({ body: latin1(putAnswer('<title>\u00e9</title>')) }),
  'answer: no content type': () => told({ type: '', body: putAnswer() }),
  'answer: application/xml': () => told({ type: 'application/xml', body: putAnswer() }),
  'answer: status 202 with a body': () => told({ status: 202, body: putAnswer() }),
  'answer: status 500 with a right body': () => told({ status: 500, body: putAnswer() }),
  'answer: SOAP 1.2 in answer to SOAP 1.1': () =>
    told({ type: 'application/soap+xml', body: putAnswer().replace(soap11, soap12) }),
  'answer: SOAP 1.2': () =>
    told({ type: 'application/soap+xml', body: putAnswer().replace(soap11, soap12) }, { binding: 'soap12' }),
  'answer: of GET': () =>
    told('<string xmlns="urn:shop">seven</string>', { binding: 'httpGet' }, { method: 'describe' }),
  'answer: of POST': () =>
    told('<string xmlns="urn:shop">seven</string>', { binding: 'httpPost' }, { method: 'describe' }),
  'answer: of GET in no namespace': () =>
    told('<string>seven</string>', { binding: 'httpGet' }, { method: 'describe' }),
  'answer: nil over GET': () =>
    told(
      '<string xmlns="urn:shop" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
      { binding: 'httpGet' },
      { method: 'describe' },
    ),
  'answer: one way': () => told({ status: 202, type: '', body: '' }, {}, { method: 'forget', input: {} }),
  'answer: one way, with a body': () => told(describeAnswer('x'), {}, { method: 'forget', input: {} }),
  'answer: header blocks': () => headers(''),
  'answer: header blocks, strict': () => headers('', { strict: true }),
  'answer: header blocks that must be understood': () => headers('s:mustUnderstand="1"', { strict: true }),
  'answer: MTOM': () =>
    told(mtom('<scan><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:scan@a"/></scan>')),
  'answer: MTOM, a part that is missing': () =>
    told(mtom('<scan><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:none@a"/></scan>')),
  'answer: MTOM without its end': () => told(mtom('', '')),
  'answer: a package without a boundary': () => told({ ...mtom(''), type: 'multipart/related; type="text/xml"' }),
  'answer: a package with attachments': async () => {
    const seen = [];
    const result = await calling(mtom(''), { call: { onResponse: ({ attachments }) => seen.push(attachments) } });
    return {
      ...result,
      seen: seen.map((each) =>
        each?.map(({ contentId, contentType, content }) => [contentId, contentType, [...content]]),
      ),
    };
  },
};

const latin1 = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

async function headers(attributes, options) {
  const seen = [];
  const header = `<Session xmlns="urn:shop"><token>t</token><page>2</page></Session><o:Other xmlns:o="urn:o" ${attributes} a="1">x</o:Other>`;
  const body = putAnswer().replace('<s:Body>', `<s:Header>${header}</s:Header><s:Body>`);
  const call = { onResponse: ({ status, soapHeaders }) => seen.push([status, soapHeaders]) };
  const result = await calling(body, { options, call, input: { order } });
  return { ...result, seen: JSON.parse(JSON.stringify(seen)) };
}

function mtom(content, end = '--b--\r\n') {
  const root = putAnswer(`<title>A</title>${content}`);
  const type = 'application/xop+xml; charset=utf-8; type="text/xml"';
  return {
    type: 'multipart/related; boundary=b; type="application/xop+xml"; start="<root@a>"; start-info="text/xml"',
    body: `--b\r\nContent-Type: ${type}\r\nContent-ID: <root@a>\r\n\r\n${root}\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <scan@a>\r\nContent-Transfer-Encoding: binary\r\n\r\nABC\r\n${end}`,
  };
}
