import { isWcfMessage } from '../addressing.js';
import { isHttpBinding } from '../binding-kinds.js';
import type { ExpandedName } from '../model.js';
import { splitExpandedName } from '../names.js';
import type { ServicesContext } from './context.js';
import type { UnitedOperation } from './unite.js';

/**
 * Tells once of a service whose operations name actions of WS-Addressing while nothing asks for it: an action only says a value (1.0 Metadata, 4.4.1), but some services mean
 * it. WCF writes actions into every WSDL, and says by itself where they are used.
 */
export function reportUnusedActions(
  context: ServicesContext,
  service: ExpandedName,
  operations: readonly UnitedOperation[],
): void {
  const offers = operations.flatMap((united) => united.offers);
  const unused = offers.find(
    ({ binding, definition: { input } }) =>
      input?.action !== undefined &&
      !isWcfMessage(input.message) &&
      !isHttpBinding(binding) &&
      binding.addressing === undefined,
  );
  if (unused !== undefined) {
    context.report('contract/unused-action', { service: splitExpandedName(service).local }, unused.position);
  }
}
