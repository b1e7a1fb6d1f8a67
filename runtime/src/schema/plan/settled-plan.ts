import type { ComplexPlan } from './plan-nodes.js';

/** The plan with all properties in one order: engines of JavaScript read objects of one shape fast. Throws `TypeError` for a `record` whose content is more than that. */
export function settled(plan: ComplexPlan): ComplexPlan {
  const { mode, fields, engine, anyAttribute, attributeEngine } = plan;
  const isPlain =
    (mode === 'record' || mode === 'text') && (anyAttribute === undefined || attributeEngine !== undefined);
  if (!isPlain && engine === undefined) {
    throw new TypeError(`the type "${plan.type.name}" needs complexType in the place of record`);
  }
  return {
    kind: 'complex',
    type: plan.type,
    attributes: plan.attributes,
    attributeEngine,
    inheritance: plan.inheritance,
    replaceable: plan.replaceable,
    abstract: plan.abstract,
    unwrap: plan.unwrap,
    anyAttribute,
    text: plan.text,
    content: plan.content,
    model: plan.model,
    engine,
    open: plan.open,
    shared: plan.shared,
    derived: undefined,
    ownProperties: undefined,
    fast: undefined,
    mode,
    fields,
    weight: plan.weight,
    required: undefined,
    counted: undefined,
    byName: plan.byName,
    wildcards: plan.wildcards,
  };
}
