import { withAttachments } from './xop.js';

const declared = [{ name: 'data', property: 'data' }];

it('a message without attachments keeps its value, whatever it is', () => {
  expect(withAttachments(declared, {}, 'text', [])).toBe('text');
  expect(withAttachments(declared, undefined, undefined, [])).toBeUndefined();
});

it('a value that is not an object is in its property, with or without attachments', () => {
  const data = { contentType: 'text/plain', contentId: 'data=1@x', content: new Uint8Array() };
  expect(withAttachments(declared, { property: '$value' }, 'text', [])).toEqual({ $value: 'text' });
  expect(withAttachments(declared, { property: '$value' }, null, [data])).toEqual({
    $value: null,
    data: { contentType: 'text/plain', content: new Uint8Array() },
  });
});
