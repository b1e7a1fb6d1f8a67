/** A random service: its C#, and what is known of its operations. */
export interface RandomService {
  readonly name: string;
  readonly namespace: string;
  readonly source: string;
  readonly operations: readonly { readonly number: number; readonly kind: string; readonly style: string }[];
}

export function randomService(seed: number, index: number, count: number): RandomService;
