/** Messages as documents in files usually are: pretty-printed. Nobody measures their encoding, which is that of the messages. */
import { indented } from '../lib/indent.mjs';
import constructs from './constructs.mjs';
import records from './records.mjs';
import vendors from './vendors.mjs';

const names = ['flat', 'tree', 'attributes', 'choices and substitution', 'like PayPal'];

export default [...records, ...constructs, ...vendors]
  .filter(({ name }) => names.includes(name))
  .map((message) => ({ ...message, name: `${message.name}, indented`, rewrite: indented('\n') }));
