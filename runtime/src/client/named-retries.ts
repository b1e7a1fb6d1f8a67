import type { ClientRetries, RetryPolicy } from './options.js';

/** As `retriesOf`, where a policy does not bring the code that it needs: throws `TypeError` for one. */
export function namedRetries(option: RetryPolicy | ClientRetries | undefined): ClientRetries | undefined {
  if (option !== undefined && 'attempts' in option) {
    throw new TypeError('In browsers and workers, the option retry is `clientRetries({ … })`.');
  }
  return option;
}
