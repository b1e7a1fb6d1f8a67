export function randomContracts(seed: number, count: number): string;
