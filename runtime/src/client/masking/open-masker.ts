import type { FaultInfo } from '../../soap/fault.js';

/** The masker that shows everything. */
export const openMasker = {
  isSecret: (): boolean => false,
  isSecretHeader: (): boolean => false,
  text: (text: string): string => text,
  beginning: (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text),
  address: (address: string): string => address,
  value: (value: unknown): unknown => value,
  data: <T>(data: T): T => data,
  fault: (fault: FaultInfo): FaultInfo => fault,
};
