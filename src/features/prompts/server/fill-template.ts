/** Replaces `{{title}}` and the like, once and as plain text. No template language: other braces stay as they are. */
export type TemplateValues = ReadonlyMap<string, string>;

export function fillTemplate(prompt: string, values: TemplateValues): string {
  // A replacement function, so that `$&` in a title stays literal.
  return prompt.replace(/\{\{\s*([a-z]{1,20})\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}
