import { curlOf } from './request.js';
import { indented, withText } from './xml-text.js';

function text(xml: string): string {
  return indented(xml)
    .map((piece) => piece.text)
    .join('');
}

describe('indented', () => {
  it('puts each element in its line, and leaves those with texts as they are', () => {
    expect(text('<?xml version="1.0"?><a x=">"><b>1 <i>2</i></b><c/><d></d><!-- e --><f><g>h</g></f></a>')).toBe(
      '<?xml version="1.0"?>\n<a x=">">\n  <b>1 <i>2</i></b>\n  <c/>\n  <d></d>\n  <!-- e -->\n  <f>\n    <g>h</g>\n  </f>\n</a>',
    );
  });

  it('keeps what is already in lines, and marks texts', () => {
    expect(indented('<a>\n  <b>x</b>\n</a>')).toEqual([
      { text: '<a>', isValue: false },
      { text: '\n  <b>', isValue: false },
      { text: 'x', isValue: true },
      { text: '</b>', isValue: false },
      { text: '\n</a>', isValue: false },
    ]);
  });
});

describe('withText', () => {
  const message =
    '<s:Envelope><s:Header><v>h</v></s:Header><s:Body><Op><p:v a="1">old</p:v> <!-- c --><w/></Op></s:Body></s:Envelope>';

  it('writes a text into the element of a name in the Body', () => {
    expect(withText(message, 'v', 'a<b>&$1')).toContain('<p:v a="1">a&lt;b&gt;&amp;$1</p:v> <!-- c -->');
    expect(withText(message, 'v', 'x')).toContain('<v>h</v>');
    expect(withText(message, 'w', 'x')).toContain('<w>x</w>');
  });

  it('leaves a message without the element as it is', () => {
    expect(withText(message, 'other', 'x')).toBe(message);
    expect(withText('not XML', 'v', 'x')).toBe('not XML');
  });
});

describe('curlOf', () => {
  it('is one word a value for a POSIX shell', () => {
    expect(curlOf({ method: 'POST', url: 'http://h/s', headers: [['A', `it's`]], body: '<a>$x</a>' })).toBe(
      `curl \\\n  --request POST \\\n  --header 'A: it'\\''s' \\\n  --data-raw '<a>$x</a>' \\\n  http://h/s`,
    );
    expect(curlOf({ method: 'GET', url: 'http://h/s?a=1', headers: [], body: undefined })).toBe(
      `curl \\\n  'http://h/s?a=1'`,
    );
  });
});
