import { withAttachments } from './xop.js';

it('a message without attachments keeps its value, whatever it is', () => {
  const declared = [{ name: 'data', property: 'data' }];
  expect(withAttachments(declared, 'text', [])).toBe('text');
  expect(withAttachments(declared, undefined, [])).toBeUndefined();
});
