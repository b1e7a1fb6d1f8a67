import { formatFloating } from './numbers.js';

/** From `.01` to `.99`, by hundredths. */
const fractions: readonly string[] = Array.from({ length: 100 }, (_, hundredths) => `${hundredths / 100}`.slice(1));

/** The same as `formatFloating`, and faster for integers and for numbers with at most two digits after the point. */
export function fastFloating(value: number): string {
  if ((value | 0) === value && value !== 0) {
    return `${value | 0}`;
  }
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e7) {
    const text = hundredthsText(magnitude);
    // A template would keep the text of each number in memory that is seldom cleaned up.
    return text === undefined ? JSON.stringify(value) : value < 0 ? `-${text}` : text;
  }
  return formatFloating(value);
}

/** Undefined for a number that is not a whole number of hundredths. */
function hundredthsText(magnitude: number): string | undefined {
  const hundredths = Math.round(magnitude * 100);
  if (hundredths / 100 !== magnitude) {
    return undefined;
  }
  const whole = magnitude | 0;
  return `${whole}${fractions[hundredths - whole * 100]}`;
}
