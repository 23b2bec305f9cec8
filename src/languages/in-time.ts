/** "in 32 minutes": when a limit ends, in whole minutes from a minute on. */
export function inTime(seconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale);
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
