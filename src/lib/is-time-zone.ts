/** Accepts names such as `Asia/Shanghai`, but no offsets, as PostgreSQL reads their sign the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
