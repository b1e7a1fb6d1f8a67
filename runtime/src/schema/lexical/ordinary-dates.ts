/** Date and time types (Part 2, 3.2.7 to 3.2.14, order in 3.2.7.4). Their values stay strings in lexical form. */
export type DateKind = 'dateTime' | 'date' | 'time' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth';

/** An expression for the time zone of nearly every date, or none. It has no groups, as those below. */
export const ordinaryZone = '(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?';
const ordinaryDay = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
/** An expression for nearly every date: there is nothing more to check. */
export const ordinaryDate: string = `[1-9][0-9]{3}-(?:${ordinaryDay})`;
/** An expression for nearly every time. */
export const ordinaryTime = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?';
const ordinary: Partial<Record<DateKind, RegExp>> = {
  date: new RegExp(`^${ordinaryDate}${ordinaryZone}$`),
  dateTime: new RegExp(`^${ordinaryDate}T${ordinaryTime}${ordinaryZone}$`),
  time: new RegExp(`^${ordinaryTime}${ordinaryZone}$`),
};

/** True for nearly every date or time, so that its parts need not be looked at. */
export function isOrdinaryDate(text: string, kind: DateKind): boolean {
  return ordinary[kind]?.test(text) === true;
}
