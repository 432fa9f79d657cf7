/**
 * An iCalendar object as other calendars read it (RFC 5545, 3.1): no control characters but tabs and the ends of its lines,
 * and an end of line behind the last one, too. Strict readers refuse the whole file for either.
 */
export function finishCalendar(text: string): string {
  const clean = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
    .replace(/\r(?!\n)|(?<!\r)\n|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
  return clean.endsWith('\r\n') ? clean : `${clean}\r\n`
}

/** The objects of a text that holds one behind the other. */
export function splitCalendars(text: string): string[] {
  return text.match(/BEGIN:VCALENDAR\r\n[\s\S]*?END:VCALENDAR\r\n/g) ?? [text]
}
