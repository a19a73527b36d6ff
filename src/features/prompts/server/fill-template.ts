/**
 * `{{title}}` and the like in a prompt are replaced by what they name, once and as plain text. It is no template
 * language: whatever else stands in braces stays as it was written.
 */
export type TemplateValues = ReadonlyMap<string, string>;

export function fillTemplate(prompt: string, values: TemplateValues): string {
  // A function as replacement: `$&` in a title is two characters of that title.
  return prompt.replace(/\{\{\s*([a-z]{1,20})\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}
