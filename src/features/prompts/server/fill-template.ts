/**
 * Replaces `{{title}}` and the like in a prompt, once and as plain text. This is not a template language: anything else
 * in braces stays as it is.
 */
export type TemplateValues = ReadonlyMap<string, string>;

export function fillTemplate(prompt: string, values: TemplateValues): string {
  // A replacement function, so that `$&` in a title stays literal.
  return prompt.replace(/\{\{\s*([a-z]{1,20})\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}
