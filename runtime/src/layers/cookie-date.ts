const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What has been found of a date. */
interface Found {
  time?: readonly number[];
  day?: number;
  month?: number;
  year?: number;
}

/** Milliseconds since 1970 of a date in a cookie, in whatever order its parts are (RFC 6265, 5.1.1); undefined for one that is none. */
export function parseCookieDate(text: string): number | undefined {
  const found: Found = {};
  for (const token of text.split(/[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/)) {
    readToken(token, found);
  }
  const { time: [hour = 99, minute = 99, second = 99] = [], day = 0, month, year: written } = found;
  if (month === undefined || written === undefined || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const year = written >= 70 && written <= 99 ? written + 1900 : written <= 69 ? written + 2000 : written;
  const ms = Date.UTC(year, month, day, hour, minute, second);
  return year < 1601 || new Date(ms).getUTCDate() !== day ? undefined : ms;
}

function readToken(token: string, found: Found): void {
  const time = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/.exec(token);
  const month = months.indexOf(token.slice(0, 3).toLowerCase());
  const day = /^(\d{1,2})(?:\D|$)/.exec(token)?.[1];
  const year = /^(\d{2,4})(?:\D|$)/.exec(token)?.[1];
  if (found.time === undefined && time !== null) {
    found.time = time.slice(1).map(Number);
  } else if (found.day === undefined && day !== undefined) {
    found.day = Number(day);
  } else if (found.month === undefined && month >= 0) {
    found.month = month;
  } else if (found.year === undefined && year !== undefined) {
    found.year = Number(year);
  }
}
