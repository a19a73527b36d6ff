const form = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** The end of a day typed as `2026-12-31`, in the user's time zone; null if there is no such day. */
export function readDay(text: string): Date | null {
  const [, year, month, day] = form.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day), 23, 59, 59);
  // `Date` carries the 31st of a shorter month over into the next month.
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : null;
}

/** `YYYY-MM-DD` in the user's time zone. */
export function writeDay(at: Date): string {
  return [
    String(at.getFullYear()).padStart(4, '0'),
    ...[at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-');
}

export function addDays(from: Date, days: number): string {
  return writeDay(new Date(from.getFullYear(), from.getMonth(), from.getDate() + days));
}
