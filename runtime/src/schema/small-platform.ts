import { describe } from '../describe.js';
import type { ContentRecovery, Strictness } from './context/decoder.js';
import type { DerivationEngine } from './context/derivation-engine.js';
import type { Writing } from './context/encoder.js';
import { planBuiltIn } from './plan/built-in-plan.js';
import type { ComplexPlan } from './plan/plan-nodes.js';
import { compileRecord, planElement } from './plan/record-plan.js';
import type { SimplePlanner } from './plan/simple-nodes.js';
import type * as platform from './platform.js';

/** The engine of browsers and workers: the general way for everything. See `platform.ts`. */

/** Names that are not known are not compared with those that are. */
export const didYouMean: typeof platform.didYouMean = () => '';

/** Types that are not built in bring what makes their plan. */
export const planSimple: typeof platform.planSimple = planBuiltIn;

/** Restrictions are planned by what they add to their base. */
export const restrictionPlanner: SimplePlanner | undefined = undefined;

/** Types bring how their values are compared, unless it is much. */
export const defaultOrder: typeof platform.defaultOrder = (plan) => plan;

/** All dates are read part by part. */
export const isOrdinaryDate: typeof platform.isOrdinaryDate = () => false;

/** Content that is more than a record brings what makes its plan. */
export const compileContent: typeof platform.compileContent = compileRecord;

export { planElement };

/** Plans need no shape of their own. */
export function settled(plan: ComplexPlan): ComplexPlan {
  return plan;
}

/** Errors about a value do not say in what form it would be right. */
export const wrongValue: typeof platform.wrongValue = ({ type, builtIn }, value) =>
  `${describe(value)} is not a value of type ${type.name || builtIn}`;

/** Types that others may stand in for bring what reads and writes their names. */
export const defaultDerivation: DerivationEngine | undefined = undefined;

/** Programs that read what does not fit name what does. */
export const defaultRecovery: ContentRecovery | undefined = undefined;

/** Programs that read strictly name what refuses. */
export const defaultStrictness: Strictness | undefined = undefined;

/** Values are written plainly. */
export const defaultWriting: Writing | undefined = undefined;

/** Texts are read event by event. */
export const wholeText: typeof platform.wholeText = () => undefined;

/** Binary content is read as text. */
export const wholeOctets: typeof platform.wholeOctets = () => undefined;

/** No document is scanned. */
export const readerOf: typeof platform.readerOf = () => undefined;

/** Finds no fields. */
export const scanFields: typeof platform.scanFields = () => {};

/** No content is written in the fast way. */
export const fastGroup: typeof platform.fastGroup = () => undefined;

/** Never called: no content is written in the fast way. */
export const writeGroup: typeof platform.writeGroup = () => {};

/** Runs of white space become one space, none is left at the ends. */
export const collapse: typeof platform.collapse = (text) => text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');

/** No output takes markup. */
export const readyOf: typeof platform.readyOf = () => undefined;

/** Writes nothing. */
export const writeAtOnce: typeof platform.writeAtOnce = () => false;
