/**
 * Sends a form whose answer is a file. The browser saves it as it comes, also after the page was left, and nothing of it is held
 * by the page. A refusal must be an answer of no content (204): any other text would replace the page.
 */
export function saveAnswer(path: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
