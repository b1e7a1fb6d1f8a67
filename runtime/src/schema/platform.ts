/**
 * The engine on Node: it has the fast ways, which read and write usual content at one go, and reads content that does not fit. Browsers and workers,
 * where size counts, have `small-platform.ts` in its place: package.json chooses one of them as `#schema-platform`. The general way gives the same
 * results.
 */
export { didYouMean } from '../nearest.js';
export { typeDerivation as defaultDerivation } from './content/type-derivation.js';
export { recovery as defaultRecovery } from './decode/recover.js';
export { readerOf, scanFields, wholeOctets, wholeText } from './decode/scan-fields.js';
export { strictness as defaultStrictness } from './decode/strictness.js';
export { fastGroup } from './encode/fast-group-plan.js';
export { writeGroup } from './encode/fast-groups.js';
export { readyOf, writeAtOnce } from './encode/fast-record.js';
export { fullWriting as defaultWriting } from './encode/full-writing.js';
export { collapse } from './lexical/fast-collapse.js';
export { isOrdinaryDate } from './lexical/ordinary-dates.js';
export { planElement } from './plan/full-element-plan.js';
export { compileGroups as compileContent } from './plan/groups.js';
export { settled } from './plan/settled-plan.js';
export { planDerived as planSimple, planDerived as restrictionPlanner } from './simple/derived-plan.js';
export { valueOrder as defaultOrder } from './simple/orders.js';
export { wrongValue } from './simple/wrong-value.js';
