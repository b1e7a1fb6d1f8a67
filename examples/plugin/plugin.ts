import { toJsonSchema } from '@wsdl-codegen/runtime/schema';
import { type Contract, definePlugin, descriptorsOf } from 'wsdl-codegen';

type TypeDefinition = Contract['types'][number];

/** The changes that the shop's package needs beyond its WSDL. */
export const shop = definePlugin({
  name: 'shop',
  apiVersion: 1,
  version: '1.0.0',

  /** The WSDL demands an element that the service does not need. */
  contract: (contract) => ({ ...contract, types: contract.types.map(withOptionalGift) }),

  /** `Size.X_SMALL` instead of `Size['x-small']`; on the wire it stays `x-small`. */
  names: {
    enumMember: ({ value }) => value.toUpperCase().replace(/\W/g, '_'),
  },

  /** `schemas/Order.json`: a JSON Schema for each type. */
  async emit({ contract }) {
    const { types } = await descriptorsOf(contract);
    return [...types].map(([name, type]) => ({
      path: `schemas/${name.replace(/^.*}/, '')}.json`,
      text: `${JSON.stringify(toJsonSchema(type), null, 2)}\n`,
    }));
  },
});

function withOptionalGift(type: TypeDefinition): TypeDefinition {
  if (!type.key.endsWith('}Order') || type.kind !== 'complexType') {
    return type;
  }
  if (type.content.kind !== 'elementOnly' || type.content.particle?.kind !== 'sequence') {
    return type;
  }
  const particles = type.content.particle.particles.map((particle) =>
    particle.kind === 'element' && particle.name === 'gift' ? { ...particle, minOccurs: 0 } : particle,
  );
  return { ...type, content: { ...type.content, particle: { ...type.content.particle, particles } } };
}
