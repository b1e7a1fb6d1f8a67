import fc from 'fast-check';
import { beginningOf } from '../../../generator/config/places.js';
import { validateConfig } from '../../../generator/config/validate.js';
import type { FuzzPart } from '../part.js';

const settings = ['packages', 'name', 'inputs', 'out', 'placeholders', 'scalars', 'skeletons', 'dir', 'limits'];
const key = fc.oneof(
  { weight: 11, arbitrary: fc.constantFrom(...settings, 'package') },
  fc.constantFrom('__proto__', 'constructor', 'nmae', ''),
);
const leaf = fc.constantFrom<unknown>(
  ...['', 'x', '../x', 0, -1, Number.POSITIVE_INFINITY, true, null, undefined, Symbol('s'), () => 1],
  [],
  {},
  ['a', 1],
);

const { config } = fc.letrec((tie) => ({
  config: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('config'), { maxLength: 2 }) },
    { weight: 4, arbitrary: fc.dictionary(key, tie('config'), { maxKeys: 6 }) },
  ),
}));

/** Configs of any shape end in a config or findings. */
export const configs: FuzzPart = {
  name: 'configs',
  cases: 3000,
  inputs: config,
  check: (value) => {
    validateConfig(value, beginningOf('codegen.config.ts'));
  },
};
