import type { ServedContract } from '../../generator/mock/services.js';
import { readServedContract } from '../../generator/mock/services.js';
import { TestProject } from '../support/test-project.js';

/** A service with numbers of several kinds, lists, and a declared fault. */
export const shop = `description: 1
namespace: urn:shop
address: http://shop.example
profile: asmx
types:
  Line:
    fields: { sku: string, count: int }
  Order:
    fields: { id: long, total: decimal, lines: "Line[]?" }
  Refusal:
    fields: { code: int, why: string }
services:
  Shop:
    path: /Shop.asmx
    operations:
      Place:
        params: { order: Order, coupon: string }
        result: Order
        faults: { Declined: Refusal }
      Count:
        params: { sku: string }
        result: int
`;

/** Services of a text. */
export async function servedContract(text: string = shop): Promise<ServedContract> {
  const project = new TestProject();
  try {
    project.write('shop.yaml', text);
    const [contract, found] = await readServedContract({ inputs: ['shop.yaml'], workingFolder: project.folder });
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    return contract;
  } finally {
    project.remove();
  }
}
